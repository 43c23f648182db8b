import { penaltyRules } from '@kervan/contract/porta/penalties'
import { declineReasons, rejectReasons, type RequestState } from '@kervan/contract/porta/words'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { dayLong } from '../../demo/calendar.ts'
import type { Random } from '../../demo/random.ts'
import type { Demo, DemoVariant, LocationRow } from '../../demo/world.ts'
import type { DB } from '../../kit/database/db.gen.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { fold } from '../../kit/lists/fold.ts'
import { validCodeOf } from '../requests/judge.ts'
import { handSaleGln, penaltyPoints, scoresOf, type Points, type Scored } from '../requests/score.ts'
import { programme, refundPlaces } from './refund-data.ts'

// Some 1,500 discount requests of nine months in all states. Most are clean; of one in twenty something speaks against it.

const count = 1_500
const months = 9
/** How many of a hundred stand in each state. */
const shares: Record<RequestState, number> = {
  PreApplication: 6,
  Pending: 24,
  Approved: 12,
  Rejected: 8,
  Cancelled: 4,
  Declined: 2,
  Completed: 10,
  ApplicationOnThirdPartyDomain: 34,
}

type Row = Insertable<DB['discount_request']>
type Place = { pharmacy: LocationRow; payer: LocationRow }

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
  await insertMany(
    tx,
    'pack_evidence',
    rows.filter(({ state }) => state !== 'PreApplication').map((row) => evidenceOf(row, random)),
  )
  await tx
    .insertInto('counter')
    .values({ company_id: company.id, name: 'discountRequest', value: count })
    .execute()
}

const isInProgramme = ({ products }: Demo, id: string) =>
  products.slice(0, programme).some((one) => one.id === id)

async function placesOf(
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

type Applicant = { membershipId: string; name: string; locationId: string }

/** The pharmacist who can sign in, with the place that they apply for. */
async function applicantOf({ tx, company }: Demo): Promise<Applicant | null> {
  const { rows } = await sql<Applicant>`
    select m.id as "membershipId", i.first_name || ' ' || i.last_name as name, coalesce(m.third_party_location_id, m.point_of_sale_id) as "locationId"
    from membership m join identity i on i.id = m.identity_id
    join membership_role mr on mr.company_id = m.company_id and mr.membership_id = m.id
    join role r on r.company_id = m.company_id and r.id = mr.role_id
    where m.company_id = ${company.id} and r.code = 'pharmacyApplicant' limit 1`.execute(tx)
  return rows[0] ?? null
}

type Making = {
  demo: Demo
  random: Random
  at: number
  place: Place
  good: DemoVariant
  pharmacist: Applicant | null
  reviewer: string
  /** Days ago. */
  age: number
  now: Date
}

function requestOf({ demo, random, at, place, good, pharmacist, reviewer, age, now }: Making): Row {
  const { pharmacy, payer } = place
  const recordedAt = new Date(now.getTime() - age * dayLong)
  const sold = new Date(recordedAt.getTime() - random.int(0, 6) * dayLong).toISOString().slice(0, 10)
  const state =
    age < 12 && random.chance(0.7)
      ? random.pick(['PreApplication', 'Pending', 'Pending'] as const)
      : random.weighted(shares)
  const open = state === 'PreApplication' || state === 'Pending'
  const pack = {
    gtin: (good.row.gtin ?? '').padStart(14, '0'),
    serial: random.chance(0.6) ? String(random.int(1e10, 9.9e10)) : serialOf(random),
    lot: `B${random.int(22, 26)}A${String(random.int(1, 99)).padStart(2, '0')}`,
    expiry: new Date(now.getTime() + random.int(200, 1_100) * dayLong).toISOString().slice(0, 8) + '28',
    others: [],
  }
  const planted = random.chance(0.05)
  const scored = scoredOf(pharmacy.gln ?? '', sold, planted, random)
  const points = state === 'PreApplication' ? [] : penaltyPoints(scored, penaltyRules)
  const { data, its } = scoresOf(points)
  const own = pharmacist !== null && pharmacy.id === pharmacist.locationId
  const by = own
    ? { id: pharmacist.membershipId, name: pharmacist.name }
    : { id: random.id(at), name: pharmacy.name }
  const decidedAt = open
    ? null
    : new Date(Math.min(now.getTime() - 3_600_000, recordedAt.getTime() + random.int(1, 9) * dayLong))
  const decidedBy = decidedAt === null ? null : state === 'Cancelled' ? by.name : reviewer
  return {
    company_id: demo.company.id,
    id: random.id(recordedAt.getTime()),
    code: `DR-${String(at + 1).padStart(6, '0')}`,
    state,
    validation_flow:
      state === 'PreApplication'
        ? null
        : random.pick(['ValidateFromImage', 'ValidateFromITS', 'ValidateFromITSViaPortaMate'] as const),
    gtin: pack.gtin,
    serial_number: pack.serial,
    lot_number: pack.lot,
    expiry_date: pack.expiry,
    original_code: `01${pack.gtin}21${pack.serial}␝17${pack.expiry.slice(2).replaceAll('-', '')}10${pack.lot}`,
    valid_code: validCodeOf(pack),
    product_id: good.product.id,
    product_name: good.product.name,
    partner_id: pharmacy.partner_id ?? null,
    point_of_sale_id: pharmacy.id,
    point_of_sale_code: pharmacy.code,
    point_of_sale_name: pharmacy.name,
    point_of_sale_gln: pharmacy.gln ?? '',
    city: pharmacy.city,
    town: pharmacy.district,
    address: pharmacy.address ?? null,
    payment_location_id: payer.id,
    payment_location_code: payer.code,
    payment_location_name: payer.name,
    declared_sale_date: sold,
    valid_sale_date: state === 'PreApplication' ? null : (scored.knownSaleDate ?? sold),
    declaration_id: scored.declaration.its,
    declaration_date: scored.declaration.its ? sold : null,
    reject_reason:
      state === 'Rejected' ? random.pick(rejectReasons.filter((reason) => reason !== 'Other')) : null,
    decline_reason:
      state === 'Declined' ? random.pick(declineReasons.filter((reason) => reason !== 'Other')) : null,
    decided_by: decidedBy,
    decided_at: decidedAt,
    pack_state: state === 'PreApplication' ? null : (scored.its?.packState ?? null),
    data_penalty: data,
    its_penalty: its,
    penalty_points: points,
    applicant_id: by.id,
    applicant_name: by.name,
    record_user_id: by.id,
    record_user_name: by.name,
    recorded_at: recordedAt,
    last_event_at: decidedAt ?? recordedAt,
    last_event_by: decidedBy ?? by.name,
    archived_at: null,
    receipt: state === 'ApplicationOnThirdPartyDomain' ? `WH-${random.int(100_000, 999_999)}` : null,
    search_text: fold(
      [
        `DR-${String(at + 1).padStart(6, '0')}`,
        pack.serial,
        pack.lot,
        pack.gtin,
        good.product.name,
        pharmacy.code,
        pharmacy.name,
      ].join(' '),
    ),
  }
}

const signs = Array.from('0123456789ABCDEFGHJKLMNPQRSTUVWXYZ')
const serialOf = (random: Random) =>
  Array.from({ length: random.int(8, 16) }, () => random.pick(signs)).join('')

/** What speaks against a request: nothing, or one planted fault. */
function scoredOf(gln: string, sold: string, planted: boolean, random: Random): Scored {
  const fault = planted ? random.pick(['handSale', 'date', 'other', 'declaration', 'notSold'] as const) : null
  const id = String(random.int(1e11, 9.9e11))
  const late = new Date(Date.parse(sold) + random.int(4, 25) * dayLong).toISOString().slice(0, 10)
  return {
    samePack: null,
    sameImage: null,
    declaration: {
      read: fault === 'declaration' ? String(Number(id) + 9) : id,
      isSure: true,
      its: fault === 'notSold' ? null : id,
    },
    declaredSaleDate: sold,
    knownSaleDate: fault === 'date' ? late : sold,
    purchasedAt: null,
    otherExpiryOfLot: null,
    inProgramme: true,
    imageShowsPack: true,
    editedWith: null,
    volume: null,
    notes: random.chance(0.04) ? ['SeparatorLost'] : [],
    its: {
      resultCode: fault === 'notSold' ? '60003' : '60004',
      packState: fault === 'notSold' ? 'ReadyToSell' : 'Consumed',
      ownerGln: gln,
      pointOfSaleGln: gln,
      sale:
        fault === 'notSold'
          ? null
          : {
              byGln: fault === 'other' ? '8689999100025' : gln,
              toGln: fault === 'handSale' ? '0000000000000' : '8680000000017',
            },
      saleCancelled: false,
      payerGln: '8680000000017',
    },
  }
}

function evidenceOf(row: Row, random: Random): Insertable<DB['pack_evidence']> {
  const at = new Date(`${String(row.valid_sale_date)}T09:00:00.000Z`).toISOString()
  const bought = new Date(Date.parse(at) - random.int(3, 40) * dayLong).toISOString()
  const gln = row.point_of_sale_gln
  const id = row.declaration_id
  const hit = (rule: string) => (row.penalty_points as Points[]).find((one) => one.rule === rule)
  const seller = String(hit('itsSoldByOther')?.facts['gln'] ?? gln)
  const buyer = hit('itsHandSale') ? handSaleGln : '8680000000017'
  return {
    company_id: row.company_id,
    id: random.id(Date.parse(at)),
    request_id: row.id,
    source: 'ItsPortal',
    read_at: row.recorded_at,
    pack_state: row.pack_state ?? null,
    result_code: row.pack_state === 'Consumed' ? '60004' : '60003',
    owner_gln: gln,
    says: {
      gtin: row.gtin,
      serialNumber: row.serial_number,
      lotNumber: row.lot_number,
      expiryDate: row.expiry_date,
      pendingGln: null,
      movements: [
        {
          declarationId: String(random.int(1e11, 9.9e11)),
          declaredAt: bought,
          movement: 'Receipt',
          fromGln: '8689999200015',
          toGln: gln,
          resultCode: '00000',
        },
        ...(id
          ? [
              {
                declarationId: id,
                declaredAt: at,
                movement: 'Sale',
                fromGln: seller,
                toGln: buyer,
                resultCode: '00000',
              },
            ]
          : []),
      ],
      sale: id ? { declarationId: id, at, toGln: buyer, finalized: true } : null,
    },
  }
}

const kinds = {
  Approved: 'discountRequest.approved',
  Rejected: 'discountRequest.rejected',
  Cancelled: 'discountRequest.cancelled',
  Declined: 'discountRequest.declined',
  Completed: 'discountRequest.reported',
  ApplicationOnThirdPartyDomain: 'discountRequest.forwarded',
} as const

function eventsOf(row: Row, random: Random): Insertable<DB['record_event']>[] {
  const event = (kind: string, at: Date, by: string, facts: Record<string, string> = {}) => ({
    company_id: row.company_id,
    id: random.id(at.getTime()),
    record_type: 'discountRequest',
    record_id: row.id,
    at,
    by_id: null,
    by_name: by,
    kind,
    facts,
  })
  const recorded = row.recorded_at
  const kind = row.state in kinds ? kinds[row.state as keyof typeof kinds] : null
  return [
    event('discountRequest.made', recorded, row.record_user_name),
    ...(row.validation_flow
      ? [
          event('discountRequest.validated', new Date(recorded.getTime() + 60_000), row.record_user_name, {
            validationFlow: row.validation_flow,
          }),
        ]
      : []),
    ...(kind && row.decided_at
      ? [
          event(kind, row.decided_at, row.last_event_by, {
            ...(row.reject_reason && { discountRejectReason: row.reject_reason }),
            ...(row.decline_reason && { declineReason: row.decline_reason }),
          }),
        ]
      : []),
  ]
}
