import type { Deputy } from '@kervan/contract/order/deputies'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'

/** What a deputy may decide on, in words. */
export function useDeputyWords() {
  const { t } = useWords()
  const format = useFormats()
  return {
    customers: ({ customers }: Deputy) =>
      customers.length === 0 ? t('order.deputy.allCustomers') : customers.map(({ name }) => name).join(', '),
    limit: ({ maxAmount, currency }: Deputy) =>
      maxAmount === null
        ? t('order.deputy.noLimit')
        : t('order.deputy.upTo', { amount: format.money(maxAmount, currency) }),
  }
}
