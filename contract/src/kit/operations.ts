import { accessOperations, accessRecordTypes } from '../access/operations.ts'
import { keysOf } from './typed.ts'
import { accountOperations } from '../account/operations.ts'
import { administrationOperations, administrationRecordTypes } from '../administration/operations.ts'
import { dataOperations, dataRecordTypes } from '../data/operations.ts'
import { diagnosisOperations, diagnosisRecordTypes } from '../diagnosis/operations.ts'
import { knowledgeOperations, knowledgeRecordTypes } from '../knowledge/operations.ts'
import { lmaOperations, lmaRecordTypes } from '../lma/operations.ts'
import { orderOperations, orderRecordTypes, orderEventKinds } from '../order/operations.ts'
import { portaEventKinds, portaOperations, portaRecordTypes } from '../porta/operations.ts'
import { registrationOperations, registrationRecordTypes } from '../registration/operations.ts'
import { traceOperations, traceRecordTypes } from '../trace/operations.ts'
import { servicesOperations, servicesRecordTypes } from '../services/operations.ts'
import { systemOperations, systemRecordTypes } from '../system/operations.ts'
import { reportOperations, reportRecordTypes } from '../report/operations.ts'
import type { NotificationType } from './operation-types.ts'

// The words of the audit log, put together from the areas' own. An operation that a later version no longer knows is
// shown as `other`, never left out.

const operations = {
  ...accessOperations,
  ...accountOperations,
  ...administrationOperations,
  ...dataOperations,
  ...diagnosisOperations,
  ...knowledgeOperations,
  ...lmaOperations,
  ...orderOperations,
  ...portaOperations,
  ...registrationOperations,
  ...servicesOperations,
  ...reportOperations,
  ...systemOperations,
  ...traceOperations,
} as const

/** An operation as it is written down. */
export type Operation = keyof typeof operations
export type RecordType =
  | (typeof accessRecordTypes)[number]
  | (typeof administrationRecordTypes)[number]
  | (typeof dataRecordTypes)[number]
  | (typeof diagnosisRecordTypes)[number]
  | (typeof knowledgeRecordTypes)[number]
  | (typeof lmaRecordTypes)[number]
  | (typeof orderRecordTypes)[number]
  | (typeof portaRecordTypes)[number]
  | (typeof registrationRecordTypes)[number]
  | (typeof servicesRecordTypes)[number]
  | (typeof reportRecordTypes)[number]
  | (typeof systemRecordTypes)[number]
  | (typeof traceRecordTypes)[number]
/** An event of a record's time line. */
export type EventKind = (typeof orderEventKinds)[number] | (typeof portaEventKinds)[number]

export type AuditOperation = Operation | 'other'
export const auditOperations: readonly [AuditOperation, ...AuditOperation[]] = [
  'other',
  ...keysOf(operations),
]

export const auditRecordTypes = [
  ...accessRecordTypes,
  ...administrationRecordTypes,
  ...dataRecordTypes,
  ...diagnosisRecordTypes,
  ...knowledgeRecordTypes,
  ...lmaRecordTypes,
  ...orderRecordTypes,
  ...portaRecordTypes,
  ...registrationRecordTypes,
  ...servicesRecordTypes,
  ...reportRecordTypes,
  ...systemRecordTypes,
  ...traceRecordTypes,
  'other',
] as const

/** Under which type contacts are told of an operation; null for what concerns nobody but the person. */
export const notificationOf: Readonly<Record<AuditOperation, NotificationType | null>> = {
  ...operations,
  other: null,
}
