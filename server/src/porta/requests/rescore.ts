import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Tx } from '../../kit/database/db.ts'
import { portaSettings } from '../settings.ts'
import { assess } from './assess.ts'
import { readEvidence, readImages, type EvidenceRow, type ImageRow } from './evidence.ts'
import { penaltyPoints, scoresOf, type ItsFacts, type Scored } from './score.ts'

// The scores of requests are worked out anew whenever something new is known of them, and stay as they are once somebody
// has decided (DSC-014).

type Row = {
  id: string
  gtin: string
  serialNumber: string
  pointOfSaleGln: string
  declaredSaleDate: string
  declarationId: string | null
  notes: string[]
  inProgramme: boolean | null
  samePackOther: string | null
  samePackOwn: string | null
  otherExpiry: string | null
}

/** The day of an instant by the company's clock: a sale after midnight belongs to the day that has begun. */
type DayOf = (at: string | undefined) => string | null

async function dayOfCompany(tx: Tx, companyId: number): Promise<DayOf> {
  const { time_zone: timeZone } = await tx
    .selectFrom('company')
    .select('time_zone')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return (at) => (at === undefined ? null : dayIn(timeZone, new Date(at)))
}

/**
 * Works out anew what follows from what is known of these requests, as far as they still wait for a decision: the scores of discount
 * requests, and what is suggested for price-change refunds.
 */
export async function rescore(
  tx: Tx,
  { payerGln }: { payerGln: string | null },
  companyId: number,
  requestIds: readonly string[],
): Promise<void> {
  await assess(tx, companyId, requestIds)
  const rows = await readOpen(tx, companyId, requestIds)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const evidence = Map.groupBy(await readEvidence(tx, companyId, ids), ({ requestId }) => requestId)
  const images = Map.groupBy(await readImages(tx, companyId, ids), ({ requestId }) => requestId)
  const looks = await sameLooks(tx, companyId, ids)
  const volumes = await volumesOf(tx, companyId, ids)
  const { weights } = await portaSettings(tx, { id: companyId })
  const dayOf = await dayOfCompany(tx, companyId)
  const scored = rows.map((row) => {
    const its = (evidence.get(row.id) ?? []).filter(({ source }) => source !== 'Image')
    const points = penaltyPoints(
      {
        ...factsOf(row, images.get(row.id) ?? [], its, looks.get(row.id) ?? null, payerGln, dayOf),
        volume: volumes.get(row.id) ?? null,
      },
      weights,
    )
    return { id: row.id, points, ...scoresOf(points), its: its[0] }
  })
  await sql`
    update discount_request r set data_penalty = s.data, its_penalty = s.its, penalty_points = s.points, pack_state = coalesce(s.state, r.pack_state), valid_sale_date = coalesce(s.sold, r.valid_sale_date)
    from unnest(${scored.map(({ id }) => id)}::uuid[], ${scored.map(({ data }) => data)}::int[], ${scored.map((one) => scoresOf(one.points).its)}::int[],
      ${scored.map(({ points }) => JSON.stringify(points))}::jsonb[], ${scored.map(({ its }) => its?.packState ?? null)}::text[],
      ${scored.map(({ its }) => dayOf(its?.says.sale?.at))}::date[]) as s (id, data, its, points, state, sold)
    where r.company_id = ${companyId} and r.id = s.id`.execute(tx)
}

async function readOpen(tx: Tx, companyId: number, requestIds: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.gtin, r.serial_number as "serialNumber", r.point_of_sale_gln as "pointOfSaleGln", r.declared_sale_date::text as "declaredSaleDate", r.declaration_id as "declarationId", r.code_notes as notes,
      (select d.required_rate > d.applied_rate from discount_rate d where d.company_id = ${companyId} and d.product_id = r.product_id
        and d.valid_from <= r.declared_sale_date and coalesce(d.valid_to, 'infinity') >= r.declared_sale_date limit 1) as "inProgramme",
      (select o.code from discount_request o where o.company_id = ${companyId} and o.kind = r.kind and o.gtin = r.gtin and o.serial_number = r.serial_number and o.id <> r.id and o.state <> 'Cancelled'
        and o.point_of_sale_id <> r.point_of_sale_id order by o.recorded_at limit 1) as "samePackOther",
      (select o.code from discount_request o where o.company_id = ${companyId} and o.kind = r.kind and o.gtin = r.gtin and o.serial_number = r.serial_number and o.id <> r.id and o.state <> 'Cancelled'
        and o.point_of_sale_id = r.point_of_sale_id and o.id is distinct from r.made_from_id order by o.recorded_at limit 1) as "samePackOwn",
      (select o.expiry_date::text from discount_request o where o.company_id = ${companyId} and o.gtin = r.gtin and o.lot_number = r.lot_number and o.expiry_date <> r.expiry_date limit 1) as "otherExpiry"
    from discount_request r where r.company_id = ${companyId} and r.id = any(${[...requestIds]}::uuid[]) and r.kind = 'InstitutionalDiscount' and r.state in ('PreApplication', 'Pending') and r.archived_at is null`.execute(
    tx,
  )
  return rows
}

/** Of each request, another one that has a picture of the same look. */
async function sameLooks(tx: Tx, companyId: number, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; request: string; isOwn: boolean }>`
    select distinct on (i.request_id) i.request_id as id, o.code as request, o.point_of_sale_id = r.point_of_sale_id as "isOwn"
    from discount_image i join discount_request r on r.company_id = i.company_id and r.id = i.request_id
    join discount_image other on other.company_id = i.company_id and other.look = i.look and other.request_id <> i.request_id
    join discount_request o on o.company_id = i.company_id and o.id = other.request_id and o.kind = r.kind and o.id is distinct from r.made_from_id
    where i.company_id = ${companyId} and i.request_id = any(${[...ids]}::uuid[]) and i.look is not null
    order by i.request_id, "isOwn", o.code`.execute(tx)
  return new Map(
    rows.map(({ id, request, isOwn }) => [id, { of: isOwn ? 'own' : 'other', request }] as const),
  )
}

const volumeDays = 30
/** With fewer other points of sale in the city there is no ordinary volume. */
const fewestPeers = 3

/**
 * Of each request, how many its point of sale has made in the last 30 days, and the median of the others in its city that
 * have made any.
 */
async function volumesOf(tx: Tx, companyId: number, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; count: number; median: number }>`
    with asked as (
      select r.id, r.point_of_sale_id as pos, r.city from discount_request r where r.company_id = ${companyId} and r.id = any(${[...ids]}::uuid[])),
    counted as (
      select o.city, o.point_of_sale_id as pos, count(*)::int as n from discount_request o
      where o.company_id = ${companyId} and o.kind = 'InstitutionalDiscount' and o.state <> 'Cancelled' and o.recorded_at > now() - make_interval(days => ${volumeDays}) and o.city in (select city from asked)
      group by o.city, o.point_of_sale_id),
    compared as (
      select own.pos, own.city, own.n, count(*) as peers, percentile_cont(0.5) within group (order by peer.n) as median
      from counted own join counted peer on peer.city = own.city and peer.pos <> own.pos
      where own.pos in (select pos from asked)
      group by own.pos, own.city, own.n)
    select asked.id, compared.n as count, compared.median::float8 as median from asked join compared on compared.pos = asked.pos and compared.city = asked.city
    where compared.peers >= ${fewestPeers}`.execute(tx)
  return new Map(rows.map(({ id, ...volume }) => [id, volume] as const))
}

function factsOf(
  row: Row,
  images: readonly ImageRow[],
  its: readonly EvidenceRow[],
  sameImage: Scored['sameImage'],
  payerGln: string | null,
  dayOf: DayOf,
): Omit<Scored, 'volume'> {
  const [newest] = its
  const sale = its.find(({ says }) => says.sale)?.says.sale ?? null
  const read = images.flatMap(({ reading }) => reading.fields?.declarationId ?? []).at(-1)
  const readDate = images.flatMap(({ reading }) => reading.fields?.declaredAt ?? []).at(-1)
  return {
    samePack: row.samePackOther
      ? { of: 'other', request: row.samePackOther }
      : row.samePackOwn
        ? { of: 'own', request: row.samePackOwn }
        : null,
    sameImage,
    declaration: {
      read: row.declarationId ?? read?.value ?? null,
      isSure: row.declarationId !== null || read?.trust === 'auto',
      its: sale?.declarationId ?? null,
    },
    declaredSaleDate: row.declaredSaleDate,
    knownSaleDate: dayOf(sale?.at) ?? (readDate?.trust === 'auto' ? readDate.value.slice(0, 10) : null),
    purchasedAt: purchaseOf(its, row.pointOfSaleGln, dayOf),
    otherExpiryOfLot: row.otherExpiry,
    inProgramme: row.inProgramme,
    imageShowsPack: images.length === 0 ? null : images.some(({ state }) => state === 'Matched'),
    editedWith: images.find(({ editedWith }) => editedWith !== null)?.editedWith ?? null,
    notes: row.notes,
    its: newest ? itsFacts(newest, its, row.pointOfSaleGln, payerGln) : null,
  }
}

const movementsOf = (its: readonly EvidenceRow[]) =>
  its.find(({ says }) => says.movements.length > 0)?.says.movements ?? []

/** The day on which the point of sale took the pack into its stock. */
const purchaseOf = (its: readonly EvidenceRow[], gln: string, dayOf: DayOf): string | null =>
  dayOf(
    movementsOf(its).findLast(({ movement, toGln }) => movement === 'Receipt' && toGln === gln)?.declaredAt,
  )

function itsFacts(
  newest: EvidenceRow,
  its: readonly EvidenceRow[],
  gln: string,
  payerGln: string | null,
): ItsFacts {
  const movements = movementsOf(its)
  const sold = movements.findLast(({ movement }) => movement === 'Sale' || movement === 'SaleCancel')
  const sale = its.find(({ says }) => says.sale)?.says.sale ?? null
  return {
    resultCode: newest.resultCode,
    packState: newest.packState,
    ownerGln: newest.ownerGln,
    pointOfSaleGln: gln,
    sale: sale && {
      byGln: movements.findLast(({ movement }) => movement === 'Sale')?.fromGln ?? null,
      toGln: sale.toGln,
    },
    saleCancelled: sold?.movement === 'SaleCancel',
    payerGln,
  }
}
