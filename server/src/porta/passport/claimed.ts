import type { PackEntry } from '@kervan/contract/kit/pack-passport'
import { requestTabs } from '@kervan/contract/porta/tabs'
import { statesOfTab, type RequestSide } from '@kervan/contract/porta/states'
import {
  priceChangeStates,
  priceChangeTabOf,
  type RequestKind,
  type RequestState,
} from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import { packEntry, type TellsOfPack } from '../../kit/records/pack-passport.ts'
import { aboutPack, sideOf } from './sides.ts'

// What was applied for about a pack: requests of both kinds, each within the rows that its list shows.

type Row = {
  id: string
  code: string
  state: RequestState
  archived: boolean
  recordedAt: Date
  lot: string
  expiry: string
  place: string
  payer: string
  reason: string | null
}

export const claims = (kind: RequestKind): TellsOfPack => ({
  chapter: 'claimed',
  async tell({ tx, actor }, pack) {
    const side = sideOf(actor, kind)
    if (side === null) return null
    const { rows } = await sql<Row>`
      select r.id, r.code, r.state, r.archived_at is not null as archived, r.recorded_at as "recordedAt", r.lot_number as lot, r.expiry_date::text as expiry,
        r.point_of_sale_name as place, r.payment_location_name as payer, r.decision_memo as reason
      from discount_request r where ${aboutPack(actor, side, kind, pack)}`.execute(tx)
    return {
      lotNumber: rows[0]?.lot ?? null,
      expiryDate: rows[0]?.expiry ?? null,
      entries: rows.map((row) =>
        packEntry({
          kind: kind === 'PriceChange' ? 'RefundClaimed' : 'DiscountClaimed',
          at: row.recordedAt.toISOString(),
          code: row.code,
          word: {
            group: kind === 'PriceChange' ? 'priceChangeRequest' : 'discountRequest',
            value: row.state,
          },
          from: row.place,
          to: row.payer,
          note: row.reason,
          opens: opensAt(kind, side, row),
        }),
      ),
    }
  },
})

function opensAt(kind: RequestKind, side: RequestSide, { id, state, archived }: Row): PackEntry['opens'] {
  const request = { request: id }
  if (kind === 'PriceChange') {
    const shown = priceChangeStates.find((one) => one === state)
    return {
      to:
        side === 'applicant'
          ? '/porta/my-price-change-refund-requests'
          : '/porta/price-change-refund-requests',
      search: { ...request, tab: shown ? priceChangeTabOf[shown] : 'pending' },
    }
  }
  const tab = archived ? 'archived' : requestTabs.find((one) => statesOfTab(one).includes(state))
  return {
    to:
      side === 'applicant'
        ? '/order/my-institutional-discount-requests'
        : '/order/institutional-discount-requests',
    search: { ...request, tab: side === 'auditor' ? 'inspection' : (tab ?? 'pending') },
  }
}
