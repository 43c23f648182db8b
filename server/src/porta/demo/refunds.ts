import { priceChangeReasons, priceChangeScopes } from '@kervan/contract/porta/price-change-rules'
import { recordTypeOf, type PriceChangeState } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import { dayLong } from '../../demo/calendar.ts'
import type { Random } from '../../demo/random.ts'
import type { Demo } from '../../demo/world.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { assess } from '../requests/assess.ts'
import { handSaleGln } from '../requests/score.ts'
import { applicantOf, placesOf } from './requests.ts'
import { refundPlaces } from './refund-data.ts'
import { requestOf, type Row } from './request-row.ts'

// Some sixty price-change refunds in all states; of each reason to reject there is a pack whose movements prove it.

const count = 64
const payer = '8680000000017'
const otherPharmacy = '8689999100025'

/** What became of each in turn; some wait for their proof. */
const states: readonly PriceChangeState[] = [
  'Pending',
  'Pending',
  'Approved',
  'Pending',
  'Rejected',
  'Pending',
  'ApplicationOnThirdPartyDomain',
  'PreApplication',
  'Pending',
  'Cancelled',
  'Completed',
]
const done: Partial<Record<PriceChangeState, string>> = {
  Approved: 'approved',
  Rejected: 'rejected',
  Cancelled: 'cancelled',
  Completed: 'reported',
  ApplicationOnThirdPartyDomain: 'forwarded',
}

type Move = { movement: string; day: number; from: string; to: string | null }

/** How packs move around the day of the change, days before and after it. `gln`: the pharmacy's, `w`: the warehouse's. */
const fates: readonly ((gln: string, w: string) => Move[])[] = [
  (gln, w) => [{ movement: 'Receipt', day: -12, from: w, to: gln }],
  (gln, w) => [
    { movement: 'Receipt', day: -20, from: w, to: gln },
    { movement: 'Sale', day: 3, from: gln, to: payer },
  ],
  (gln, w) => [{ movement: 'Receipt', day: -45, from: w, to: gln }],
  (gln, w) => [
    { movement: 'Receipt', day: -9, from: w, to: gln },
    { movement: 'Sale', day: -2, from: gln, to: payer },
  ],
  (gln, w) => [{ movement: 'Receipt', day: 2, from: w, to: gln }],
  (gln, w) => [
    { movement: 'Receipt', day: -14, from: w, to: gln },
    { movement: 'Sale', day: 2, from: gln, to: handSaleGln },
  ],
  (gln) => [{ movement: 'Transfer', day: -7, from: otherPharmacy, to: gln }],
  (gln, w) => [
    { movement: 'Receipt', day: -18, from: w, to: gln },
    { movement: 'Return', day: -6, from: gln, to: w },
  ],
  (gln, w) => [
    { movement: 'Receipt', day: -18, from: w, to: gln },
    { movement: 'Sale', day: 2, from: otherPharmacy, to: payer },
  ],
]

export async function insertPriceChangeRequests(demo: Demo, random: Random): Promise<void> {
  const { tx, company, variants, now, people } = demo
  const places = await placesOf(demo, refundPlaces(demo).pharmacies)
  const { rows: changes } = await sql<{ id: string; productId: string; day: string }>`
    select id, product_id as "productId", change_date::text as day from price_change
    where company_id = ${company.id} and change_date < ${new Date(now.getTime() - 6 * dayLong)} order by change_date desc, id`.execute(
    tx,
  )
  const goods = changes.flatMap((change) => {
    const good = variants.find(({ row, product }) => row.gtin && product.id === change.productId)
    return good ? [{ change, good }] : []
  })
  if (places.length === 0 || goods.length === 0) return
  const pharmacist = await applicantOf(demo)
  const reviewer = people.managers[0]?.name ?? 'Kervan'
  const own = places.find(({ pharmacy }) => pharmacy.id === pharmacist?.locationId)
  const made = Array.from({ length: count }, (_, at) => {
    const { change, good } = random.pick(goods)
    const place = at % 5 === 0 ? (own ?? random.pick(places)) : random.pick(places)
    const changedAt = Date.parse(`${change.day}T09:00:00.000Z`)
    const days = Math.floor((now.getTime() - changedAt) / dayLong)
    const age = Math.max(0.5, days - random.int(4, Math.max(5, Math.min(days, 70))))
    const base = requestOf({ demo, random, at, place, good, pharmacist, reviewer, age, now })
    const code = `PC-${String(at + 1).padStart(6, '0')}`
    const row: Row = {
      ...base,
      code,
      kind: 'PriceChange',
      scope: random.pick(priceChangeScopes),
      price_change_id: change.id,
      state: 'Pending',
      validation_flow: 'ValidateFromITS',
      valid_sale_date: null,
      declaration_id: null,
      declaration_date: null,
      reject_reason: null,
      decline_reason: null,
      decided_by: null,
      decided_at: null,
      data_penalty: 0,
      its_penalty: 0,
      penalty_points: [] as never,
      receipt: null,
      search_text: base.search_text.replace(base.code.toLowerCase(), code.toLowerCase()),
    }
    return { row, changedAt, state: states[at % states.length] ?? 'Pending', place }
  })
  await insertMany(
    tx,
    'discount_request',
    made.map(({ row }) => row),
  )
  await insertMany(
    tx,
    'pack_evidence',
    made.flatMap(({ row, changedAt, state, place }, at) => {
      const fate = fates[at % fates.length]
      if (state === 'PreApplication' || !fate) return []
      const moves = fate(row.point_of_sale_gln, place.payer.gln ?? '')
      const sale = moves.some(({ movement }) => movement === 'Sale')
      return [
        {
          company_id: company.id,
          id: random.id(changedAt),
          request_id: row.id,
          source: 'ItsPortal',
          read_at: row.recorded_at,
          pack_state: sale ? 'Consumed' : 'ReadyToSell',
          result_code: sale ? '60004' : '60003',
          owner_gln: row.point_of_sale_gln,
          says: {
            gtin: row.gtin,
            serialNumber: row.serial_number,
            lotNumber: row.lot_number,
            expiryDate: row.expiry_date,
            pendingGln: null,
            movements: moves.map(({ movement, day, from, to }) => ({
              declarationId: String(random.int(1e11, 9.9e11)),
              declaredAt: new Date(changedAt + day * dayLong).toISOString(),
              movement,
              fromGln: from,
              toGln: to,
              resultCode: '00000',
            })),
            sale: null,
          },
        },
      ]
    }),
  )
  await assess(
    tx,
    company.id,
    made.map(({ row }) => row.id),
  )
  for (const { row, state } of made) await decide(demo, random, row, state, reviewer)
  await tx
    .insertInto('counter')
    .values({ company_id: company.id, name: recordTypeOf.PriceChange, value: count })
    .execute()
}

/** Puts a request into its state, with its time line; a rejection has the reason that was proposed. */
async function decide(
  { tx, company, now }: Demo,
  random: Random,
  row: Row,
  state: PriceChangeState,
  reviewer: string,
): Promise<void> {
  const recorded = new Date(row.recorded_at)
  const at = new Date(Math.min(now.getTime() - 3_600_000, recorded.getTime() + random.int(1, 5) * dayLong))
  const act = done[state]
  const by = state === 'Cancelled' ? row.applicant_name : reviewer
  const { rows } = await sql<{ reason: string | null }>`
    update discount_request r set state = ${state}, validation_flow = case when ${state} = 'PreApplication' then null else r.validation_flow end,
      reject_reason = case when ${state} = 'Rejected' then coalesce(r.suggested #>> '{found,0,reason}', ${priceChangeReasons[0]}) end,
      decided_by = ${act ? by : null}, decided_at = ${act ? at : null}, last_event_at = ${act ? at : recorded}, last_event_by = ${act ? by : row.applicant_name},
      receipt = case when ${state} = 'ApplicationOnThirdPartyDomain' then ${`WH-${random.int(100_000, 999_999)}`} end
    where r.company_id = ${company.id} and r.id = ${row.id} returning r.reject_reason as reason`.execute(tx)
  const reason = rows[0]?.reason ?? null
  const event = (kind: string, when: Date, name: string, facts: Record<string, string> = {}) => ({
    company_id: company.id,
    id: random.id(when.getTime()),
    record_type: recordTypeOf.PriceChange,
    record_id: row.id,
    at: when,
    by_id: null,
    by_name: name,
    kind: `${recordTypeOf.PriceChange}.${kind}`,
    facts,
  })
  await insertMany(tx, 'record_event', [
    event('made', recorded, row.applicant_name),
    ...(state === 'PreApplication'
      ? []
      : [
          event('validated', new Date(recorded.getTime() + 60_000), row.applicant_name, {
            validationFlow: 'ValidateFromITS',
          }),
        ]),
    ...(act ? [event(act, at, by, reason ? { priceChangeReason: reason } : {})] : []),
  ])
}
