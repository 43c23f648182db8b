import type { Language } from '@kervan/contract/kit/values'
import type { AmountLimit } from '@kervan/contract/order/words'
import { sayAmount, sayMoney, translate } from '../../kit/messages.ts'
import type { Note } from '../plan-orders.ts'

/** Money for documents between programs, whose character sets know few currency signs: with the code of its currency. */
export const sayMoneyByCode: typeof sayMoney = (language, amount, currency) =>
  `${sayAmount(language, amount)} ${currency}`

/** A note of a plan in the reader's words. */
export const sayNote = (language: Language, currency: string, note: Note, say = sayMoney): string =>
  translate(language, `order.review.${note.code}`, {
    count: note.lineIds.length,
    ...('amounts' in note && { amounts: note.amounts?.map((one) => say(language, one, currency)) }),
  })

/** The same of one limit that was broken. */
export const sayLimit = (
  language: Language,
  currency: string,
  { code, amount }: { code: AmountLimit; amount: string },
  say = sayMoney,
): string => sayNote(language, currency, { severity: 'warning', code, lineIds: [], amounts: [amount] }, say)
