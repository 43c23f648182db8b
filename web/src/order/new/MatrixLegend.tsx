import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { Kbd } from '../../kit/Kbd.tsx'
import type { Product, Variant } from './matrix.ts'
import css from './quantities.module.css'

/** The cell in focus: its code, what is in stock, what it costs. */
export function Availability({
  product,
  variant,
  name,
  short,
}: {
  product: Product
  variant: Variant
  name: string
  short: boolean
}) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <>
      <strong>{name}</strong>
      <span className="k-mono">{variant.variantCode}</span>
      <span>{t('order.new.available', { amount: format.number(variant.available) })}</span>
      {variant.unitPrice !== null && <span>{format.money(variant.unitPrice, product.currency)}</span>}
      {short && <span className={css.short}>{t('order.new.exceedsStock')}</span>}
    </>
  )
}

/** What the small numbers are and the keys of the matrix; it stays while a cell is in focus. */
export function Legend({
  isSingle,
  isList,
  hasGaps,
  hasStock,
}: {
  isSingle: boolean
  isList: boolean
  hasGaps: boolean
  /** Stock stands under the quantities. */
  hasStock: boolean
}) {
  const { t } = useWords()
  if (isSingle) return null
  return (
    <>
      {hasStock && <span>{t('order.new.legendStock')}</span>}
      {hasGaps && <span>{t('order.new.legendNotMade')}</span>}
      {!isList && (
        <span className={css.keyHint}>
          <Kbd keys="Tab" always /> {t('order.new.keyTab')}
        </span>
      )}
      <span className={css.keyHint}>
        <Kbd keys="Enter" always /> {t(isList ? 'order.new.keyEnterLine' : 'order.new.keyEnter')}
      </span>
      {!isList && (
        <span className={css.keyHint}>
          <Kbd keys="Mod+D" always /> {t('order.new.keyFill')}
        </span>
      )}
    </>
  )
}
