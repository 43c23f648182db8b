import type { OutputOf } from '@kervan/contract/kit/call'
import type { ServiceRun } from '@kervan/contract/services/runs'
import type { Principle } from '@kervan/contract/services/principles'
import type { getStrategySetup, StrategyRecord } from '@kervan/contract/services/strategies'
import { stepKinds } from '@kervan/contract/services/words'

// Records of the advisor services for tests of their screens.

export const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const at = '2026-11-20T07:42:00.000Z'

/** Screens of the services, and calls by which their buttons show. */
export const serviceRights = [
  'ServiceStrategy',
  'ServiceSchedule',
  'AdvisorServiceCalendar',
  'ServiceOperations',
  'AdvisorServiceDownloads',
  'serviceStrategy-addStrategy',
  'serviceStrategy-savePrinciple',
  'serviceSchedule-addPlan',
  'calendar-addService',
]

export const principle: Principle = {
  id: id(11),
  version: 1,
  code: 'PR-00001',
  referenceCode: null,
  type: 'Setting',
  state: 'Pending',
  segment: 'UDFPool',
  displayName: 'Stores keep two units',
  memo: 'As agreed with operations.',
  language: 'en',
  keywords: ['network'],
  startDate: '2026-01-01',
  endDate: null,
  defaultValue: null,
  fieldNames: [],
  propertyDefinitionId: null,
  dataSource: 'None',
  benchmarkHorizon: null,
  content: {
    type: 'Setting',
    setting: 'retentionThreshold',
    value: '2',
    places: { locations: [], groups: [] },
    products: { products: [], groups: [] },
  },
  sentence: 'A store keeps 2 units.',
  statusNote: null,
  authorName: 'Elif Demir',
  approvedBy: null,
  approvedAt: null,
  expired: false,
  propertyDefinitionName: null,
  usedBy: ['ST-00001', 'ST-00002'],
  files: [{ id: id(12), name: 'plan.pdf', bytes: 2_048, addedBy: 'Elif Demir', addedAt: at }],
  actions: { edit: null, authorize: null, reject: null, remove: null, addFile: null },
}

export const strategy: StrategyRecord = {
  id: id(1),
  version: 3,
  code: 'ST-00001',
  name: 'Weekly balance',
  description: null,
  projectCode: 'BALANCE',
  projectName: 'Store balance',
  service: 'PST',
  projectDomain: 'Production',
  state: 'Pending',
  segment: 'UserDefined',
  derivedFrom: null,
  planNo: null,
  planHash: null,
  compiledAt: null,
  compiledBy: null,
  errors: [{ principle: 'PR-00002', message: 'The filter is not ready to use.' }],
  frozen: [],
  next: { day: '2026-12-04', changeableUntil: '2026-12-02T21:00:00.000Z' },
  principles: [principle],
  actions: { edit: null, addPrinciple: null, activate: 'PR-00001 waits for a decision.', delete: null },
}

export const setup: OutputOf<typeof getStrategySetup> = {
  projects: [{ code: 'BALANCE', name: 'Store balance', service: 'PST', projectDomain: 'Production' }],
  filters: [{ id: id(21), name: 'Stores of the north' }],
  entities: [{ id: id(22), name: 'Shop windows' }],
  properties: [],
  locationGroups: ['Own stores'],
  productGroups: [{ code: 'SHIRTS', name: 'Shirts' }],
  today: '2026-11-20',
}

export const run: ServiceRun = {
  id: id(31),
  code: 'SR-000007',
  name: 'Weekly balance',
  state: 'Failed',
  service: 'PST',
  projectDomain: 'Production',
  strategyId: strategy.id,
  strategyCode: strategy.code,
  serviceDate: '2026-11-20',
  planNo: 1,
  planHash: 'a'.repeat(64),
  pairs: 10_000,
  creditEstimate: 10,
  creditUsed: 0,
  targetImportAt: '2026-11-20T01:00:00.000Z',
  actualImportAt: null,
  targetServiceAt: '2026-11-20T03:00:00.000Z',
  startedAt: '2026-11-20T03:00:00.000Z',
  finishedAt: '2026-11-20T04:14:00.000Z',
  delayMinutes: 74,
  waitsFor: null,
  why: 'A business process failed three times.',
  waitsOn: null,
  steps: stepKinds.map((kind, index) => ({
    notes: [],
    no: index + 1,
    kind,
    state: (['Succeeded', 'Failed', 'Cancelled', 'Cancelled'] as const)[index] ?? 'Pending',
    tries: index < 2 ? 1 : 0,
    startedAt: at,
    finishedAt: at,
    problem: null,
  })),
  credit: [{ kind: 'Reserve', amount: 10, at, round: 1 }],
  files: [{ id: id(41), name: 'SR-000007-2026-11-20-Report.json', type: 'Report' }],
  actions: { retry: null, cancel: null },
}
