import type { Insertable } from 'kysely'
import { dayLong } from '../../demo/calendar.ts'
import type { Random } from '../../demo/random.ts'
import type { DB } from '../../kit/database/db.gen.ts'
import { handSaleGln, type Points } from '../requests/score.ts'
import type { Row } from './request-row.ts'

// What stands beside a discount request of the demo: what ITS said of its pack, and its time line.

export function evidenceOf(row: Row, warehouseGln: string, random: Random): Insertable<DB['pack_evidence']> {
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
          fromGln: warehouseGln,
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

export function eventsOf(row: Row, random: Random): Insertable<DB['record_event']>[] {
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
