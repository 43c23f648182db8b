import { z } from 'zod'
import { call, Done, Nothing } from '../kit/call.ts'
import { keysOf } from '../kit/typed.ts'

// What a new company does until its first order is approved, and before it lets others in. Each step leads to a screen
// that exists anyway.

/** Where a step is done, and the steps that have to be done before it. */
type Step = { path: string; part: string | null; needs: readonly string[] }

/** In the order in which they are done. Steps of `doors` are for later: nothing waits for them. */
export const firstSteps = {
  customers: { path: '/data/data-management', part: 'businessRelation', needs: [] },
  locations: { path: '/company/company-locations', part: 'location', needs: [] },
  products: { path: '/company/company-products', part: 'product', needs: [] },
  variants: { path: '/company/company-products', part: 'productVariant', needs: ['products'] },
  stock: { path: '/company/company-products', part: 'stockLevel', needs: ['locations', 'variants'] },
  people: { path: '/account/account-settings', part: 'users', needs: [] },
  order: { path: '/order/new-order', part: null, needs: ['customers', 'locations', 'variants'] },
  mail: { path: '/account/account-settings', part: 'system', needs: [] },
  terms: { path: '/account/account-settings', part: 'acknowledgements', needs: [] },
  secondFactor: { path: '/account/account-settings', part: 'policy', needs: [] },
  registration: { path: '/account/account-settings', part: 'policy', needs: ['locations'] },
} as const satisfies Record<string, Step>
export type FirstStep = keyof typeof firstSteps
export const firstStepKeys = keysOf(firstSteps)

/** Steps that make a portal ready for people from outside; the first order does not need them. */
export const doorSteps: readonly FirstStep[] = ['mail', 'terms', 'secondFactor', 'registration']

/** How much there is of each step; null when there is nothing to show: an order was approved, or the reader hid the steps. */
export const getFirstSteps = call('FirstStep/GetFirstSteps', {
  reads: true,
  input: Nothing,
  output: z.strictObject({ counts: z.record(z.enum(firstStepKeys), z.int()).nullable() }),
  refusals: [],
})

/** Hides the steps from the reader, or shows them again. */
export const hideFirstSteps = call('FirstStep/HideFirstSteps', {
  input: z.strictObject({ hidden: z.boolean() }),
  output: Done,
  refusals: [],
})

export type StepState = 'Done' | 'Next' | 'Open' | 'Waits'

/**
 * Where each step stands: done, the next one, open, or waiting for others (`waitsFor`). The next one is the first that is
 * neither done nor waits; there is none when all are done. Pure.
 */
export function stepsOf(
  counts: Readonly<Record<FirstStep, number>>,
): { step: FirstStep; state: StepState; count: number; waitsFor: FirstStep[] }[] {
  const isDone = (step: FirstStep) => counts[step] > 0
  const open = firstStepKeys.filter((step) => !isDone(step))
  const waitsFor = (step: FirstStep) =>
    (firstSteps[step].needs as readonly FirstStep[]).filter((needed) => !isDone(needed))
  const next = open.find((step) => waitsFor(step).length === 0)
  return firstStepKeys.map((step) => {
    const waits = isDone(step) ? [] : waitsFor(step)
    const state = isDone(step) ? 'Done' : step === next ? 'Next' : waits.length > 0 ? 'Waits' : 'Open'
    return { step, state, count: counts[step], waitsFor: waits }
  })
}
