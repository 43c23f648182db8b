import type { Language } from '@kervan/contract/kit/values'
import { sayMoney, translate } from '../../kit/messages.ts'
import type { EdiRemark } from './edi-order.ts'

/** A remark in the reader's words. `prices`: how money is said, or null where the reader is shown no prices. */
export function sayRemark(
  language: Language,
  currency: string,
  { code, facts }: EdiRemark,
  prices: typeof sayMoney | null,
): string {
  if (code !== 'PriceOther') return translate(language, `edi.remark.${code}`, facts)
  if (prices === null) return translate(language, 'edi.remark.PriceDiffers', {})
  const money = (name: 'asked' | 'price') => prices(language, String(facts[name]), currency)
  return translate(language, 'edi.remark.PriceOther', { asked: money('asked'), price: money('price') })
}
