import type { Language } from '@kervan/contract/kit/values'
import type { AmountLimit } from '@kervan/contract/order/words'
import { sayAmount, translate } from '../../kit/messages.ts'
import type { Note } from './plan-orders.ts'

export const sayMoney = (language: Language, amount: string, currency: string): string =>
  `${sayAmount(language, amount)} ${currency}`

/** A note of a plan in the reader's words. */
export const sayNote = (language: Language, currency: string, note: Note): string =>
  translate(language, `order.review.${note.code}`, {
    count: note.lineIds.length,
    ...('amounts' in note && {
      amounts: note.amounts?.map((one) => sayMoney(language, one, currency)),
    }),
  })

/** The same of one limit that was broken. */
export const sayLimit = (
  language: Language,
  currency: string,
  { code, amount }: { code: AmountLimit; amount: string },
): string => sayNote(language, currency, { severity: 'warning', code, lineIds: [], amounts: [amount] })
