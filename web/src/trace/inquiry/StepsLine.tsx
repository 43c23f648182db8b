import type { OutputOf } from '@kervan/contract/kit/call'
import type { getPackPlaces } from '@kervan/contract/trace/inquiry'
import { IconArrowRight } from '@tabler/icons-react'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from './views.module.css'

type Steps = OutputOf<typeof getPackPlaces>['steps']
type Place = NonNullable<Steps[number]['from']>
const nameOf = ({ name, gln }: Place) => name ?? gln

/** What happened to the packs of an answer, day by day; those that went the same way on a day stand together. */
export function StepsLine({ steps }: { steps: Steps }) {
  const { t, state } = useWords()
  const format = useFormats()
  if (steps.length === 0) return <p className={css.none}>{t('trace.pack.noMovements')}</p>
  const days = [...Map.groupBy(steps, ({ day }) => day)]
  return (
    <ol className={css.days}>
      {days.map(([day, own]) => (
        <li key={day}>
          <time className={css.day} dateTime={day}>
            {format.date(day)}
          </time>
          <ul>
            {own.map(({ movement, from, to, packs }) => (
              <li key={`${movement} ${from?.gln} ${to?.gln}`}>
                <strong>{state('itsMovement', movement)}</strong>
                {from && <span>{nameOf(from)}</span>}
                {from && to && <IconArrowRight size={14} aria-hidden />}
                {to && <span>{nameOf(to)}</span>}
                <span className={css.count}>{tPlural(t, 'trace.count', packs, format.number(packs))}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
