import { sql } from 'kysely'
import { dayLong } from '../../demo/calendar.ts'
import type { Random } from '../../demo/random.ts'
import type { Demo, LocationRow } from '../../demo/world.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { partsOf } from '../../kit/parts.ts'
import type { SeenPack } from '../../kit/records/pack-seen.ts'
import { programme, refundPlaces } from './refund-data.ts'
import { eventsOf, evidenceOf } from './request-facts.ts'
import { requestOf, type Applicant, type Place, type Row } from './request-row.ts'

// Some 1,500 discount requests of nine months in all states. Most are clean; of one in twenty something speaks against it.

const count = 1_500
const months = 9
/** Of so many packs, the newest, the trace inquiry knows the way from the manufacturer on. */
const tracedPacks = 400
export async function insertDiscountRequests(demo: Demo, random: Random): Promise<void> {
  const { tx, company, variants, now, people } = demo
  const { pharmacies } = refundPlaces(demo)
  const places = await placesOf(demo, pharmacies)
  const goods = variants.filter(({ row, product }) => row.gtin && isInProgramme(demo, product.id))
  if (places.length === 0 || goods.length === 0) return
  const pharmacist = await applicantOf(demo)
  const rows = Array.from({ length: count }, (_, at): Row =>
    requestOf({
      demo,
      random,
      at,
      place:
        at % 9 === 0
          ? (places.find(({ pharmacy }) => pharmacy.id === pharmacist?.locationId) ?? random.pick(places))
          : random.pick(places),
      good: random.pick(goods),
      pharmacist,
      reviewer: people.managers[0]?.name ?? 'Kervan',
      age: (count - at) * ((months * 30) / count),
      now,
    }),
  )
  await insertMany(tx, 'discount_request', rows)
  await insertMany(
    tx,
    'record_event',
    rows.flatMap((row) => eventsOf(row, random)),
  )
  const glns = new Map(places.map(({ payer }) => [payer.id, payer.gln ?? '']))
  const evidence = rows
    .filter(({ state }) => state !== 'PreApplication')
    .map((row) => evidenceOf(row, glns.get(row.payment_location_id) ?? '', random))
  await insertMany(tx, 'pack_evidence', evidence)
  for (const keep of partsOf('packsSeen'))
    await keep(
      tx,
      company.id,
      evidence.slice(-tracedPacks).map(({ says }) => wholeLife(says as SeenPack)),
    )
  await tx
    .insertInto('counter')
    .values({ company_id: company.id, name: 'discountRequest', value: count })
    .execute()
}

const isInProgramme = ({ products }: Demo, id: string) =>
  products.slice(0, programme).some((one) => one.id === id)

export async function placesOf(
  { tx, company, locations }: Demo,
  pharmacies: readonly LocationRow[],
): Promise<Place[]> {
  const { rows } = await sql<{ pharmacy: string; payer: string }>`
    select distinct on (point_of_sale_id) point_of_sale_id as pharmacy, warehouse_id as payer from payment_location where company_id = ${company.id} order by point_of_sale_id, id`.execute(
    tx,
  )
  const byId = new Map([...pharmacies, ...locations].map((row) => [row.id, row]))
  return rows.flatMap(({ pharmacy, payer }) => {
    const [from, to] = [byId.get(pharmacy), byId.get(payer)]
    return from && to ? [{ pharmacy: from, payer: to }] : []
  })
}

export async function applicantOf({ tx, company }: Demo): Promise<Applicant | null> {
  const { rows } = await sql<Applicant>`
    select m.id as "membershipId", i.first_name || ' ' || i.last_name as name, coalesce(m.third_party_location_id, m.point_of_sale_id) as "locationId"
    from membership m join identity i on i.id = m.identity_id
    join membership_role mr on mr.company_id = m.company_id and mr.membership_id = m.id
    join role r on r.company_id = m.company_id and r.id = mr.role_id
    where m.company_id = ${company.id} and r.code = 'pharmacyApplicant' limit 1`.execute(tx)
  return rows[0] ?? null
}

/** The manufacturer of the demo (domain/pharma 9: a made-up number). */
const manufacturerGln = '8699999000003'

/** A pack with what came before the pharmacy had it: made, shipped to the warehouse, received there, shipped on. */
function wholeLife(pack: SeenPack): SeenPack {
  const [receipt] = pack.movements
  if (!receipt) return pack
  const before = (days: number, movement: string, fromGln: string | null, toGln: string | null) => ({
    declarationId: `${receipt.declarationId}${days}`,
    declaredAt: new Date(Date.parse(receipt.declaredAt) - days * dayLong).toISOString(),
    movement,
    fromGln,
    toGln,
    resultCode: '00000',
  })
  const warehouseGln = receipt.fromGln
  return {
    ...pack,
    movements: [
      before(90, 'Production', manufacturerGln, null),
      before(60, 'Dispatch', manufacturerGln, warehouseGln),
      before(58, 'Receipt', manufacturerGln, warehouseGln),
      before(1, 'Dispatch', warehouseGln, receipt.toGln),
      ...pack.movements,
    ],
  }
}
