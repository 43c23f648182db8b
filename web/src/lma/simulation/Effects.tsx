import { expectationUnit } from '@kervan/contract/lma/price-units'
import type { ScenarioInputs, SimulationBase } from '@kervan/contract/lma/scenarios'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../lma.module.css'
import { effectsOf } from './reckon.ts'

/** What each factor does alone, the largest first. */
export function Effects({ base, said }: { base: SimulationBase; said: ScenarioInputs }) {
  const { t } = useWords()
  const format = useFormats()
  const effects = effectsOf(base, said)
  const most = Math.max(1, ...effects.map(({ effect }) => effect.abs().toChart()))
  return (
    <table className={css.waterfall}>
      <tbody>
        {effects.map(({ factor, effect }) => (
          <tr key={factor}>
            <th scope="row">{t(`lma.simulation.shock.${factor}`)}</th>
            <td>
              {format.number(effect.toFixed(2))} {expectationUnit}
            </td>
            <td className={css.track} aria-hidden>
              <span
                aria-hidden
                className={css.bar}
                data-down={effect.sign() < 0 || undefined}
                style={{ insetInlineStart: 0, width: `${(effect.abs().toChart() / most) * 100}%` }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
