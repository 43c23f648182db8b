import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { Binary, call, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { reportLevels } from '../kit/report.ts'
import { DateOnly, Instant, text } from '../kit/values.ts'
import {
  reportFileFormats,
  reportNames,
  reportPeriods,
  reportRhythms,
  reportRunReasons,
  reportRunStates,
} from './view-words.ts'

// Views of reports that are shared with roles and sent by mail, and the files that runs of reports leave (RPT-001,
// RPT-002). The calls are open to everybody who is signed in: a report is open by its own permission, which each of
// them asks for.

/** The key of the screen of a report, by which server and screens know it. */
const ReportName = z.string().min(1).max(60)
const names = z.record(z.string().max(60), z.string().max(200))
const Filters = z.record(z.string().max(60), z.array(z.string().max(200)).min(1).max(50))

/** What a view asks of its report; whether the report still offers it is judged when it is read. */
export const ReportQuestion = z.strictObject({
  rows: z.array(z.string().max(60)).min(1).max(reportLevels),
  column: z.string().max(60).nullable(),
  measure: z.string().max(60),
  only: Filters,
  /** What the values of `only` are called, where that is not the value itself. */
  names,
  sort: z.enum(['name', 'total']),
})
export type ReportQuestion = z.infer<typeof ReportQuestion>

/** When a view is sent, by the company's clock: a day of the week (1 is Monday) or of the month, and the time. */
export const ReportSchedule = z
  .strictObject({
    rhythm: z.enum(reportRhythms),
    weekday: z.int().min(1).max(7).nullable(),
    monthDay: z.int().min(1).max(28).nullable(),
    at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  })
  .refine(({ rhythm, weekday }) => (rhythm === 'Weekly') === (weekday !== null), { path: ['weekday'] })
  .refine(({ rhythm, monthDay }) => (rhythm === 'Monthly') === (monthDay !== null), { path: ['monthDay'] })
export type ReportSchedule = z.infer<typeof ReportSchedule>

const Role = z.strictObject({ id: Uuid, name: z.string() })

export const SharedReportView = z.strictObject({
  id: Uuid,
  version: z.int(),
  name: z.string(),
  question: ReportQuestion,
  /** The days it is about, and those that these are now; null of a report of what is there now. */
  period: z.enum(reportPeriods).nullable(),
  from: DateOnly.nullable(),
  to: DateOnly.nullable(),
  isOwn: z.boolean(),
  ownerName: z.string(),
  roles: z.array(Role),
  /** Its readers are sent it as well. */
  mailsReaders: z.boolean(),
  schedule: ReportSchedule.nullable(),
  nextAt: Instant.nullable(),
  /** Why the reader is not shown what it asks for; null where they are. */
  limits: z.string().nullable(),
  actions: actionsField(['save', 'share', 'remove']),
})
export type SharedReportView = z.infer<typeof SharedReportView>

/** The reader's own views of a report, and those that are shared with a role of theirs. */
export const getReportViews = call('ReportView/GetReportViews', {
  access: 'session',
  reads: true,
  input: z.strictObject({ report: ReportName }),
  output: z.strictObject({
    views: z.array(SharedReportView),
    /** Roles that a view may be shared with; none for who may not share. */
    roles: z.array(Role),
  }),
  refusals: ['ReportUnknown'],
})

/** Keeps a view with its schedule: a new one without `viewId`. A schedule of null is none. */
export const saveReportView = call('ReportView/SaveReportView', {
  access: 'session',
  input: z.strictObject({
    viewId: Uuid.nullable(),
    version: Version.nullable(),
    report: ReportName,
    name: text(80),
    question: ReportQuestion,
    period: z.enum(reportPeriods).nullable(),
    schedule: ReportSchedule.nullable(),
  }),
  output: z.strictObject({ viewId: Uuid, version: z.int() }),
  refusals: [
    'NotFound',
    'ChangedMeanwhile',
    'ReportUnknown',
    'ReportViewUnfit',
    'ReportViewNameTaken',
    'TooManyReportViews',
  ],
})

/** Lets these roles read a view of one's own, and sends it to them as well where `mailsReaders` says so. */
export const shareReportView = call('ReportView/ShareReportView', {
  input: z.strictObject({
    viewId: Uuid,
    version: Version,
    roleIds: z.array(Uuid).max(30),
    mailsReaders: z.boolean(),
  }),
  output: z.strictObject({ viewId: Uuid, version: z.int() }),
  refusals: ['NotFound', 'ChangedMeanwhile'],
})

export const deleteReportView = call('ReportView/DeleteReportView', {
  access: 'session',
  input: z.strictObject({ viewId: Uuid, version: Version }),
  output: z.strictObject({ done: z.literal(true) }),
  refusals: ['NotFound', 'ChangedMeanwhile'],
})

/** Makes the files of a report beside the screen: it goes on when the page is left, and its files are kept. */
export const startReportRun = call('ReportRun/StartReportRun', {
  access: 'session',
  input: z.strictObject({
    report: ReportName,
    /** What the files are called. */
    name: text(80),
    question: ReportQuestion,
    from: DateOnly.nullable(),
    to: DateOnly.nullable(),
  }),
  output: z.strictObject({ reportRunId: Uuid, jobId: Uuid }),
  refusals: ['ReportUnknown', 'ReportViewUnfit', 'TooManyReportRuns'],
})

/** What one has asked for, what one was sent, and what was sent to the readers of one's views, of all reports. */
export const reportRuns = pageList('ReportRun/GetReportRuns', {
  access: 'session',
  columns: {
    requestedAt: column.instant(),
    reportName: column.choice(reportNames, { words: 'reportName' }),
    reportViewName: column.text(),
    reportRunState: column.choice(reportRunStates, { words: 'reportRun' }),
    reportRunReason: column.choice(reportRunReasons, { words: 'reportRunReason' }),
    reportReceiver: column.text(),
    snapshotAt: column.instant({ nullable: true }),
    rowCount: column.integer({ nullable: true }),
    /** Bytes of its files together. */
    fileSize: column.integer({ nullable: true }),
    /** Why it failed, in the reader's language. */
    message: column.text({ computed: true }),
  },
  extra: {
    id: Uuid,
    jobId: Uuid.nullable(),
    formats: z.array(z.enum(reportFileFormats)),
    actions: actionsField(['cancel', 'remove']),
  },
  defaultSort: [{ column: 'requestedAt', direction: 'desc' }],
  search: true,
})

export const downloadReportRun = call('ReportRun/DownloadReportRun', {
  access: 'session',
  reads: true,
  kind: 'download',
  input: z.strictObject({ reportRunId: Uuid, format: z.enum(reportFileFormats) }),
  output: Binary,
  refusals: ['NotFound', 'ReportUnknown', 'ReportAmountsHidden'],
})

/** Deletes the files of a run that has ended. What was sent by a view of somebody else stays in the list of its owner. */
export const deleteReportRun = call('ReportRun/DeleteReportRun', {
  access: 'session',
  input: z.strictObject({ reportRunId: Uuid }),
  output: z.strictObject({ done: z.literal(true) }),
  refusals: ['NotFound', 'ReportRunUnfinished'],
})
