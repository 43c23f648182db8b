import { kigoPaper, kigoPaperRows, myKigoPaper, type KigoTotals } from '@kervan/contract/porta/kigo'
import type { RequestState } from '@kervan/contract/porta/words'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { pricesVisible } from '../../access/access.api.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handleDownloadOutside, type FileAnswer } from '../../kit/http/handle.ts'
import { sayDay, sayMoney, translate } from '../../kit/messages.ts'
import { letterhead } from '../../kit/paper/letterhead.ts'
import { drawTablePaper } from '../../kit/paper/table-paper.ts'
import type { TablePaper } from '../../kit/paper/table-pdf.ts'
import { kigoList, myKigoList } from './list.ts'
import { totalsOf } from './totals.ts'

// The earnings report on paper (KIG-002): the rows that match, with the totals of the same rows.

type Input = { from: string; to: string }
type Within = Awaited<ReturnType<typeof kigoList.within>>
type Row = {
  code: string
  day: string
  serial: string
  product: string
  pharmacy: string
  warehouse: string | null
  payer: string
  state: RequestState
  sellIn: string | null
  sellOut: string | null
  sellOutTax: string | null
  service: string | null
  payment: string
}

async function prepare(context: SessionContext, input: Input, within: Within): Promise<TablePaper> {
  const { tx, actor, language } = context
  const { rows } = await sql<Row>`
    select r.code, k.period_day::text as day, r.serial_number as serial, r.product_name as product, r.point_of_sale_name as pharmacy, k.warehouse_name as warehouse,
      r.payment_location_name as payer, k.state, k.sell_in as "sellIn", k.sell_out as "sellOut", k.sell_out_tax as "sellOutTax", k.service_charge as service, k.payment_tax as payment
    from ${within.from} where ${within.where} order by k.period_day, r.code, k.kind desc limit ${kigoPaperRows + 1}`.execute(
    tx,
  )
  if (rows.length > kigoPaperRows) throw refusal('TooManyForPaper', { limit: kigoPaperRows })
  const totals = await totalsOf(context, within)
  const seesPrices = pricesVisible(actor.company.priceVisibility, actor)
  const money = (value: string | null) => (value === null ? '' : sayMoney(language, value, totals.currency))
  const word = (key: string) => translate(language, `column.${key}`)
  const columns = [
    { label: word('applicantId'), width: 62, right: false, value: (row: Row) => row.code },
    { label: word('periodDay'), width: 66, right: false, value: (row: Row) => sayDay(language, row.day) },
    { label: word('productName'), width: 118, right: false, value: (row: Row) => row.product },
    { label: word('serialNumber'), width: 96, right: false, value: (row: Row) => row.serial },
    { label: word('ownerName'), width: 96, right: false, value: (row: Row) => row.pharmacy },
    { label: word('warehouseName'), width: 70, right: false, value: (row: Row) => row.warehouse ?? '' },
    { label: word('paymentLocationName'), width: 84, right: false, value: (row: Row) => row.payer },
    {
      label: word('applicationStatus'),
      width: 70,
      right: false,
      value: (row: Row) => translate(language, `state.discountRequest.${row.state}`),
    },
    ...(seesPrices
      ? [
          { label: word('sellIn'), width: 52, right: true, value: (row: Row) => money(row.sellIn) },
          { label: word('sellOut'), width: 52, right: true, value: (row: Row) => money(row.sellOut) },
          { label: word('sellOutTax'), width: 56, right: true, value: (row: Row) => money(row.sellOutTax) },
          { label: word('serviceCharge'), width: 46, right: true, value: (row: Row) => money(row.service) },
          { label: word('paymentTax'), width: 56, right: true, value: (row: Row) => money(row.payment) },
        ]
      : []),
  ]
  return {
    language,
    letterhead: await letterhead(tx, actor.company.id, language),
    title: translate(language, 'screen.kigoReport.title'),
    facts: [
      [
        translate(language, 'porta.kigo.period'),
        `${sayDay(language, input.from)} – ${sayDay(language, input.to)}`,
      ],
      [translate(language, 'porta.kigo.rows'), String(rows.length)],
    ],
    columns: columns.map(({ label, width, right }) => ({ label, width, right })),
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
    totals: sums(totals, (key) => translate(language, `porta.kigo.totals.${key}`), money),
  }
}

function sums(
  totals: KigoTotals,
  word: (key: keyof KigoTotals) => string,
  money: (value: string | null) => string,
): [string, string][] {
  const amounts = [
    'approvedAmount',
    'approvedAmountTax',
    'declinedAmount',
    'declinedAmountTax',
    'pharmacyPayment',
    'pharmacyPaymentTax',
  ] as const
  return [
    [word('approvedCount'), String(totals.approvedCount)],
    [word('declinedCount'), String(totals.declinedCount)],
    ...amounts.flatMap((key): [string, string][] =>
      totals[key] === null ? [] : [[word(key), money(totals[key])]],
    ),
  ]
}

const draw = async (paper: TablePaper): Promise<FileAnswer> => ({
  name: `${paper.title}.pdf`,
  type: 'application/pdf',
  body: await drawTablePaper(paper),
})

export const kigoPaperHandler = handleDownloadOutside(
  kigoPaper,
  async (context) => prepare(context, context.input, await kigoList.within(context, context.input)),
  draw,
)
export const myKigoPaperHandler = handleDownloadOutside(
  myKigoPaper,
  async (context) => prepare(context, context.input, await myKigoList.within(context, context.input)),
  draw,
)
