import type { Operations } from '../kit/operation-types.ts'

/** What the audit log calls the operations of the advisor services. */
export const servicesOperations = {
  'strategy.added': null,
  'strategy.changed': null,
  'strategy.activated': null,
  'strategy.compiled': null,
  'strategy.notCompiled': null,
  'strategy.deactivated': null,
  'strategy.reverted': null,
  'strategy.deleted': null,
  'principle.added': null,
  'principle.changed': null,
  'principle.authorized': null,
  'principle.rejected': null,
  'principle.removed': null,
  'principle.fileAdded': null,
  'servicePlan.added': null,
  'servicePlan.cancelled': null,
  'serviceDate.added': null,
  'serviceDate.cancelled': null,
  'serviceDate.restored': null,
  'serviceDate.moved': null,
  'serviceRun.started': 'ServiceRuns',
  'serviceRun.closed': 'ServiceRuns',
  'serviceRun.failed': 'ServiceRuns',
  'serviceRun.creditExceeded': 'ServiceRuns',
  'serviceRun.cancelled': 'ServiceRuns',
  'serviceRun.retried': 'ServiceRuns',
  'servicePolicy.changed': null,
  'subscription.toppedUp': null,
} as const satisfies Operations

export const servicesRecordTypes = [
  'strategy',
  'principle',
  'servicePlan',
  'serviceDate',
  'serviceRun',
  'servicePolicy',
  'serviceSetting',
  'creditTariff',
] as const
