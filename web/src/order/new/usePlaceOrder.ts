import type { OutputOf } from '@kervan/contract/kit/call'
import { placeOrder } from '@kervan/contract/order/order-new'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callServer } from '../../kit/call/client.ts'
import { showRefused } from '../../kit/feedback/dialogs.ts'
import { toRefused, type CallRefused } from '../../kit/call/refused.ts'
import { untilFree } from '../../kit/call/untilFree.ts'
import { closeIntent, intentFor, openIntent, type PlaceIntent } from './placeIntent.ts'

/**
 * Places the cart exactly once: the key of an attempt is kept until the server has answered it, whatever happens to the
 * connection or the page meanwhile, and only then forgotten (ORD-007).
 */
export function usePlaceOrder(onPlaced: (answer: OutputOf<typeof placeOrder>) => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [unanswered, setUnanswered] = useState<PlaceIntent | null>(openIntent)
  const [refused, setRefused] = useState<CallRefused | null>(null)
  const [changed, setChanged] = useState<{ title: string; text: string } | null>(null)

  async function send(intent: PlaceIntent): Promise<void> {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setChanged(null)
    try {
      const { cartVersion, total, requestKey } = intent
      const answer = await untilFree(() => callServer(placeOrder, { cartVersion, total, requestKey }), {
        isKeyed: true,
      })
      settle()
      for (const group of ['OrderNew', 'OrderMy', 'OrderManagement'])
        void queries.invalidateQueries({ queryKey: [group] })
      onPlaced(answer)
    } catch (thrown) {
      answered(intent, toRefused(thrown))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  function answered(intent: PlaceIntent, refused: CallRefused): void {
    // No answer, or one that does not say what became of the order. An ended session says nothing either.
    const unknown =
      refused.status <= 0 ||
      refused.status >= 500 ||
      refused.is('RequestInFlight') ||
      refused.status === 401 ||
      refused.status === 429
    if (unknown) {
      setUnanswered(intent)
      setRefused(refused)
      return
    }
    settle()
    void queries.invalidateQueries({ queryKey: ['OrderNew'] })
    if (refused.is('CartChanged'))
      setChanged({ title: t('order.new.cartChanged'), text: t('order.new.cartChangedText') })
    else if (refused.is('PricesChanged'))
      setChanged({ title: t('order.new.pricesChanged'), text: refused.message })
    else showRefused(refused, t('order.new.notPlaced'))
  }

  function settle(): void {
    closeIntent()
    setUnanswered(null)
    setRefused(null)
  }

  return {
    busy,
    refused,
    unanswered,
    /** Why nothing was ordered, though the review is anew and may be ordered now. */
    changed,
    /** While an earlier attempt is unanswered it is asked about first; a second one would be a second order. */
    place: (cartVersion: number, total: string | null) => send(openIntent() ?? intentFor(cartVersion, total)),
    askAgain: async () => {
      const intent = openIntent() ?? unanswered
      if (intent) await send(intent)
    },
  }
}
