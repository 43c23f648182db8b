import { part, type Part } from '../kit/parts.ts'
import { runFailed } from './checks.ts'
import { serviceFinders } from './find-records.ts'
import { serviceRetention } from './retention.ts'
import { runStep } from './runs/steps.ts'
import { serviceRunsWork } from './runs/work.ts'
import { erpTransfers, workOrderSync } from './work-orders/transfer.ts'
import { compileStrategy } from './strategies/compile.ts'
import { serviceUses } from './uses.ts'

export const parts: readonly Part[] = [
  part('check', runFailed),
  ...serviceUses.map((use) => part('use', use)),
  ...serviceRetention.map((one) => part('retention', one)),
  ...serviceFinders.map((finder) => part('finder', finder)),
  part('schedule', serviceRunsWork),
  part('schedule', workOrderSync),
  part('deliveries', erpTransfers),
  part('queue', {
    queue: 'strategyCompiling',
    work: (services) => async (entries) => {
      for (const entry of entries) await compileStrategy(services, entry)
    },
  }),
  part('queue', {
    queue: 'serviceSteps',
    work: (services) => async (entries) => {
      for (const entry of entries) await runStep(services, entry)
    },
  }),
]
