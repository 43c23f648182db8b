import type { RecordEvent } from '@kervan/contract/kit/record-event'
import { IconCircle } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { tDynamic, useWords } from '../i18n/words.ts'
import { useFormats } from '../values/format.ts'
import type { Look } from '../values/looks.ts'
import css from './recordEvents.module.css'

type Props = {
  events: readonly RecordEvent[]
  /** How each kind of event looks. */
  looks: Readonly<Record<string, Look>>
  /** Why it was done, beside what was done. */
  Why?: ComponentType<{ event: RecordEvent }>
}

/** What happened to a record, newest first: what and why on the left, who and when on the right (ORD-013). */
export function RecordEvents({ events, looks, Why }: Props) {
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
              {Why && <Why event={event} />}
            </span>
            <span className={css.eventBy}>
              {event.facts['behalf']
                ? t('kit.onBehalf', { by: event.by, name: event.facts['behalf'] })
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

/** Figures in the reader's digits; `count` stays a number, for it chooses the plural. */
function numbered(facts: RecordEvent['facts'], number: (value: number) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      name !== 'count' && typeof value === 'number' ? number(value) : value,
    ]),
  )
}
