import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { findingLevels } from '../kit/area-work.ts'
import { call, Done as Told, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, Instant, text } from '../kit/values.ts'
import { checkNames } from '../kit/work.ts'
import { findingTabs } from './tabs.ts'

// System diagnosis (DIA-001): what checks of data, services, jobs and integrations have found, how bad it is, how it is
// mended and where.

const columns = {
  check: column.choice(checkNames, { words: 'diagnosisCheck' }),
  findingLevel: column.choice(findingLevels, { words: 'findingLevel' }),
  /** What it was found at: a code or a name, in the reader's language. */
  foundAt: column.text({ computed: true }),
  /** The same as the portal names it, for filters. */
  findingSubject: column.code(),
  /** What was found, in the reader's language. */
  finding: column.text({ computed: true }),
  /** In the last report for the first time. */
  isNew: column.flag(),
  firstSeenAt: column.instant(),
  lastSeenAt: column.instant(),
  goneAt: column.instant({ nullable: true }),
  ignoredUntil: column.date({ nullable: true }),
}

/** What is found, and how it is mended. With `runId` what one report of earlier has said. */
export const findings = pageList('SystemDiagnosis/GetFindings', {
  columns,
  extra: {
    id: Uuid,
    version: z.int(),
    /** How it is mended, in the reader's language. */
    mend: z.string(),
    /** The page on which it is mended. */
    place: z.string(),
    ignoredReason: z.string().nullable(),
    ignoredBy: z.string().nullable(),
    actions: actionsField(['ignore', 'watch']),
  },
  scope: { tab: z.enum(findingTabs), runId: Uuid.optional() },
  defaultSort: [
    { column: 'findingLevel', direction: 'desc' },
    { column: 'firstSeenAt', direction: 'desc' },
  ],
  search: true,
})

const Levels = z.array(z.strictObject({ level: z.enum(findingLevels), count: z.int() }))
const Report = z.strictObject({
  id: Uuid,
  startedAt: Instant,
  finishedAt: Instant,
  /** Who asked for it; null for the one of the night. */
  startedBy: z.string().nullable(),
  checks: z.int(),
  /** Checks that could not be made. */
  failed: z.int(),
  /** Findings that the report before did not have, and those that it had alone. */
  opened: z.int(),
  closed: z.int(),
  levels: Levels,
})
export type DiagnosisReport = z.infer<typeof Report>

/** Where the diagnosis stands: a run under way, the last report, and those before it. */
export const getDiagnosis = call('SystemDiagnosis/GetDiagnosis', {
  reads: true,
  polled: true,
  sharesPermission: 'GetFindings',
  /** With `runId` the report of then is asked for. */
  input: z.strictObject({ runId: Uuid.optional() }),
  output: z.strictObject({
    running: z.strictObject({ id: Uuid, done: z.int(), total: z.int() }).nullable(),
    /** The one that was asked for, or the last one; null where none was ever made. */
    report: Report.nullable(),
    reports: z.array(Report),
    /** Findings that are shown now, without those that are ignored. */
    levels: Levels,
    /** During which nobody is told of what is found; null while there is none. */
    maintenance: z
      .strictObject({ beganAt: Instant, untilAt: Instant, reason: z.string(), by: z.string() })
      .nullable(),
  }),
  refusals: ['DiagnosisReportNotFound', 'WholeCompanyNeeded'],
})

/** Makes all checks now. Who asks while they are made is told so, and watches the same run. */
export const runDiagnosis = call('SystemDiagnosis/RunDiagnosis', {
  input: z.strictObject({}),
  output: z.strictObject({ runId: Uuid }),
  refusals: ['DiagnosisRunning', 'WholeCompanyNeeded'],
})

const one = { findingId: Uuid, version: Version }
const Done = z.strictObject({ findingId: Uuid, version: z.int() })
/** Leaves a finding out until a day; then it is shown again by itself. */
export const ignoreFinding = call('SystemDiagnosis/IgnoreFinding', {
  input: z.strictObject({ ...one, until: DateOnly, reason: text(500) }),
  output: Done,
  refusals: ['NotFound', 'ChangedMeanwhile', 'IgnoredInThePast', 'FindingGone', 'WholeCompanyNeeded'],
})
export const watchFinding = call('SystemDiagnosis/WatchFinding', {
  input: z.strictObject(one),
  output: Done,
  refusals: ['NotFound', 'ChangedMeanwhile', 'FindingGone', 'WholeCompanyNeeded'],
})

/** From now on, for so many hours, checks continue and nobody is told of what they find. */
export const beginMaintenance = call('SystemDiagnosis/BeginMaintenance', {
  input: z.strictObject({ hours: z.int().min(1).max(168), reason: text(200) }),
  output: Told,
  refusals: ['MaintenanceUnderWay', 'WholeCompanyNeeded'],
})
export const endMaintenance = call('SystemDiagnosis/EndMaintenance', {
  input: z.strictObject({}),
  output: Told,
  refusals: ['NotFound', 'WholeCompanyNeeded'],
})
