import { distribute, type DistributionMethod } from '@kervan/contract/order/distribution'
import { packsAround } from '@kervan/contract/order/packs'
import type { ReplenishmentLine } from '@kervan/contract/order/replenishment'
import { useMemo, useState } from 'react'

type Numbers = ReadonlyMap<string, number>

/** What is chosen and typed while an amount is given out, and what each line gets of it. */
export function useDistribution(lines: readonly ReplenishmentLine[], freeStock: number) {
  const [method, setMethod] = useState<DistributionMethod>('Proportional')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState<Numbers>(new Map())
  // Until somebody enters another one: what is free and what the direct orders hold.
  const held = lines.reduce((sum, line) => sum + (line.type === 'DirectlyOrder' ? line.poQuantity : 0), 0)
  const [entered, setEntered] = useState<number | null>(null)
  const amount = entered ?? freeStock + held
  const chosen = useMemo(
    () => lines.filter(({ lineId, isOwn }) => !isOwn && !left.has(lineId)),
    [lines, left],
  )
  const shares = useMemo(
    () =>
      method === 'Manual'
        ? null
        : distribute(
            method,
            amount,
            chosen.map((line) => ({ ...line, demand: line.demandQuantity })),
          ).quantities,
    [method, amount, chosen],
  )
  const quantities: Numbers = shares ?? typed
  const given = chosen.reduce((sum, { lineId }) => sum + (quantities.get(lineId) ?? 0), 0)
  return {
    method,
    amount,
    /** What the direct orders have of it already: not free, and to be given out with the rest. */
    held,
    chosen,
    quantities,
    given,
    left: amount - given,
    isChosen: ({ lineId, isOwn }: ReplenishmentLine) => !isOwn && !left.has(lineId),
    setAmount: (value: number | null) => setEntered(value ?? 0),
    /** By hand one goes on from what was worked out. */
    setMethod(next: DistributionMethod) {
      if (next === 'Manual') setTyped(new Map(quantities))
      setMethod(next)
    },
    choose(lineIds: readonly string[], isIn: boolean) {
      const next = new Set(left)
      for (const id of lineIds) {
        if (isIn) next.delete(id)
        else next.add(id)
      }
      setLeft(next)
    },
    /** Each chosen line gets what is suggested, as far as it asks for it and in full packs; from there on by hand. */
    takeSuggestions() {
      setTyped(
        new Map(
          chosen.map(({ lineId, suggestedQuantity, demandQuantity, packUnit }) => [
            lineId,
            packsAround(Math.min(suggestedQuantity, demandQuantity), packUnit).below,
          ]),
        ),
      )
      setMethod('Manual')
    },
    /** Typing into a line is giving out by hand. */
    type(lineId: string, quantity: number) {
      setTyped(new Map(quantities).set(lineId, quantity))
      setMethod('Manual')
    },
  }
}

export type DistributionWork = ReturnType<typeof useDistribution>
