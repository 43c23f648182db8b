import type { FindingLevel } from '@kervan/contract/kit/area-work'
import { diagnosisChecks, type CheckName } from '@kervan/contract/kit/work'
import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { newId } from '../kit/database/uuid.ts'
import { partsOf } from '../kit/parts.ts'
import { mostFindings, type Check, type Found } from '../kit/records/check.ts'
import { tellOfFindings } from './tell.ts'
import type { QueuePayloads } from '../kit/work/payloads.ts'

// A run of the system diagnosis: one check after another, each in a transaction of its own that keeps what it found and
// that it was made. So a worker that dies leaves a run that another one goes on with, and a check that fails or never ends
// is a finding of its own and stops no other.

/** Milliseconds that a check may take. */
const longestCheckMs = 30_000

type Run = { id: string; startedAt: Date; made: CheckName[] }

/** Makes the checks of a run that are not made yet. One that has ended is left alone. */
export async function makeChecks(
  services: Services,
  { companyId, runId }: QueuePayloads['systemDiagnosis'],
): Promise<void> {
  const { db } = services
  const run = await db.withCompany(companyId, (tx) => load(tx, companyId, runId))
  if (!run) return
  for (const check of partsOf('check')) {
    if (run.made.includes(check.name)) continue
    const outcome = await make(services, companyId, check)
    await db.withCompany(companyId, (tx) => keep(tx, companyId, run, check.name, outcome))
  }
  await db.withCompany(companyId, async (tx) => {
    const now = services.clock.now()
    if (await finish(tx, companyId, run, now)) await tellOfFindings(tx, services, { companyId, now })
  })
}

type Outcome = { found: readonly Found[] } | { failed: string }

async function make(services: Services, companyId: number, check: Check): Promise<Outcome> {
  const over = new AbortController()
  try {
    const found = await Promise.race([
      services.db.withCompany(companyId, (tx) =>
        check.run({ tx, services, companyId, now: services.clock.now() }),
      ),
      pause(longestCheckMs, null, { signal: over.signal }),
    ])
    return found === null ? { failed: 'TookTooLong' } : { found: found.slice(0, mostFindings) }
  } catch (error) {
    services.log.warn({ err: error, companyId, check: check.name }, 'check of the diagnosis failed')
    return { failed: 'PortalFault' }
  } finally {
    over.abort()
  }
}

/** The run, locked; null where it has ended. */
async function load(tx: Tx, companyId: number, runId: string): Promise<Run | null> {
  const { rows } = await sql<Run>`
    select id, requested_at as "startedAt", checks as made from diagnosis_run
    where company_id = ${companyId} and id = ${runId} and finished_at is null for update`.execute(tx)
  return rows[0] ?? null
}

/** Keeps what a check found. What it no longer finds is gone, unless it could not be made. */
async function keep(
  tx: Tx,
  companyId: number,
  { id: runId, startedAt }: Run,
  name: CheckName,
  outcome: Outcome,
): Promise<void> {
  const run = await load(tx, companyId, runId)
  if (!run || run.made.includes(name)) return
  const context = { companyId, runId, at: startedAt }
  const failed = 'failed' in outcome
  if (failed)
    await keepFindings(tx, context, 'checkFailed', [{ subject: name, facts: { problem: outcome.failed } }])
  else {
    await keepFindings(tx, context, name, outcome.found)
    await closeFindings(tx, context, name, sql`true`)
    await closeFindings(tx, context, 'checkFailed', sql`subject = ${name}`)
  }
  await sql`
    update diagnosis_run set checks = checks || to_jsonb(${name}::text), failed = failed + ${failed ? 1 : 0}
    where company_id = ${companyId} and id = ${runId}`.execute(tx)
}

type Context = { companyId: number; runId: string; at: Date }

async function keepFindings(
  tx: Tx,
  { companyId, runId, at }: Context,
  name: CheckName,
  found: readonly Found[],
): Promise<void> {
  if (found.length === 0) return
  const { level, tries = 1 } = diagnosisChecks[name]
  const rows = found.map((one) => ({
    id: newId(),
    subject: one.subject,
    level: one.level ?? level,
    facts: one.facts ?? {},
  }))
  await sql`
    insert into diagnosis_finding as f (company_id, id, check_name, subject, level, facts, tries, first_run_id, first_seen_at, last_run_id, last_seen_at)
    select distinct on (one.subject) ${companyId}, one.id, ${name}, one.subject, one.level, one.facts, ${tries}, ${runId}::uuid, ${at}::timestamptz, ${runId}::uuid, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(id uuid, subject text, level text, facts jsonb)
    on conflict (company_id, check_name, subject) where gone_at is null
    do update set level = excluded.level, facts = excluded.facts, seen = f.seen + 1, last_run_id = excluded.last_run_id, last_seen_at = excluded.last_seen_at
    where f.last_run_id <> excluded.last_run_id`.execute(tx)
}

/** What this run has not found any more. */
async function closeFindings(
  tx: Tx,
  { companyId, runId, at }: Context,
  name: CheckName,
  which: ReturnType<typeof sql>,
): Promise<void> {
  await sql`
    update diagnosis_finding set gone_at = ${at}
    where company_id = ${companyId} and check_name = ${name} and gone_at is null and last_run_id <> ${runId} and ${which}`.execute(
    tx,
  )
}

/** False where another worker has ended it. Ends the run with the figures of its report: how much is shown, by level, and what changed since the one before. */
async function finish(tx: Tx, companyId: number, run: Run, now: Date): Promise<boolean> {
  if (!(await load(tx, companyId, run.id))) return false
  const { rows } = await sql<{ level: FindingLevel; count: number; opened: number }>`
    select level, count(*)::int as count, (count(*) filter (where last_run_id = ${run.id} and seen = tries))::int as opened
    from diagnosis_finding where company_id = ${companyId} and gone_at is null and seen >= tries group by level`.execute(
    tx,
  )
  const closed = sql`(select count(*) from diagnosis_finding where company_id = ${companyId} and gone_at = ${run.startedAt} and seen >= tries)`
  await sql`
    update diagnosis_run set finished_at = ${now}, opened = ${rows.reduce((sum, { opened }) => sum + opened, 0)}, closed = ${closed},
      levels = ${JSON.stringify(rows.map(({ level, count }) => ({ level, count })))}::jsonb
    where company_id = ${companyId} and id = ${run.id}`.execute(tx)
  return true
}
