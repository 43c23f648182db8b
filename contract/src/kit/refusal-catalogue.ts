// The error catalogue: every answer other than 200 that this product can give. Each area keeps its own refusals in
// `<area>/refusals.ts`; they are put together here. `facts` names what a refusal carries; the message in three
// languages may use exactly these. Source: API-008 and section 8 of the specification.
import { accessRefusals } from '../access/refusals.ts'
import { administrationRefusals } from '../administration/refusals.ts'
import { dataRefusals } from '../data/refusals.ts'
import { diagnosisRefusals } from '../diagnosis/refusals.ts'
import { jobsRefusals } from '../jobs/refusals.ts'
import { knowledgeRefusals } from '../knowledge/refusals.ts'
import { lmaRefusals } from '../lma/refusals.ts'
import { orderRefusals } from '../order/refusals.ts'
import { portaRefusals } from '../porta/refusals.ts'
import { traceRefusals } from '../trace/refusals.ts'
import { registrationRefusals } from '../registration/refusals.ts'
import { servicesRefusals } from '../services/refusals.ts'
import { systemRefusals } from '../system/refusals.ts'
import { reportRefusals } from '../report/refusals.ts'
import type { Call } from './call.ts'
import { kitRefusals, portalRefusals } from './portal-refusals.ts'
import type { RefusalCode } from './refusals.ts'

export const refusalCatalogue = {
  ...portalRefusals,
  ...kitRefusals,
  ...accessRefusals,
  ...administrationRefusals,
  ...dataRefusals,
  ...diagnosisRefusals,
  ...jobsRefusals,
  ...knowledgeRefusals,
  ...lmaRefusals,
  ...orderRefusals,
  ...portaRefusals,
  ...traceRefusals,
  ...registrationRefusals,
  ...servicesRefusals,
  ...reportRefusals,
  ...systemRefusals,
}

/** The HTTP status that a refusal answers with. */
export const statusOf = (code: RefusalCode): number => refusalCatalogue[code].status

/** Whether the contract lets this call answer with the refusal: it lists it, or every call may give it. */
export function mayRefuse(call: Pick<Call, 'refusals'>, code: RefusalCode): boolean {
  return code in portalRefusals || call.refusals.includes(code)
}
