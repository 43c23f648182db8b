import type { PriceHistory } from '@kervan/contract/lma/history'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../lma.module.css'
import { Scrolled } from '../Scrolled.tsx'

/** How each month stands to the twelve months around it, in dollars: 100 is the mean. */
export function Seasons({ seasons }: Pick<PriceHistory, 'seasons'>) {
  const { t } = useWords()
  const format = useFormats()
  const months = Array.from({ length: 12 }, (_, at) =>
    new Intl.DateTimeFormat(format.language, { month: 'short', timeZone: 'UTC' }).format(
      new Date(Date.UTC(2024, at)),
    ),
  )
  return (
    <Scrolled label={t('lma.history.seasons')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('column.fuelProduct')}</th>
            {months.map((month) => (
              <th key={month} scope="col">
                {month}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {seasons.map(({ fuelProduct, months: values }) => (
            <tr key={fuelProduct}>
              <th scope="row">{fuelProduct}</th>
              {values.map((value, at) => (
                <td key={months[at]}>{value === null ? '–' : format.number(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}
