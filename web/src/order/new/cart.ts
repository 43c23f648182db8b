import type { OutputOf } from '@kervan/contract/kit/call'
import { getCartQuotas, reviewCart } from '@kervan/contract/order/order-new'
import { type CartSummary } from '@kervan/contract/order/cart'
import { emptyCart } from '@kervan/contract/order/cart'
import { getCartQuantities } from '@kervan/contract/order/cart'
import { setCartQuantities as setQuantities } from '@kervan/contract/order/cart'
import { type Delivery } from '@kervan/contract/order/cart'
import { getCart } from '@kervan/contract/order/cart'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { i18n } from '../../kit/i18n/i18n.ts'
import { callServer } from '../../kit/call/client.ts'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { read, useRead } from '../../kit/call/query.ts'
import { toRefused, type CallRefused } from '../../kit/call/refused.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { CartSaver } from './cartSaver.ts'

export function useCart() {
  return useRead(getCart, {})
}

/** The cart as the server has just told it; what was read of it line by line is stale from here on. */
export function adoptCart(queries: QueryClient, cart: CartSummary): void {
  const shown = queries.getQueryData<CartSummary>(read(getCart, {}).queryKey)
  if (shown && shown.version > cart.version) return
  queries.setQueryData(read(getCart, {}).queryKey, cart)
  void queries.invalidateQueries({ queryKey: ['OrderNew', 'GetCartLines'] })
  void queries.invalidateQueries({ queryKey: read(reviewCart, {}).queryKey })
  void queries.invalidateQueries({ queryKey: read(getCartQuotas, {}).queryKey })
}

/** The same, after a change that also moved quantities on the table. */
export function adoptChangedCart(queries: QueryClient, cart: CartSummary): void {
  adoptCart(queries, cart)
  void queries.invalidateQueries({ queryKey: ['OrderNew', 'GetCartQuantities'] })
}

const SaverContext = createContext<CartSaver | null>(null)
export const SaverProvider = SaverContext.Provider

export function useSaver(): CartSaver {
  const saver = useContext(SaverContext)
  if (!saver) throw new Error('No new order stands around this part')
  return saver
}
export function useSaverState() {
  const saver = useSaver()
  return useSyncExternalStore(saver.subscribe, saver.state)
}

/** The saver of one visit to the screen. */
export function useMakeSaver(): CartSaver {
  const queries = useQueryClient()
  const [saver] = useState(
    () =>
      new CartSaver({
        send: (input) => callServer(setQuantities, input),
        saved: ({ delivery, quantities }, answer) => {
          adoptCart(queries, answer.cart)
          for (const productId of new Set(quantities.map((one) => one.productId)))
            rememberQuantities(
              queries,
              productId,
              delivery,
              quantities.filter((one) => one.productId === productId),
            )
        },
        toRefused,
      }),
  )
  useEffect(() => () => saver.close(), [saver])
  return saver
}

function rememberQuantities(
  queries: QueryClient,
  productId: string,
  delivery: Delivery,
  set: readonly { variantId: string; quantity: number }[],
): void {
  const { queryKey } = read(getCartQuantities, { productId, delivery })
  void queries.cancelQueries({ queryKey })
  queries.setQueryData<OutputOf<typeof getCartQuantities>>(queryKey, (before) => {
    if (!before) return before
    const known = new Map(before.quantities.map((one) => [one.variantId, one]))
    for (const { variantId, quantity } of set)
      known.set(variantId, { externalProductCode: null, ...known.get(variantId), variantId, quantity })
    return { quantities: [...known.values()].filter(({ quantity }) => quantity > 0) }
  })
}

export function useEmptyCart() {
  const queries = useQueryClient()
  return useCall(emptyCart, {
    failed: i18n.t('order.new.notEmptied'),
    onDone: (cart) => adoptChangedCart(queries, cart),
  })
}

/** Products of two kinds cannot be ordered together (ORD-005): says so and offers to start over with the new one. */
export function offerEmptying(refused: CallRefused): Promise<boolean> {
  return confirm({
    title: i18n.t('order.new.mixedTitle'),
    text: refused.message,
    action: i18n.t('order.new.mixedEmpty'),
    keep: i18n.t('order.new.mixedKeep'),
    danger: true,
  })
}
