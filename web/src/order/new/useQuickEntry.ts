import type { OutputOf } from '@kervan/contract/kit/call'
import { setCartQuantities, type Delivery } from '@kervan/contract/order/cart'
import { findVariants } from '@kervan/contract/order/order-new'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { callServer } from '../../kit/call/client.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { adoptChangedCart, offerEmptying, useEmptyCart, useSaver } from './cart.ts'
import { completeDelivery, useDelivery, type OrderOptions } from './delivery.ts'
import { judgeQuantity } from './quantity.ts'

type Found = OutputOf<typeof findVariants>
export type Variant = Found['variants'][number]
type Entered = { key: number; name: string; code: string; quantity: number; rounded: boolean }
/** What stands under the line: a refusal, variants to choose from, or the code that may have been meant. */
type Said = { text: string; meant?: string; choose?: readonly Variant[] }

export const nameOf = ({ productName, color, size }: Variant) =>
  [productName, [color, size].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** What is typed in the line of quick entry, what became of it, and where the hand goes next. */
export function useQuickEntry(
  options: OrderOptions,
  codeInput: RefObject<HTMLInputElement | null>,
  quantityInput: RefObject<HTMLInputElement | null>,
) {
  const { t } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const saver = useSaver()
  const empty = useEmptyCart()
  const dialog = useDelivery(options)
  const delivery = completeDelivery(dialog)
  const [code, setCode] = useState('')
  const [quantity, setQuantity] = useState('')
  const [variant, setVariant] = useState<Variant | null>(null)
  const [currency, setCurrency] = useState(options.currency)
  const [said, setSaid] = useState<Said | null>(null)
  const [busy, setBusy] = useState(false)
  const [entered, setEntered] = useState<readonly Entered[]>([])
  const asked = useRef(0)
  const looking = useRef<Promise<Variant | null>>(Promise.resolve(null))
  const latest = useRef('')

  const restart = () => {
    latest.current = ''
    setVariant(null)
    setCode('')
    setQuantity('')
    setSaid(null)
    codeInput.current?.focus()
  }
  const choose = (one: Variant) => {
    setVariant(one)
    setCode(one.variantCode)
    setSaid(null)
    looking.current = Promise.resolve(one)
    quantityInput.current?.focus()
  }
  const refuse = (words: Said) => {
    setSaid(words)
    codeInput.current?.focus()
    codeInput.current?.select()
  }
  const lookUp = async (text: string): Promise<Variant | null> => {
    const turn = (asked.current += 1)
    setBusy(true)
    try {
      const {
        variants,
        closest,
        currency: money,
      } = await callServer(findVariants, {
        code: text,
        locationId: dialog.locationId,
      })
      if (turn !== asked.current) return null
      const [first] = variants
      setCurrency(money)
      if (first && variants.length === 1) {
        setVariant(first)
        setCode(first.variantCode)
        return first
      }
      if (first) refuse({ text: t('order.new.quickWhich', { name: first.productName }), choose: variants })
      else if (closest)
        refuse({
          text: t('order.new.quickClosest', { code: text, closest: closest.code, name: closest.name }),
          meant: closest.code,
        })
      else refuse({ text: t('order.new.quickUnknown', { code: text }) })
    } catch (thrown) {
      if (turn === asked.current) refuse({ text: toRefused(thrown).message })
    } finally {
      if (turn === asked.current) setBusy(false)
    }
    return null
  }
  const find = (typed: string) => {
    setSaid(null)
    setVariant(null)
    looking.current = lookUp(typed.trim())
    return looking.current
  }
  const send = async (one: Variant, to: Delivery, amount: number): Promise<void> => {
    const input = { delivery: to, quantities: [{ variantId: one.variantId, quantity: amount }] }
    try {
      const { cart, rounded } = await callServer(setCartQuantities, input)
      adoptChangedCart(queries, cart)
      const set = rounded[0]?.set ?? amount
      setEntered((before) => [
        {
          key: before.length,
          name: nameOf(one),
          code: one.variantCode,
          quantity: set,
          rounded: set !== amount,
        },
        ...before,
      ])
      restart()
    } catch (thrown) {
      const refused = toRefused(thrown)
      if (!refused.is('FlowTypesMixed')) return setSaid({ text: refused.message })
      if ((await offerEmptying(refused)) && (await empty.run({}))) await send(one, to, amount)
    }
  }
  const add = async () => {
    if (code.trim() === '') return refuse({ text: t('order.new.quickNoCode') })
    const one = variant ?? (await (busy ? looking.current : find(code)))
    if (!one) return
    const judged = judgeQuantity(latest.current, { ...one, rounding: options.rounding })
    quantityInput.current?.focus()
    if (judged.is === 'noNumber' || (judged.is === 'fit' && judged.quantity === 0))
      return setSaid({ text: t('order.new.quickNoNumber') })
    if (judged.is === 'outOfBounds')
      return setSaid({
        text: t('order.new.outOfBoundsText', {
          minimum: format.number(one.minimumQuantity),
          maximum: format.number(one.maximumQuantity),
        }),
      })
    if (!delivery) return setSaid({ text: t('order.new.quickNoDelivery') })
    setBusy(true)
    // What stands in the table goes first: the last word on a quantity is the one typed last.
    await saver.flush()
    await send(one, delivery, judged.quantity)
    setBusy(false)
  }
  return {
    dialog,
    needsDelivery: variant !== null && delivery === null,
    code,
    quantity,
    variant,
    currency,
    said,
    busy,
    entered,
    find,
    choose,
    add,
    restart,
    typeCode: (text: string) => {
      setCode(text)
      setVariant(null)
      setSaid(null)
    },
    typeQuantity: (text: string) => {
      latest.current = text
      setQuantity(text)
      setSaid(null)
    },
  }
}
