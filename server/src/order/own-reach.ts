import { addMonths } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { applicantWindowMonths } from '@kervan/contract/order/words'
import { dayIn } from '../kit/clock.ts'
import type { SessionContext } from '../kit/context.ts'
import type { DayWindow } from '../kit/lists/window.ts'
import { orderSettings } from './order-settings.ts'

/** My Orders reach six months back, and to the company's archive date at most (ORD-011). Throws `WindowTooEarly`. */
export async function assertWithinReach(
  { tx, actor, now }: Pick<SessionContext, 'tx' | 'actor' | 'now'>,
  window: DayWindow,
): Promise<void> {
  const { timeZone } = actor.company
  const { archiveDate } = await orderSettings(tx, actor.company)
  const sixMonthsAgo = addMonths(dayIn(timeZone, now), -applicantWindowMonths)
  const from = archiveDate !== null && archiveDate > sixMonthsAgo ? archiveDate : sixMonthsAgo
  if (window.from < from) throw refusal('WindowTooEarly', { from })
}
