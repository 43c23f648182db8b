import {
  discountRequests,
  inspectedRequests,
  myDiscountRequests,
} from '@kervan/contract/porta/discount-requests'
import { myPriceChangeRequests, priceChangeRequests } from '@kervan/contract/porta/price-change-requests'
import type { RequestSide } from '@kervan/contract/porta/states'
import type { RequestKind } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { holds } from '../../kit/http/gates.ts'
import { packEntriesAtMost, type AskedPack } from '../../kit/records/pack-passport.ts'
import { requestScope } from '../requests/scope.ts'

// From which side a reader sees requests of a kind, and those of one pack.

type Actor = SessionContext['actor']

/** The widest side from which the reader sees requests of a kind; null where they see none. */
export function sideOf(actor: Actor, kind: RequestKind): RequestSide | null {
  const sides =
    kind === 'PriceChange'
      ? ([
          ['reviewer', priceChangeRequests.page],
          ['applicant', myPriceChangeRequests.page],
        ] as const)
      : ([
          ['reviewer', discountRequests.page],
          ['auditor', inspectedRequests.page],
          ['applicant', myDiscountRequests.page],
        ] as const)
  return sides.find(([, list]) => holds(list, actor))?.[0] ?? null
}

/** Conditions on `discount_request r`: the requests about a pack that are seen from a side, newest first and not too many. */
export const aboutPack = (actor: Actor, side: RequestSide, kind: RequestKind, pack: AskedPack) =>
  sql`${sql.join(requestScope(actor, side, kind), sql` and `)} and r.gtin = ${pack.gtin} and r.serial_number = ${pack.serialNumber}
    order by r.recorded_at desc limit ${packEntriesAtMost}`
