import type { FindingLevel } from '@kervan/contract/kit/area-work'
import type { CheckName } from '@kervan/contract/kit/work'
import type { Services } from '../context.ts'
import type { Tx } from '../database/db.ts'

// Checks of the system diagnosis (DIA-001). An area says in its `work.ts` of the contract which it has, and what each does
// in a `part('check', …)`: it looks and changes nothing. Its words are `state.diagnosisCheck.<name>` and
// `diagnosis.check.<name>.found` and `.mend`, the first with the facts of the finding.

/** What a check has found at one record or place, which `subject` names; `level` where it is not the check's own. */
export type Found = {
  subject: string
  level?: FindingLevel
  facts?: Readonly<Record<string, string | number>>
}

export type Check = {
  name: CheckName
  /** In a transaction of the company, and no longer than half a minute. */
  run: (at: { tx: Tx; services: Services; companyId: number; now: Date }) => Promise<readonly Found[]>
}

/** More than so many findings of a check tell nobody more. */
export const mostFindings = 200
