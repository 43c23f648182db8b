import type { SessionContext } from '../context.ts'

/** A step of a new company: how much of it is done, by the key that the contract gives it. */
export type CountsFirstStep = {
  step: string
  /** At most `manySteps`: whoever is that far needs no exact figure. */
  count: (context: Pick<SessionContext, 'tx' | 'actor' | 'services'>) => Promise<number>
}

export const manySteps = 10_000
