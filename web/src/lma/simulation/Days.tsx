import { hundred } from '@kervan/contract/lma/exact'
import type { ScenarioInputs, SimulationBase } from '@kervan/contract/lma/scenarios'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../lma.module.css'
import { Scrolled } from '../Scrolled.tsx'
import { DecimalInput } from './DecimalInput.tsx'
import { pathOf } from './reckon.ts'

type Props = {
  base: SimulationBase
  said: ScenarioInputs
  onChange: (path: ScenarioInputs['path']) => void
}

/** The coming weekdays: with the quotes and rates of the scenario the price changes where the limit is reached. */
export function Days({ base, said, onChange }: Props) {
  const { t, column } = useWords()
  const format = useFormats()
  const days = pathOf(base, said)
  const say = (at: number, field: 'quote' | 'rate', value: string | null) => {
    // Days up to the one that is changed are said as they stand; what follows is carried on from the last one.
    const told = days.slice(0, Math.max(at + 1, said.path.length)).map(({ quote, rate }) => ({
      quote: quote.toFixed(3),
      rate: rate.toFixed(4),
    }))
    const changed = told[at]
    if (changed && value !== null) told[at] = { ...changed, [field]: value }
    onChange(value === null ? told.slice(0, at) : told)
  }
  return (
    <Scrolled label={t('lma.simulation.inForceAfter')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{column('day')}</th>
            <th scope="col">{t('lma.input.quote')}</th>
            <th scope="col">{t('lma.input.rate')}</th>
            <th scope="col">{t('column.marketMove')}</th>
            <th scope="col">{t('column.expectedPrice')}</th>
            <th scope="col">{t('lma.simulation.inForceAfter')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, quote, rate, result }, at) => (
            <tr key={day}>
              <th scope="row">{format.date(day)}</th>
              {(
                [
                  ['quote', quote.toFixed(3)],
                  ['rate', rate.toFixed(4)],
                ] as const
              ).map(([field, value]) => (
                <td key={field}>
                  <DecimalInput
                    label={null}
                    name={`${t(`lma.input.${field}`)}, ${format.date(day)}`}
                    placeholder={format.number(value)}
                    value={said.path[at]?.[field] ?? null}
                    isPositive
                    onChange={(next) => say(at, field, next)}
                  />
                </td>
              ))}
              <td>{result && `${format.number(result.move.times(hundred).toFixed(2))} %`}</td>
              <td>{result && format.number(result.price.toFixed(2))}</td>
              <td data-trigger={result?.changes || undefined}>
                {result && format.number(result.inForce.toFixed(2))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}
