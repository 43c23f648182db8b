import { findings, ignoreFinding, watchFinding } from '@kervan/contract/diagnosis/diagnosis'
import type { FindingTab } from '@kervan/contract/diagnosis/tabs'
import { findingLevels } from '@kervan/contract/kit/area-work'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { diagnosisChecks, type CheckName } from '@kervan/contract/kit/work'
import type { Language } from '@kervan/contract/kit/values'
import { sql, type RawBuilder } from 'kysely'
import { dayIn } from '../kit/clock.ts'
import type { SessionContext } from '../kit/context.ts'
import { folded } from '../kit/lists/fold.ts'
import { serveList } from '../kit/lists/serve-list.ts'
import { assertWholeCompany } from '../kit/master/records.ts'
import { translate, translateFirst } from '../kit/messages.ts'
import { handle } from '../kit/http/handle.ts'
import { record } from '../kit/records/audit.ts'
import { changedMeanwhile } from '../kit/records/changed-meanwhile.ts'
import { offer } from '../kit/records/offer.ts'
import { wholeCompanyOnly } from '../kit/records/scope.ts'

// Findings of the system diagnosis as they are listed, and leaving one out for a while.

type Asked = { tab: FindingTab; runId?: string | undefined }

const levelAt = (level: RawBuilder<unknown>) => sql`array_position(${[...findingLevels]}::text[], ${level})`

export const findingList = serveList(
  findings,
  'findings',
  ({ actor, now }: SessionContext, { tab, runId }: Asked) => {
    const company = actor.company.id
    const today = dayIn(actor.company.timeZone, now)
    const isIgnored = sql`(f.ignored_until is not null and f.ignored_until >= ${today}::date)`
    const lastRun = sql`(select r.id from diagnosis_run r where r.company_id = ${company} and r.finished_at is not null order by r.id desc limit 1)`
    const asOf = sql`(select r.requested_at from diagnosis_run r where r.company_id = ${company} and r.id = ${runId ?? null}::uuid)`
    const tabs: Record<FindingTab, RawBuilder<unknown>> = {
      open: sql`f.gone_at is null and not ${isIgnored}`,
      ignored: sql`f.gone_at is null and ${isIgnored}`,
      gone: sql`f.gone_at is not null`,
    }
    const then = sql`f.first_seen_at <= ${asOf} and (f.gone_at is null or f.gone_at > ${asOf})`
    return {
      from: sql`diagnosis_finding f`,
      where: [
        sql`f.company_id = ${company}`,
        // A check that this version does not know has no words.
        sql`f.check_name = any(${Object.keys(diagnosisChecks)}::text[])`,
        sql`f.seen >= f.tries`,
        runId ? then : tabs[tab],
        ...wholeCompanyOnly(actor),
      ],
      id: sql`f.id`,
      key: sql`f.id`,
      columns: {
        findingLevel: sql`f.level`,
        check: sql`f.check_name`,
        findingSubject: sql`f.subject`,
        isNew: sql`(f.gone_at is null and f.seen = f.tries and f.last_run_id = ${lastRun})`,
        firstSeenAt: sql`f.first_seen_at`,
        lastSeenAt: sql`f.last_seen_at`,
        goneAt: sql`f.gone_at`,
        ignoredUntil: sql`case when ${isIgnored} then f.ignored_until end`,
      },
      sortedBy: { findingLevel: levelAt(sql`f.level`) },
      facts: {
        version: sql<number>`f.version`,
        facts: sql<Record<string, string | number>>`f.facts`,
        isGone: sql<boolean>`f.gone_at is not null`,
        ignoredReason: sql<string | null>`case when ${isIgnored} then f.ignored_reason end`,
        ignoredBy: sql<string | null>`case when ${isIgnored} then f.ignored_by end`,
      },
      search: folded(sql`f.subject || ' ' || f.check_name`),
    }
  },
  ({ check, findingSubject, facts, isGone, version, ignoredReason, ignoredBy }, context) => ({
    foundAt: subjectText(context.language, check, findingSubject),
    finding: translate(context.language, `diagnosis.check.${check}.found`, {
      ...facts,
      subject: subjectText(context.language, check, findingSubject),
    }),
    mend: translate(context.language, `diagnosis.check.${check}.mend`),
    place: diagnosisChecks[check].place.replace('{subject}', encodeURIComponent(findingSubject)),
    version,
    ignoredReason,
    ignoredBy,
    actions: offer(context, { ignore: ignoreFinding, watch: watchFinding }, () =>
      refusedOnFinding(findingSubject, isGone),
    ),
  }),
)

/** What it was found at, in words where it is the name of something of ours. */
function subjectText(language: Language, check: CheckName, subject: string): string {
  const { words } = diagnosisChecks[check]
  return words === undefined ? subject : translateFirst(language, [`${words}.${subject}`, subject])
}

const refusedOnFinding = (subject: string, isGone: boolean): Refusal | null =>
  isGone ? refusal('FindingGone', { finding: subject }) : null

type Row = { id: string; version: number; subject: string; check: string; isGone: boolean }

/** The finding, locked, as the caller last saw it. */
async function lock(context: SessionContext, asked: { findingId: string; version: number }): Promise<Row> {
  const { tx, actor } = context
  assertWholeCompany(context)
  const { rows } = await sql<Row>`
    select id, version, subject, check_name as "check", gone_at is not null as "isGone" from diagnosis_finding
    where company_id = ${actor.company.id} and id = ${asked.findingId} for update`.execute(tx)
  const [row] = rows
  if (!row) throw refusal('NotFound')
  const refused = refusedOnFinding(row.subject, row.isGone)
  if (refused) throw refused
  if (row.version !== asked.version) throw await changedMeanwhile(context, 'diagnosisFinding', row.id)
  return row
}

type Ignored = { until: string; reason: string } | null

async function change(
  { tx, actor, now }: SessionContext,
  { id, version, subject, check }: Row,
  ignored: Ignored,
): Promise<{ findingId: string; version: number }> {
  await sql`
    update diagnosis_finding set version = version + 1, ignored_until = ${ignored?.until ?? null}, ignored_reason = ${ignored?.reason ?? null}, ignored_by = ${ignored ? actor.name : null}
    where company_id = ${actor.company.id} and id = ${id}`.execute(tx)
  await record(tx, actor, now, {
    audit: [
      {
        operation: ignored ? 'finding.ignored' : 'finding.watched',
        recordType: 'diagnosisFinding',
        recordId: id,
        recordCode: subject,
        after: { check, ...ignored },
      },
    ],
  })
  return { findingId: id, version: version + 1 }
}

export const ignoreFindingHandler = handle(ignoreFinding, async (context) => {
  const { input, actor, now } = context
  const today = dayIn(actor.company.timeZone, now)
  if (input.until < today) throw refusal('IgnoredInThePast', { day: today })
  return change(context, await lock(context, input), { until: input.until, reason: input.reason })
})

export const watchFindingHandler = handle(watchFinding, async (context) =>
  change(context, await lock(context, context.input), null),
)
