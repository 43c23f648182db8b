import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import type { Variant } from './matrix.ts'
import css from './quantities.module.css'

/** Where a row is one variant, what is known of it stands beside its quantity (D25). */
export function FactHeads({ withPrice }: { withPrice: boolean }) {
  const { t } = useWords()
  return (
    <>
      <th scope="col" className={css.gtin}>
        {t('order.new.gtin')}
      </th>
      {withPrice && <th scope="col">{t('order.new.yourPrice')}</th>}
      <th scope="col">{t('order.new.inStock')}</th>
    </>
  )
}

/** What `FactHeads` names, of one variant. */
export function FactCells({
  variant,
  withPrice,
  currency,
}: {
  variant: Variant | null
  withPrice: boolean
  currency: string
}) {
  const format = useFormats()
  return (
    <>
      <td className={css.gtin}>
        <span className="k-mono">{variant?.gtin ?? variant?.variantCode}</span>
      </td>
      {withPrice && <td className={css.fact}>{variant && format.money(variant.unitPrice, currency)}</td>}
      <td className={css.fact} data-zero={variant?.available === 0 || undefined}>
        {variant && format.number(variant.available)}
      </td>
    </>
  )
}
