// What a refusal is, without the catalogue: the browser knows its codes as types only and need not load it.
import type { refusalCatalogue } from './refusal-catalogue.ts'

export type RefusalCode = keyof typeof refusalCatalogue
export type FactValue = string | number | boolean | null | readonly unknown[]
export type FactsOf<C extends RefusalCode> = Record<(typeof refusalCatalogue)[C]['facts'][number], FactValue>
/** The second argument of `refuse`: none when the refusal carries no facts. */
export type FactArguments<C extends RefusalCode> = (typeof refusalCatalogue)[C]['facts'] extends readonly []
  ? []
  : [facts: FactsOf<C>]

// V8's own; the browser's library knows it not, and a browser without it ignores it.
const errors: ErrorConstructor & { stackTraceLimit?: number | undefined } = Error

/**
 * A named answer of "no". Not a fault: it has a status and a translated sentence, and is logged as information. It has no
 * stack trace: a page of fifty orders makes hundreds of them to say why something cannot be done, and tracing them took
 * a third of the time of a page.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly facts: Record<string, FactValue>

  constructor(code: RefusalCode, facts: Record<string, FactValue> = {}) {
    const limit = errors.stackTraceLimit
    errors.stackTraceLimit = 0
    super(code)
    errors.stackTraceLimit = limit
    this.name = 'Refusal'
    this.code = code
    this.facts = facts
  }
}

/** Makes a refusal with the facts its catalogue entry asks for; the compiler refuses others. */
export function refusal<C extends RefusalCode>(code: C, ...facts: FactArguments<C>): Refusal {
  return new Refusal(code, facts[0])
}
