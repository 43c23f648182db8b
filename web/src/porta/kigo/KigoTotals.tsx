import { kigoTotals, myKigoTotals, type KigoTotals as Totals } from '@kervan/contract/porta/kigo'
import type { InputOf } from '@kervan/contract/kit/call'
import { useQuery } from '@tanstack/react-query'
import { readKeeping } from '../../kit/call/query.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from './kigo.module.css'

type Props = { side: 'reviewer' | 'applicant'; input: InputOf<typeof kigoTotals> }

/** What the rows of the list come to, by what was decided; the pharmacies' payment stands out. */
export function KigoTotals({ side, input }: Props) {
  const { t } = useWords()
  const { data } = useQuery(readKeeping(side === 'reviewer' ? kigoTotals : myKigoTotals, input))
  return (
    <dl className={css.totals} aria-label={t('porta.kigo.totals.label')}>
      <Figure
        label={t('porta.kigo.totals.approvedCount')}
        count={data?.approvedCount}
        currency={data?.currency}
        amount={data?.approvedAmount}
        taxed={data?.approvedAmountTax}
      />
      <Figure
        label={t('porta.kigo.totals.declinedCount')}
        count={data?.declinedCount}
        currency={data?.currency}
        amount={data?.declinedAmount}
        taxed={data?.declinedAmountTax}
      />
      <Figure
        label={t('porta.kigo.totals.pharmacyPayment')}
        currency={data?.currency}
        amount={data?.pharmacyPayment}
        taxed={data?.pharmacyPaymentTax}
        main
      />
    </dl>
  )
}

type Amount = Totals['pharmacyPayment'] | undefined

function Figure(given: {
  label: string
  count?: number | undefined
  amount: Amount
  taxed: Amount
  currency: string | undefined
  main?: boolean
}) {
  const { t } = useWords()
  const format = useFormats()
  const { count, amount, taxed, currency = '', main = false } = given
  const money = (value: string) => format.money(value, currency)
  // What is paid is paid with tax; of what was decided the count says most.
  const shown = main ? taxed : count
  const beside = main
    ? amount != null && t('porta.kigo.totals.withoutTax', { amount: money(amount) })
    : amount != null &&
      taxed != null &&
      t('porta.kigo.totals.amounts', { amount: money(amount), taxed: money(taxed) })
  return (
    <div className={css.figure} data-main={main || undefined}>
      <dt>{given.label}</dt>
      <dd>
        <strong>
          {shown == null ? '–' : typeof shown === 'number' ? format.number(shown) : money(shown)}
        </strong>
        {beside && <span>{beside}</span>}
      </dd>
    </div>
  )
}
