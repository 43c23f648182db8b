import { penaltyRules } from '@kervan/contract/porta/penalties'
import { declineReasons, rejectReasons, type RequestState } from '@kervan/contract/porta/words'
import type { Insertable } from 'kysely'
import { dayLong } from '../../demo/calendar.ts'
import type { Random } from '../../demo/random.ts'
import type { Demo, DemoVariant, LocationRow } from '../../demo/world.ts'
import type { DB } from '../../kit/database/db.gen.ts'
import { fold } from '../../kit/lists/fold.ts'
import { validCodeOf } from '../requests/judge.ts'
import { penaltyPoints, scoresOf, type Scored } from '../requests/score.ts'

// One discount request of the demo as its row: its pack, its state, and what speaks against it.

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

export type Row = Insertable<DB['discount_request']>
export type Place = { pharmacy: LocationRow; payer: LocationRow }
/** The pharmacist who can sign in, with the place that they apply for. */
export type Applicant = { membershipId: string; name: string; locationId: string }

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

export function requestOf({ demo, random, at, place, good, pharmacist, reviewer, age, now }: Making): Row {
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
