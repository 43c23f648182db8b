import type { RecordEvent } from '@kervan/contract/order/order-view'
import { decisions } from '@kervan/contract/order/states'
import {
  IconCheck,
  IconCircle,
  IconCircleCheck,
  IconClockExclamation,
  IconFileMinus,
  IconFilePlus,
  IconHeartbeat,
  IconSend,
  IconShoppingCart,
  type TablerIcon,
  IconTruckDelivery,
  IconBan,
  IconX,
} from '@tabler/icons-react'
import { useFormats } from '../../kit/values/format.ts'
import { tDynamic, useWords } from '../../kit/i18n/words.ts'
import type { Tone } from '../../kit/values/looks.ts'
import { useHealthProblem } from './healthProblem.ts'
import css from './order.module.css'
import { cancelAction, managerActions } from './orderActions.tsx'

/** What was done looks as the action that does it. */
const tones = { primary: 'green', danger: 'red', default: 'blue' } as const
const looks: Record<string, { icon: TablerIcon; tone: Tone }> = {
  'order.placed': { icon: IconShoppingCart, tone: 'grey' },
  ...Object.fromEntries(
    [...managerActions, cancelAction].map(({ key, icon, tone = 'default' }) => [
      `order.${decisions[key]}`,
      { icon, tone: tones[tone] },
    ]),
  ),
  'order.completed': { icon: IconCircleCheck, tone: 'green' },
  'order.sentExternal': { icon: IconSend, tone: 'amber' },
  'order.externalOverdue': { icon: IconClockExclamation, tone: 'amber' },
  'order.goodsIssued': { icon: IconTruckDelivery, tone: 'blue' },
  'order.autoCancelled': { icon: IconBan, tone: 'red' },
  'order.medulaRequested': { icon: IconHeartbeat, tone: 'grey' },
  'order.medulaNotified': { icon: IconHeartbeat, tone: 'green' },
  'order.medulaFailed': { icon: IconHeartbeat, tone: 'red' },
  'preOrder.placed': { icon: IconShoppingCart, tone: 'grey' },
  'preOrder.approved': { icon: IconCheck, tone: 'green' },
  'preOrder.approvedBlacklisted': { icon: IconCheck, tone: 'green' },
  'preOrder.rejected': { icon: IconX, tone: 'red' },
  'preOrder.cancelled': { icon: IconBan, tone: 'red' },
  'order.documentAdded': { icon: IconFilePlus, tone: 'grey' },
  'order.documentRemoved': { icon: IconFileMinus, tone: 'grey' },
}

/** What happened to the order or pre-approval order, newest first: what and why on the left, who and when on the right (ORD-013). */
export function OrderEvents({ events }: { events: readonly RecordEvent[] }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <ol className={css.events}>
      {events.map((event) => {
        const { icon: Icon, tone } = looks[event.kind] ?? { icon: IconCircle, tone: 'grey' as const }
        return (
          <li key={event.id} className={css.event}>
            <span className={css.eventIcon} data-tone={tone}>
              <Icon size={13} stroke={2} aria-hidden />
            </span>
            <span className={css.eventWords}>
              {tDynamic(t, `event.${event.kind}`, event.kind, numbered(event.facts, format.number))}
              <Why event={event} />
            </span>
            <span className={css.eventBy}>
              {event.facts['behalf']
                ? t('order.deputy.onBehalf', { by: event.by, name: event.facts['behalf'] })
                : event.by}{' '}
              ·{' '}
              <time dateTime={event.at} title={format.dateTimeSeconds(event.at)}>
                {format.dateTime(event.at)}
              </time>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Why({ event: { facts } }: { event: RecordEvent }) {
  const { state } = useWords()
  const problemWords = useHealthProblem()
  const said = (group: 'rejectReason' | 'preApprovalReason', of: unknown) =>
    typeof of === 'string' && of !== 'None' ? state(group, of) : null
  const reason = said('rejectReason', facts.reason) ?? said('preApprovalReason', facts.preApprovalReason)
  const memo = typeof facts.memo === 'string' && facts.memo !== '' ? facts.memo : null
  const problem = typeof facts.problem === 'string' ? problemWords(facts.problem) : null
  if (!reason && !memo && !problem) return null
  return <span className="k-quiet"> · {[reason, memo, problem].filter(Boolean).join(': ')}</span>
}

/** Figures in the reader's digits; `count` stays a number, for it chooses the plural. */
function numbered(facts: RecordEvent['facts'], number: (value: number) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      name !== 'count' && typeof value === 'number' ? number(value) : value,
    ]),
  )
}
