// The error catalogue: every answer other than 200 that this product can give. Each area keeps its own refusals in
// `<area>/refusals.ts`; they are put together here. `facts` names what a refusal carries; the message in three
// languages may use exactly these. Source: API-008 and section 8 of the specification.
import { accessRefusals } from '../access/refusals.ts'
import { administrationRefusals } from '../administration/refusals.ts'
import { jobsRefusals } from '../jobs/refusals.ts'
import { orderRefusals } from '../order/refusals.ts'
import { registrationRefusals } from '../registration/refusals.ts'
import { systemRefusals } from '../system/refusals.ts'
import { kitRefusals, portalRefusals } from './portal-refusals.ts'

export const refusalCatalogue = {
  ...portalRefusals,
  ...kitRefusals,
  ...accessRefusals,
  ...administrationRefusals,
  ...jobsRefusals,
  ...orderRefusals,
  ...registrationRefusals,
  ...systemRefusals,
}

export type RefusalCode = keyof typeof refusalCatalogue
export type FactValue = string | number | boolean | null | readonly unknown[]
export type FactsOf<C extends RefusalCode> = Record<(typeof refusalCatalogue)[C]['facts'][number], FactValue>
/** The second argument of `refuse`: none when the refusal carries no facts. */
export type FactArguments<C extends RefusalCode> = (typeof refusalCatalogue)[C]['facts'] extends readonly []
  ? []
  : [facts: FactsOf<C>]

/** A named answer of "no". Not a fault: it has a status and a translated sentence, and is logged as information. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly facts: Record<string, FactValue>

  constructor(code: RefusalCode, facts: Record<string, FactValue> = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.facts = facts
  }

  get status(): number {
    return refusalCatalogue[this.code].status
  }
}

/** Makes a refusal with the facts its catalogue entry asks for; the compiler refuses others. */
export function refusal<C extends RefusalCode>(code: C, ...facts: FactArguments<C>): Refusal {
  return new Refusal(code, facts[0])
}
