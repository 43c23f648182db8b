import type { OutputOf } from '@kervan/contract/kit/call'
import { setCartQuantities, type Delivery } from '@kervan/contract/order/cart'
import { findVariants } from '@kervan/contract/order/order-new'
import { Button, TextInput } from '@mantine/core'
import { IconBarcode, IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { callServer } from '../../kit/call/client.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useHotkey } from '../../kit/hotkeys.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { Kbd } from '../../kit/Kbd.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { adoptChangedCart, offerEmptying, useEmptyCart, useSaver } from './cart.ts'
import { completeDelivery, useDelivery, type OrderOptions } from './delivery.ts'
import { DeliveryFields } from './DeliveryFields.tsx'
import { judgeQuantity } from './quantity.ts'
import css from './quick.module.css'

type Found = OutputOf<typeof findVariants>
type Variant = Found['variants'][number]
type Entered = { key: number; name: string; code: string; quantity: number; rounded: boolean }
/** What stands under the line: a refusal, variants to choose from, or the code that may have been meant. */
type Said = { text: string; meant?: string; choose?: readonly Variant[] }

const shownEntries = 5

/**
 * One line for those who know their codes: code, GTIN or scan, Enter, quantity, Enter, and the next one. A scanner that
 * types what it reads and ends it with Enter needs no setting.
 */
export function QuickEntry({ options }: { options: OrderOptions }) {
  const { t } = useWords()
  const format = useFormats()
  const rights = useRights()
  const codeInput = useRef<HTMLInputElement>(null)
  const quantityInput = useRef<HTMLInputElement>(null)
  const entry = useEntry(options, codeInput, quantityInput)
  const { code, quantity, variant, said, busy } = entry
  useHotkey('q', t('order.new.quick'), () => codeInput.current?.focus())
  if (!rights.has(findVariants.permission ?? '')) return null
  const onCodeKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void entry.find(code)
  }
  const onQuantityKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      void entry.add()
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      entry.restart()
    }
  }
  return (
    <section className={css.quick} aria-label={t('order.new.quick')}>
      <div className={css.line}>
        <TextInput
          ref={codeInput}
          className={css.code ?? ''}
          aria-label={t('order.new.quickCode')}
          placeholder={t('order.new.quickCode')}
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          leftSection={<IconBarcode size={16} aria-hidden />}
          rightSection={code === '' ? <Kbd keys="Q" /> : null}
          value={code}
          error={said !== null && variant === null}
          onChange={(event) => entry.typeCode(event.currentTarget.value)}
          onKeyDown={onCodeKey}
        />
        <TextInput
          ref={quantityInput}
          className={css.quantity ?? ''}
          aria-label={t('order.new.quantity')}
          placeholder={t('order.new.quantity')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          disabled={variant === null}
          value={quantity}
          error={said !== null && variant !== null}
          onChange={(event) => entry.typeQuantity(event.currentTarget.value)}
          onKeyDown={onQuantityKey}
        />
        <Button
          variant="default"
          loading={busy}
          disabled={variant === null && code.trim() === ''}
          onClick={() => void (variant ? entry.add() : entry.find(code))}
        >
          {t('order.new.quickAdd')}
        </Button>
      </div>
      {variant && <VariantLine variant={variant} currency={entry.currency} />}
      {said && (
        <div role="alert" className={css.said}>
          <span>{said.text}</span>
          {said.meant !== undefined && (
            <Button size="xs" variant="default" onClick={() => void entry.find(said.meant ?? '')}>
              {t('order.new.useValue', { value: said.meant })}
            </Button>
          )}
          {said.choose?.map((one) => (
            <Button key={one.variantId} size="xs" variant="default" onClick={() => entry.choose(one)}>
              {[one.color, one.size].filter(Boolean).join(' ') || one.variantCode}
            </Button>
          ))}
        </div>
      )}
      {entry.needsDelivery && <DeliveryFields options={options} dialog={entry.dialog} />}
      {entry.entered.length > 0 && (
        <ol className={css.entered} aria-live="polite" aria-label={t('order.new.quickEntered')}>
          {entry.entered.slice(0, shownEntries).map((one) => (
            <li key={one.key}>
              <IconCheck size={14} stroke={2} aria-hidden />
              <span className="k-mono">{one.code}</span>
              <span className="k-cut">{one.name}</span>
              <strong>
                {t('order.new.pieces', { count: one.quantity, amount: format.number(one.quantity) })}
              </strong>
              {one.rounded && <span className={css.rounded}>{t('order.new.quickRounded')}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const nameOf = ({ productName, color, size }: Variant) =>
  [productName, [color, size].filter(Boolean).join(' ')].filter(Boolean).join(', ')

function VariantLine({ variant, currency }: { variant: Variant; currency: string }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <p className={css.variant}>
      <strong>{nameOf(variant)}</strong>
      <span className="k-mono">{variant.variantCode}</span>
      {variant.unitPrice !== null && <span>{format.money(variant.unitPrice, currency)}</span>}
      <span>{t('order.new.available', { amount: format.number(variant.available) })}</span>
      <span>{t('order.new.packOf', { pack: format.number(variant.packUnit) })}</span>
    </p>
  )
}

function useEntry(
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

  const restart = () => {
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
    // The field is enabled with the next drawing.
    requestAnimationFrame(() => quantityInput.current?.focus())
  }
  const find = async (typed: string) => {
    const text = typed.trim()
    if (text === '') return
    const turn = (asked.current += 1)
    setBusy(true)
    try {
      const { variants, closest, currency: money } = await callServer(findVariants, { code: text })
      if (turn !== asked.current) return
      const [first] = variants
      setCurrency(money)
      if (first && variants.length === 1) choose(first)
      else if (first)
        setSaid({ text: t('order.new.quickWhich', { name: first.productName }), choose: variants })
      else if (closest)
        setSaid({
          text: t('order.new.quickClosest', { code: text, closest: closest.code, name: closest.name }),
          meant: closest.code,
        })
      else setSaid({ text: t('order.new.quickUnknown', { code: text }) })
    } catch (thrown) {
      if (turn === asked.current) setSaid({ text: toRefused(thrown).message })
    } finally {
      if (turn === asked.current) setBusy(false)
    }
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
    if (!variant || busy) return
    const judged = judgeQuantity(quantity, { ...variant, rounding: options.rounding })
    if (judged.is === 'noNumber' || (judged.is === 'fit' && judged.quantity === 0))
      return setSaid({ text: t('order.new.quickNoNumber') })
    if (judged.is === 'outOfBounds')
      return setSaid({
        text: t('order.new.outOfBoundsText', {
          minimum: format.number(variant.minimumQuantity),
          maximum: format.number(variant.maximumQuantity),
        }),
      })
    if (!delivery) return setSaid({ text: t('order.new.quickNoDelivery') })
    setBusy(true)
    // What stands in the table goes first: the last word on a quantity is the one typed last.
    await saver.flush()
    await send(variant, delivery, judged.quantity)
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
      setQuantity(text)
      setSaid(null)
    },
  }
}
