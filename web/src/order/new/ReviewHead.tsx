import type { CartSummary } from '@kervan/contract/order/cart'
import { useId, useState } from 'react'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { CartDetails } from './CartDetails.tsx'
import { CartFiles } from './CartFiles.tsx'
import css from './review.module.css'

/** What goes with every order of the cart, as it will stand in it, and the way to change it (ORD-007). */
export function ReviewHead({ cart }: { cart: CartSummary }) {
  const { t } = useWords()
  const format = useFormats()
  const id = useId()
  const [opened, setOpened] = useState(false)
  const facts: [string, string | null][] = [
    [t('order.new.poCode'), cart.externalPoCode],
    [t('order.new.poDate'), cart.externalOrderDate && format.date(cart.externalOrderDate)],
    [t('order.new.contact'), cart.externalContact],
    ...(cart.asksMedulaTransactionNo
      ? [[t('order.medula.number'), cart.medulaTransactionNo] satisfies [string, string | null]]
      : []),
    [t('order.new.note'), cart.note],
    [t('order.new.files'), cart.files.map(({ name }) => name).join(', ') || null],
  ]
  const given = facts.filter(([, value]) => value !== null)
  const missing = facts.filter(([, value]) => value === null)
  return (
    <section className={css.with} aria-label={t('order.new.withOrder')}>
      <div>
        {given.length > 0 && (
          <dl className={css.withFacts}>
            {given.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {missing.length > 0 && (
          <p className={css.withNone}>
            {t('order.new.notGiven', { names: missing.map(([label]) => label).join(', ') })}
          </p>
        )}
      </div>
      <button
        type="button"
        className={css.change}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {t(opened ? 'order.new.changed' : given.length === 0 ? 'order.new.addFacts' : 'order.new.change')}
      </button>
      {opened && (
        <div id={id} className={css.withFields}>
          <CartDetails cart={cart} />
          <CartFiles cart={cart} />
        </div>
      )}
    </section>
  )
}
