import type { OutputOf } from '@kervan/contract/kit/call'
import { setCartQuantities, type Delivery } from '@kervan/contract/order/cart'
import {
  addPastedLines,
  checkPastedLines,
  type PastedLine,
  type PastedRow,
} from '@kervan/contract/order/pasted-lines'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callServer } from '../../kit/call/client.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { showRefused } from '../../kit/feedback/dialogs.ts'
import { toastWithUndo } from '../../kit/feedback/toasts.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { adoptChangedCart, offerEmptying, useEmptyCart, useSaver } from './cart.ts'

type Checked = OutputOf<typeof checkPastedLines>

/** Pasted rows: what the server understands of them, what was corrected, and taking them into the cart. */
export function usePaste(first: readonly PastedRow[], delivery: Delivery | null, onClose: () => void) {
  const { t } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const saver = useSaver()
  const empty = useEmptyCart()
  const [rows, setRows] = useState(first)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [flow, setFlow] = useState<string | null>(null)
  const turn = useRef(0)
  const sent = useRef<Delivery | null>(null)
  const to = delivery && JSON.stringify(delivery)

  useEffect(() => {
    const mine = (turn.current += 1)
    if (to === null) return
    const input = { delivery: JSON.parse(to), rows: [...rows] }
    // What stands in the table goes first, so that the cart shown beside the rows is the one that is replaced.
    void saver
      .flush()
      .then(() => callServer(checkPastedLines, input))
      .then(
        (answer) => {
          if (mine !== turn.current) return
          setFault(null)
          setChecked(answer)
        },
        (thrown: unknown) => mine === turn.current && setFault(toRefused(thrown).message),
      )
  }, [rows, to, saver])

  const undo = (where: Delivery, before: OutputOf<typeof addPastedLines>['before']) =>
    callServer(setCartQuantities, { delivery: where, quantities: before }).then(
      ({ cart }) => adoptChangedCart(queries, cart),
      (thrown: unknown) => showRefused(toRefused(thrown), t('order.pasted.notUndone')),
    )
  const call = useCall(addPastedLines, {
    failed: t('order.pasted.notAdded'),
    onDone: ({ cart, added, before }) => {
      const where = sent.current
      adoptChangedCart(queries, cart)
      onClose()
      toastWithUndo(
        t('order.pasted.added', { count: added, amount: format.number(added) }),
        () => where && void undo(where, before),
      )
    },
    onRefused: (refused) => {
      if (!refused.is('FlowTypesMixed')) return false
      void offerEmptying(refused).then(async (sure) => {
        if (sure && (await empty.run({}))) await add()
      })
      return true
    },
  })
  const flows = checked?.flows ?? []
  const chosen = flows.find(({ flowType }) => flowType === flow) ?? flows[0]
  const add = async () => {
    if (!delivery || !chosen) return
    sent.current = delivery
    // One intent is these rows for this delivery; `useCall` keeps its key until the answer is there.
    await call.run({ delivery, rows: [...rows], flowType: chosen.flowType } as never)
  }
  return {
    checked,
    fault,
    flows,
    flow: chosen?.flowType ?? null,
    chooseFlow: setFlow,
    taken: chosen?.lines ?? 0,
    adding: call.isPending,
    add,
    /** Writes the proposed values into the rows of these lines, and has all of them checked again. */
    accept: (lines: readonly PastedLine[]) => setRows((before) => corrected(before, lines)),
  }
}

/** The rows with what their lines propose written into them. */
export function corrected(rows: readonly PastedRow[], lines: readonly PastedLine[]): readonly PastedRow[] {
  const next = [...rows]
  for (const line of lines)
    for (const { remedy } of line.notes)
      for (const at of remedy ? line.rows : []) {
        const row = next[at - 1]
        if (row && remedy) next[at - 1] = { ...row, [remedy.field]: remedy.value }
      }
  return next
}
