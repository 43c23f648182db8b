import { setCartQuantities, type Delivery } from '@kervan/contract/order/cart'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useWords } from '../../kit/i18n/words.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { adoptChangedCart, useSaver } from './cart.ts'
import css from './quantities.module.css'

export type OwnCodeOf = { variantId: string; name: string; quantity: number; code: string }

/** The customer's own codes of what is in the cart for this delivery; they go with the order (ORD-005). */
export function OwnCodes({ lines, delivery }: { lines: readonly OwnCodeOf[]; delivery: Delivery }) {
  const { t } = useWords()
  if (lines.length === 0) return null
  const named = lines.filter(({ code }) => code !== '').length
  return (
    <details className={css.ownCodes} open={named > 0 || undefined}>
      <summary>{t('order.new.ownCodes')}</summary>
      <div className={css.ownCodeList}>
        {lines.map((line) => (
          <OwnCode key={line.variantId} line={line} delivery={delivery} />
        ))}
      </div>
    </details>
  )
}

function OwnCode({ line, delivery }: { line: OwnCodeOf; delivery: Delivery }) {
  const { t } = useWords()
  const id = useId()
  const queries = useQueryClient()
  const saver = useSaver()
  const [typed, setTyped] = useState<string | null>(null)
  const save = useCall(setCartQuantities, {
    failed: t('order.new.ownCodeNotSaved', { name: line.name }),
    onDone: ({ cart }) => adoptChangedCart(queries, cart),
  })
  const keep = async () => {
    if (typed === null || typed.trim() === line.code) return setTyped(null)
    // What was typed a moment ago is the quantity that goes with it.
    await saver.flush()
    const quantities = [
      { variantId: line.variantId, quantity: line.quantity, externalProductCode: typed.trim() },
    ]
    if (await save.run({ delivery, quantities })) setTyped(null)
  }
  return (
    <>
      <label htmlFor={id}>{line.name}</label>
      <TextInput
        id={id}
        size="xs"
        maxLength={60}
        value={typed ?? line.code}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => void keep()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void keep()
        }}
      />
    </>
  )
}
