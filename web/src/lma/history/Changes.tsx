import type { PriceHistory } from '@kervan/contract/lma/history'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../lma.module.css'
import { Scrolled } from '../Scrolled.tsx'

/** More rows are in the workbook. */
const shownAtMost = 100

/** What changed when, and why, the newest first. */
export function Changes({ changes }: Pick<PriceHistory, 'changes'>) {
  const { t, state } = useWords()
  const format = useFormats()
  return (
    <Scrolled label={t('lma.history.changes')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('column.effectiveDay')}</th>
            <th scope="col" className={css.words}>
              {t('column.fuelProduct')}
            </th>
            <th scope="col">{t('lma.history.before')}</th>
            <th scope="col">{t('column.priceInForce')}</th>
            <th scope="col">{t('column.changePercent')}</th>
            <th scope="col">{t('column.marketMove')}</th>
            <th scope="col">{t('lma.history.daysSince')}</th>
            <th scope="col">{t('column.impliedPremium')}</th>
            <th scope="col" className={css.words}>
              {t('column.reason')}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, shownAtMost).map((one) => (
            <tr key={`${one.fuelProduct} ${one.day}`}>
              <th scope="row">{format.date(one.day)}</th>
              <td className={css.words}>{one.fuelProduct}</td>
              <td>{format.amount(one.before)}</td>
              <td>{format.amount(one.price)}</td>
              <td>{format.amount(one.percent)}</td>
              <td>{one.marketMove && format.amount(one.marketMove)}</td>
              <td>{format.number(one.daysSince)}</td>
              <td>{one.impliedPremium && format.amount(one.impliedPremium)}</td>
              <td className={css.words}>{state('changeReason', one.changeReason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length > shownAtMost && (
        <p className="k-quiet">{t('lma.history.more', { count: changes.length - shownAtMost })}</p>
      )}
    </Scrolled>
  )
}
