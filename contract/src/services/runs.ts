import { z } from 'zod'
import { serviceProducts } from '../access/words.ts'
import { actionsField } from '../kit/actions.ts'
import { Binary, call, Done, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, Instant } from '../kit/values.ts'
import { runActions } from './states.ts'
import {
  creditKinds,
  projectDomains,
  runStates,
  runWaits,
  serviceFileTypes,
  stepKinds,
  stepStates,
} from './words.ts'

// Service operations (SVC-008): runs with their business processes; and the files that they made (SVC-009).

export const serviceRuns = pageList('ServiceOperations/GetServices', {
  columns: {
    runCode: column.code(),
    runName: column.text(),
    runState: column.choice(runStates, { words: 'serviceState' }),
    serviceDate: column.date(),
    startedAt: column.instant({ nullable: true }),
    finishedAt: column.instant({ nullable: true }),
    creditUsed: column.integer(),
    creditEstimate: column.integer(),
    targetImportAt: column.instant(),
    actualImportAt: column.instant({ nullable: true }),
    targetServiceAt: column.instant(),
    delayMinutes: column.integer({ nullable: true }),
    waitsFor: column.choice(runWaits, { words: 'runWait', nullable: true }),
    /** The delivery, the subscription or the run that it waits for, by name. */
    waitsOn: column.text({ nullable: true }),
    serviceProduct: column.choice(serviceProducts, { words: 'serviceProduct' }),
    projectDomain: column.choice(projectDomains, { words: 'projectDomain' }),
    strategyCode: column.code(),
    planHash: column.code({ nullable: true }),
  },
  extra: { id: Uuid, actions: actionsField(runActions) },
  scope: { from: DateOnly, to: DateOnly },
  defaultSort: [{ column: 'serviceDate', direction: 'desc' }],
  search: true,
  refusals: ['WindowTooWide'],
})

export const ServiceRun = z.strictObject({
  id: Uuid,
  code: z.string(),
  name: z.string(),
  state: z.enum(runStates),
  service: z.enum(serviceProducts),
  projectDomain: z.enum(projectDomains),
  strategyId: Uuid,
  strategyCode: z.string(),
  serviceDate: DateOnly,
  planNo: z.int().nullable(),
  planHash: z.string().nullable(),
  pairs: z.int(),
  creditEstimate: z.int(),
  creditUsed: z.int(),
  targetImportAt: Instant,
  actualImportAt: Instant.nullable(),
  targetServiceAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  delayMinutes: z.int().nullable(),
  waitsFor: z.enum(runWaits).nullable(),
  /** What it waits for, or why it failed, in the reader's language. */
  why: z.string().nullable(),
  /** The delivery, with the month of the data transfer calendar, the subscription or the run that it waits for. */
  waitsOn: z
    .discriminatedUnion('for', [
      z.strictObject({ for: z.literal('Import'), name: z.string(), month: z.string() }),
      z.strictObject({ for: z.literal('Credit'), name: z.string(), subscriptionId: Uuid }),
      z.strictObject({ for: z.literal('Run'), name: z.string(), serviceRunId: Uuid, serviceDate: DateOnly }),
    ])
    .nullable(),
  steps: z.array(
    z.strictObject({
      no: z.int(),
      kind: z.enum(stepKinds),
      state: z.enum(stepStates),
      tries: z.int(),
      startedAt: Instant.nullable(),
      finishedAt: Instant.nullable(),
      problem: z.string().nullable(),
      /** What came of it, in the reader's language. */
      notes: z.array(z.string()),
    }),
  ),
  credit: z.array(
    z.strictObject({ kind: z.enum(creditKinds), amount: z.int(), at: Instant, round: z.int() }),
  ),
  files: z.array(z.strictObject({ id: Uuid, name: z.string(), type: z.enum(serviceFileTypes) })),
  actions: actionsField(runActions),
})
export type ServiceRun = z.infer<typeof ServiceRun>

export const getServiceRun = call('ServiceOperations/GetService', {
  sharesPermission: 'GetServices',
  reads: true,
  polled: true,
  input: z.strictObject({ serviceRunId: Uuid }),
  output: ServiceRun,
  refusals: ['NotFound'],
})
const change = {
  input: z.strictObject({ serviceRunId: Uuid }),
  output: Done,
  refusals: ['NotFound', 'VariantMissing', 'RunState', 'RunTooLate', 'WholeCompanyNeeded'],
} as const
export const retryService = call('ServiceOperations/RetryService', change)
export const cancelRun = call('ServiceOperations/CancelService', change)

export const serviceFiles = pageList('ServiceReportDownloads/GetFiles', {
  columns: {
    serviceDate: column.date(),
    fileType: column.choice(serviceFileTypes, { words: 'serviceFileType' }),
    fileName: column.text(),
    runName: column.text(),
    runCode: column.code(),
    fileBytes: column.integer(),
    contentType: column.text(),
    madeAt: column.instant(),
  },
  extra: { id: Uuid },
  scope: { from: DateOnly, to: DateOnly },
  defaultSort: [{ column: 'madeAt', direction: 'desc' }],
  search: true,
  refusals: ['WindowTooWide'],
})

/** A file by its id, or the one of a type that a service made on a day. */
export const downloadServiceFile = call('ServiceReportDownloads/DownloadFile', {
  sharesPermission: 'GetFiles',
  kind: 'download',
  reads: true,
  input: z.strictObject({
    serviceFileId: Uuid.nullable(),
    day: DateOnly.nullable(),
    type: z.enum(serviceFileTypes).nullable(),
    service: z.enum(serviceProducts).nullable(),
  }),
  output: Binary,
  refusals: ['WorkOrdersNotFound', 'ReportNotFound', 'AuditReportNotFound'],
})
