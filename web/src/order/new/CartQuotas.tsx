import type { CartSummary } from '@kervan/contract/order/cart'
import { getCartQuotas } from '@kervan/contract/order/order-new'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { read } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useSession } from '../../kit/call/session.ts'
import { tPlural } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { Quotas } from '../shared/Quotas.tsx'
import css from './cart.module.css'

/** Planning a large cart anew with each quantity is work for nobody: its review says what its quotas have left. */
const plannedLines = 2_000
const shownQuotas = 3

/** What the quotas have left that the cart takes of, while it is being filled (QTA-003). */
export function CartQuotas({ cart }: { cart: CartSummary }) {
  const { t } = useTranslation()
  const format = useFormats()
  const hasQuotas = useSession()?.OMPSettings.OMPQuotaActive === true
  const mayAsk = useRights().has(getCartQuotas.permission ?? '')
  const asked = useQuery({
    ...read(getCartQuotas, {}),
    enabled: hasQuotas && mayAsk && cart.lineCount > 0 && cart.lineCount <= plannedLines,
    placeholderData: (before) => before,
  })
  const { quotas, total } = asked.data ?? { quotas: [], total: 0 }
  if (quotas.length === 0 || cart.lineCount === 0) return null
  const left = total - Math.min(shownQuotas, quotas.length)
  return (
    <section className={css.quotas} aria-label={t('order.new.quotas')} aria-busy={asked.isFetching}>
      <h3 className={css.title}>{t('order.new.quotas')}</h3>
      <Quotas quotas={quotas.slice(0, shownQuotas)} currency={cart.currency} />
      {left > 0 && (
        <p className={css.more}>{tPlural(t, 'order.new.quotasInReview', left, format.number(left))}</p>
      )}
    </section>
  )
}
