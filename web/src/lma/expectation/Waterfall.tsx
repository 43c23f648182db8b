import { expectationUnit } from '@kervan/contract/lma/price-units'
import type { Expectation } from '@kervan/contract/lma/expectations'
import { exact, sumOf } from '@kervan/contract/lma/exact'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../lma.module.css'

type Props = { parts: Expectation['parts']; change: string }

/** What a change consists of, as a table with a bar for each part: each begins where the one before it ended. */
export function Waterfall({ parts, change }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const steps = parts.map(({ part, value }, index) => {
    const from = sumOf(parts.slice(0, index).map((one) => exact(one.value)))
    return { part, value, from: from.toChart(), to: from.plus(exact(value)).toChart() }
  })
  const marks = [0, ...steps.flatMap(({ from, to }) => [from, to])]
  const [low, high] = [Math.min(...marks), Math.max(...marks)]
  const place = (value: number) => (high === low ? 0 : ((value - low) / (high - low)) * 100)
  const bar = (from: number, to: number, name: string) => (
    <span
      aria-hidden
      className={css.bar}
      data-part={name}
      data-down={to < from || undefined}
      style={{
        insetInlineStart: `${place(Math.min(from, to))}%`,
        width: `${place(Math.max(from, to)) - place(Math.min(from, to))}%`,
      }}
    />
  )
  return (
    <table className={css.waterfall} aria-label={t('lma.expectation.parts')}>
      <thead>
        <tr>
          <th scope="col">{t('lma.expectation.part')}</th>
          <th scope="colgroup" colSpan={2}>
            {expectationUnit}
          </th>
        </tr>
      </thead>
      <tbody>
        {steps
          .filter(({ part, value }) => part !== 'tax' && !(exact(value).sign() === 0 && part !== 'cross'))
          .map(({ part, value, from, to }) => (
            <tr key={part}>
              <th scope="row">{t(`lma.part.${part}`)}</th>
              <td>{format.number(value)}</td>
              <td className={css.track}>{bar(from, to, part)}</td>
            </tr>
          ))}
        <tr className={css.sum}>
          <th scope="row">{t('lma.expectation.sum')}</th>
          <td>{format.number(change)}</td>
          <td className={css.track}>{bar(0, exact(change).toChart(), 'sum')}</td>
        </tr>
      </tbody>
    </table>
  )
}
