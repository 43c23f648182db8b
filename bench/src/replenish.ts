import pg from 'pg'
import { distribute } from '@kervan/contract/order/distribution'
import { getReplenishment, replenishmentLines } from '@kervan/contract/order/replenishment'
import { existing } from '@kervan/contract/kit/typed'
import { ms, percentile, timed, within, type Figure } from './figures.ts'
import type { BenchPortal } from './portal.ts'
import type { BenchDatabase } from './seed.ts'
import { benchCompany } from './seed-orders.ts'

const rounds = 5

/**
 * The replenishment desk of a product that 20,000 open lines wait for (ORD-017): opened, and an amount given out. The
 * lines of other products are lent to it and given back.
 */
export async function benchReplenish(portal: BenchPortal, database: BenchDatabase): Promise<Figure[]> {
  const manager = await portal.signIn('manager')
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `select id from product_variant where company_id = ${benchCompany} order by id limit 1`,
  )
  const variantId = existing(rows[0]).id
  await client.query(
    `create temp table lent as select l.id, l.variant_id from order_line l join sales_order o on o.company_id = ${benchCompany} and o.id = l.order_id
     where l.company_id = ${benchCompany} and l.state in ('Pending', 'Revised') and not o.closed order by l.id limit ${replenishmentLines}`,
  )
  const lend = (variant: string) =>
    client.query(
      `update order_line l set variant_id = ${variant} from lent where l.company_id = ${benchCompany} and l.id = lent.id`,
    )
  await lend(`'${variantId}'`)
  try {
    const ask = () => portal.call(getReplenishment, manager, { variantId, directly: true, backorder: true })
    const { lines } = await ask()
    const opened: number[] = []
    for (let round = 0; round < rounds; round++) opened.push(await timed(ask))
    const wanting = lines.map((line) => ({
      lineId: line.lineId,
      lineCode: line.lineCode,
      demand: line.demandQuantity,
      packUnit: line.packUnit,
      orderDate: line.orderDate,
    }))
    const half = Math.floor(wanting.reduce((sum, { demand }) => sum + demand, 0) / 2)
    const given: number[] = []
    for (let round = 0; round < rounds; round++)
      given.push(await timed(() => Promise.resolve(distribute('Proportional', half, wanting))))
    const figure = (work: string, took: number[]): Figure => ({
      work,
      measured: `p50 ${ms(percentile(took, 0.5))}`,
      ratio: `${lines.length.toLocaleString('en')} lines`,
      budget: '≤ 1 s',
      kept: within(percentile(took, 0.5), 1_000) && lines.length >= replenishmentLines,
    })
    return [
      figure('replenishment of one product opened', opened),
      figure('half of what its lines want given out in proportion', given),
    ]
  } finally {
    await lend('lent.variant_id')
    await client.end()
  }
}
