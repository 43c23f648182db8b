import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import type { LineAction, Side } from '@kervan/contract/order/states'
import { useState } from 'react'
import { judgeQuantity } from './lineQuantity.ts'

/** The button that sends the typed quantities: where Enter leads after the last one. */
export const sendButton = 'send-quantities'

/** The column in which quantities are typed. */
export const quantityColumn = 'confirmedQuantity'
const fieldOf = (id: string) => ({ id, column: quantityColumn }) as const

export type LineWork = ReturnType<typeof useLineWork>

const nobody: ReadonlySet<string> = new Set()
const untyped: ReadonlyMap<string, string> = new Map()

/**
 * What the user is about to do with an order's lines: which are chosen and which quantities are typed. It lasts while the
 * same order is open, also when the order is loaded again because somebody else has changed it.
 */
export function useLineWork(order: OrderView | undefined, side: Side) {
  const [known, setKnown] = useState<string | null>(null)
  const [picked, setPicked] = useState(nobody)
  const [typed, setTyped] = useState(untyped)
  /** The line whose quantity wants the focus; a new object for every dialog. */
  const [wanted, setWanted] = useState<ReturnType<typeof fieldOf> | null>(null)
  const id = order?.id ?? null
  if (known !== id) {
    setKnown(id)
    setPicked(
      order && side === 'manager'
        ? new Set(
            order.lines
              .filter((line) => isOpen(line, 'approve') && line.quotaState !== 'ExceededQuota')
              .map((line) => line.id),
          )
        : nobody,
    )
    setTyped(untyped)
  }

  const lines = order?.lines ?? []
  const chosen = lines.filter((line) => picked.has(line.id) && mayBeChosen(line))
  const changes = lines.flatMap((line) => {
    const text = isOpen(line, 'revise') ? typed.get(line.id) : undefined
    const judged = text === undefined ? null : judgeQuantity(line, text)
    return judged && judged.is !== 'same' ? [{ line, judged }] : []
  })

  // Always from what is chosen at that moment: an answer may come while the user goes on.
  const choose = (ids: readonly string[], on: boolean) => {
    const meant = new Set(ids)
    setPicked((before) =>
      on ? new Set([...before, ...meant]) : new Set([...before].filter((one) => !meant.has(one))),
    )
  }
  return {
    side,
    chosen,
    isChosen: (line: OrderLineView) => picked.has(line.id) && mayBeChosen(line),
    choose,
    typed: (line: OrderLineView) => (isOpen(line, 'revise') ? typed.get(line.id) : undefined),
    isRevising: lines.some((line) => isOpen(line, 'revise') && typed.has(line.id)),
    type: (line: OrderLineView, text: string) => setTyped((before) => new Map(before).set(line.id, text)),
    /** A quantity taken from a proposal; typing goes on there. */
    retype: (line: OrderLineView, quantity: number) => {
      setTyped((before) => new Map(before).set(line.id, String(quantity)))
      setWanted(fieldOf(line.id))
    },
    /** Opens the quantities of these lines for typing. */
    open: (opened: readonly OrderLineView[]) => {
      const [first] = opened
      if (!first) return
      setTyped(
        (before) =>
          new Map([...opened.map((line): [string, string] => [line.id, String(line.poQuantity)]), ...before]),
      )
      setWanted(fieldOf(first.id))
    },
    wanted,
    /** To the next quantity that is open for typing, then to the button that sends them. */
    toNext: (line: OrderLineView) => {
      const next = lines
        .slice(lines.findIndex(({ id: one }) => one === line.id) + 1)
        .find((one) => isOpen(one, 'revise') && typed.has(one.id))
      if (next) setWanted(fieldOf(next.id))
      else document.getElementById(sendButton)?.focus()
    },
    /** To the first quantity that cannot be sent. Answers whether there is one. */
    toFault: () => {
      const fault = changes.find(({ judged }) => judged.is !== 'fit')
      if (fault) setWanted(fieldOf(fault.line.id))
      return fault !== undefined
    },
    close: (line: OrderLineView) =>
      setTyped((before) => new Map([...before].filter(([one]) => one !== line.id))),
    discard: () => setTyped(untyped),
    /** Quantities that differ from what the order has, fit or not. */
    changes,
    /** Called after a move: what was done is neither chosen nor typed any more. */
    done: (ids: readonly string[]) => {
      const gone = new Set(ids)
      choose(ids, false)
      setTyped((before) => new Map([...before].filter(([one]) => !gone.has(one))))
    },
  }
}

export const isOpen = ({ actions }: OrderLineView, action: LineAction) => actions[action] === null

/** A line that nothing can be done with has no box; what can be done comes with the line. */
export function mayBeChosen({ actions }: OrderLineView): boolean {
  return Object.values(actions).includes(null)
}
