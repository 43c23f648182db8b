import { part, type Part } from '../kit/parts.ts'
import { customerWithoutPlace } from './checks.ts'
import { companyFirstSteps } from './first-steps.ts'
import { entityFolder } from './mci/begin-file.ts'
import { mciImport } from './mci/import-job.ts'
import { mciRetention } from './mci/retention.ts'
import { partnerSession } from './session-facts.ts'
import { uiFilterPreparing } from './ui-filters/prepare.ts'

export const parts: readonly Part[] = [
  part('check', customerWithoutPlace),
  part('session', partnerSession),
  ...companyFirstSteps.map((step) => part('firstStep', step)),
  part('job', { kind: 'mci.import', ...mciImport }),
  part('job', { kind: 'uiFilter.prepare', ...uiFilterPreparing }),
  part('dropFolder', entityFolder),
  part('retention', mciRetention),
]
