import { exact, hundred } from '@kervan/contract/lma/exact'
import type { ScenarioInputs, SimulationBase } from '@kervan/contract/lma/scenarios'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../lma.module.css'
import { Scrolled } from '../Scrolled.tsx'
import { gridOf, gridSteps } from './reckon.ts'

const percent = (step: string) => exact(step).times(hundred).toFixed(0)

/** Prices by steps of quote and rate; where the limit is reached, the price changes. */
export function Grid({ base, said }: { base: SimulationBase; said: ScenarioInputs }) {
  const { t } = useWords()
  const format = useFormats()
  const rows = gridOf(base, said)
  const sign = (step: string) => `${exact(step).sign() > 0 ? '+' : ''}${percent(step)} %`
  return (
    <Scrolled label={t('lma.simulation.quoteByRate')}>
      <table className={css.heat}>
        <thead>
          <tr>
            <th scope="col">{t('lma.simulation.quoteByRate')}</th>
            {gridSteps.map((step) => (
              <th key={step} scope="col">
                {sign(step)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => {
            const step = gridSteps[at] ?? '0'
            return (
              <tr key={step}>
                <th scope="row">{sign(step)}</th>
                {cells.map((cell, column) => (
                  <td
                    key={gridSteps[column]}
                    data-change={cell.changeExpected ? (cell.move.sign() > 0 ? 'up' : 'down') : undefined}
                  >
                    {format.number(cell.price.toFixed(0))}
                    {cell.changeExpected && <span aria-hidden>{cell.move.sign() > 0 ? ' ▲' : ' ▼'}</span>}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Scrolled>
  )
}
