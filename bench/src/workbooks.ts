import { setTimeout as pause } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { getMyJobs } from '@kervan/contract/jobs/jobs'
import { closedOrders } from '@kervan/contract/order/order-management'
import {
  discardImport,
  getCurrentImport,
  uploadImport,
  type ImportView,
} from '@kervan/contract/order/order-import'
import { getOrderOptions } from '@kervan/contract/order/order-new'
import { existing } from '@kervan/contract/kit/typed'
import { addMonths } from '@kervan/contract/kit/days'
import { writeWorkbook } from '../../server/src/kit/excel/write-workbook.ts'
import { ms, percentile, timed, times, within, type Figure } from './figures.ts'
import type { BenchPortal } from './portal.ts'
import type { BenchDatabase } from './seed.ts'

/** 50,000 lines through upload, reading, checking and staging; memory and delay by the server's own metrics. */
export async function benchImport(portal: BenchPortal, database: BenchDatabase): Promise<Figure[]> {
  const token = await portal.signIn('customer1')
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { rows: variants } = await owner.query<{ code: string; quantity: number }>(
    `select v.code, ceil(p.minimum_quantity::numeric / p.pack_unit)::int * p.pack_unit as quantity from product_variant v join product p on p.company_id = v.company_id and p.id = v.product_id
     where v.company_id = 1 and v.status = 'Active' and p.status = 'Active' and p.flow_type = 'Standard' order by v.code limit 900`,
  )
  await owner.end()
  const place = (await portal.call(getOrderOptions, token, {})).locations[0]?.code ?? ''
  const rows = function* () {
    for (let row = 0; row < 50_000; row++) {
      const variant = existing(variants[row % variants.length])
      yield [
        variant.code,
        variant.quantity,
        place,
        `2099-${String((row % 12) + 1).padStart(2, '0')}-${String((Math.floor(row / 900) % 27) + 1).padStart(2, '0')}`,
        'Road',
      ]
    }
  }
  const header = ['Product code', 'Quantity', 'Delivery location', 'Delivery date', 'Shipping type']
  const file = await buffer(
    writeWorkbook({
      sheets: [
        {
          name: 'Orders',
          columns: header.map((name) => ({ header: name, kind: name === 'Quantity' ? 'integer' : 'text' })),
          rows: rows(),
        },
      ],
    }),
  )
  const memory = 'process_resident_memory_bytes'
  const loop = 'nodejs_eventloop_lag_p99_seconds'
  const before = (await portal.metrics(memory))[memory]
  let peak = before
  let lag = 0
  const begun = performance.now()
  const { id } = await portal.upload(uploadImport, token, 'orders.xlsx', file)
  let done: ImportView | null = null
  while (!done || done.state === 'Reading') {
    await portal.call(getMyJobs, token, {})
    done = (await portal.call(getCurrentImport, token, {})).import
    // As often as a browser asks; oftener, nothing would have been counted in between.
    await pause(100)
    const now = await portal.metrics(memory, loop)
    peak = Math.max(peak, now[memory])
    lag = Math.max(lag, now[loop] * 1_000)
  }
  const took = performance.now() - begun
  if (done.good !== 50_000) throw new Error(`only ${done.good} of 50,000 rows were good`)
  await portal.call(discardImport, token, { importId: id })
  const grown = (peak - before) / 1024 / 1024
  return [
    {
      work: 'Excel import of 50,000 order lines, validated',
      measured: ms(took),
      ratio: `+${grown.toFixed(0)} MB, event loop p99 ${ms(lag)}`,
      budget: '≤ 10 s, +≤ 250 MB, lag ≤ 50 ms',
      kept: within(took, 10_000) && grown <= 250 && within(lag, 50),
    },
  ]
}

/** As many closed orders as three months hold, up to 100,000, against the writer alone with the same cells. */
export async function benchExport(portal: BenchPortal, database: BenchDatabase): Promise<Figure> {
  const manager = await portal.signIn('manager')
  const columns = [
    'orderCode',
    'customerName',
    'externalPoCode',
    'orderDate',
    'deliveryDate',
    'deliveryLocationName',
    'channel',
    'lineCount',
    'quantity',
    'total',
    'completedRatio',
    'shownState',
  ]
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { rows: cells } = await owner.query<{
    code: string
    customer_name: string
    order_date: Date
    delivery_date: string
    delivery_location_name: string
    quantity: string
    total: string
  }>(
    'select code, customer_name, order_date, delivery_date::text, delivery_location_name, quantity, total from sales_order where company_id = 1 order by order_date desc limit 1000',
  )
  // The latest days whose closed orders come to about 100,000.
  const { rows: days } = await owner.query<{ day: string }>(
    `select min(day)::text as day from (select (order_date at time zone 'Europe/Istanbul')::date as day, sum(count(*)) over (order by (order_date at time zone 'Europe/Istanbul')::date desc) as upto
     from sales_order where company_id = 1 and closed group by 1) d where upto <= 100000`,
  )
  const from = existing([days[0]?.day ?? '', addMonths(database.to, -3)].toSorted().at(-1))
  const { rows: counted } = await owner.query<{ count: string }>(
    `select count(*) from sales_order where company_id = 1 and closed and order_date >= ($1::date)::timestamp at time zone 'Europe/Istanbul' and order_date < ($2::date + 1)::timestamp at time zone 'Europe/Istanbul'`,
    [from, database.to],
  )
  await owner.end()
  const count = Number(counted[0]?.count)
  const alone = () => {
    const rows = function* () {
      for (let row = 0; row < count; row++) {
        const cell = existing(cells[row % cells.length])
        yield [
          cell.code,
          cell.customer_name,
          null,
          cell.order_date.toISOString(),
          cell.delivery_date,
          cell.delivery_location_name,
          'Portal',
          3,
          cell.quantity,
          cell.total,
          100,
          'Completed',
        ]
      }
    }
    const kinds = [
      'text',
      'text',
      'text',
      'instant',
      'date',
      'text',
      'text',
      'integer',
      'integer',
      'number',
      'integer',
      'text',
    ] as const
    return buffer(
      writeWorkbook({
        timeZone: 'Europe/Istanbul',
        sheets: [
          {
            name: 'Orders',
            columns: columns.map((header, at) => ({ header, kind: kinds[at] as 'text' })),
            rows: rows(),
          },
        ],
      }),
    )
  }
  const served: number[] = []
  const bare: number[] = []
  for (let round = 0; round < 4; round++) {
    served.push(
      await timed(() =>
        portal.download(closedOrders.excel, manager, {
          columns,
          sort: [],
          filters: {},
          search: '',
          from,
          to: database.to,
        }),
      ),
    )
    bare.push(await timed(alone))
  }
  const ratio = percentile(served.slice(1), 0.5) / percentile(bare.slice(1), 0.5)
  return {
    work: `Excel export of ${count.toLocaleString('en')} rows`,
    measured: ms(percentile(served.slice(1), 0.5)),
    ratio: `${times(ratio)} of the writer alone (${ms(percentile(bare.slice(1), 0.5))})`,
    budget: '≤ 2×',
    kept: ratio <= 2,
  }
}
