import type { RequestState } from '@kervan/contract/porta/words'

/** What was approved, whether it is reported yet or not; what was reported is flagged only (DSC-003). */
export const approvedStates = [
  'Approved',
  'Completed',
  'ApplicationOnThirdPartyDomain',
] as const satisfies readonly RequestState[]
