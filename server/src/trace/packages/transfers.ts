import { addDays } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import type { TransferProblem } from '@kervan/contract/kit/transfer-problems'
import { getTransferSearch, searchTransfers } from '@kervan/contract/trace/transfers'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { dayIn } from '../../kit/clock.ts'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import { partsOf } from '../../kit/parts.ts'
import { companyAsDoer } from '../../kit/records/audit.ts'
import { TransferSourceFailed, type TransferSession } from '../../kit/records/transfer-source.ts'
import { seesPartOnly } from '../../kit/records/scope.ts'
import type { QueuePayloads } from '../../kit/work/payloads.ts'
import type { CalendarWork } from '../../kit/work/schedule.ts'
import { keepPackage } from './take.ts'

// Packages that ITS has for the company (TRC-004). Every night, and when somebody asks for it, a queue looks for them in
// both directions since the day before the last search, and takes each that is not known. It asks outside any transaction;
// what was taken stays taken when ITS goes away in the middle.

/** So far back the first search looks, and so many days one search takes (21016). */
const daysAtOnce = 31

export const packageTransfersWork: CalendarWork = {
  name: 'packageTransfers',
  expression: '30 4 * * *',
  catchUp: 'latest',
  async run({ tx, services, companyId }) {
    if (!(await openSource(tx, services, companyId))) return { counts: { requests: 0 } }
    await services.jobs.send(tx, 'packageTransfers', { companyId })
    return { counts: { requests: 1 } }
  },
}

function openSource(tx: Tx, services: Services, companyId: number): Promise<TransferSession | null> {
  const [source] = partsOf('transferSource')
  return source ? source.open({ tx, services, companyId }) : Promise.resolve(null)
}

/** Searches and takes. Throws where the source did not answer and may answer soon, so that the queue tries again. */
export async function takeTransfers(
  services: Services,
  { companyId }: QueuePayloads['packageTransfers'],
): Promise<void> {
  const { session, from, to } = await services.db.withCompany(companyId, async (tx) => {
    const { rows } = await sql<{ zone: string; searchedTo: string | null }>`
      select c.time_zone as zone, s.searched_to::text as "searchedTo" from company c
        left join trace_transfer_search s on s.company_id = ${companyId} where c.id = ${companyId}`.execute(
      tx,
    )
    const today = dayIn(rows[0]?.zone ?? 'UTC', services.clock.now())
    const known = rows[0]?.searchedTo ?? null
    return {
      session: await openSource(tx, services, companyId),
      from: known === null ? addDays(today, 1 - daysAtOnce) : addDays(known, -1),
      to: today,
    }
  })
  if (!session) return
  try {
    for (let day = from; day <= to; day = addDays(day, daysAtOnce)) {
      const last = addDays(day, daysAtOnce - 1)
      const window = { from: day, to: last < to ? last : to }
      for (const id of await unknownOf(services, companyId, await session.search(window)))
        await takeOne(services, companyId, id, await session.fetch(id))
      await note(services, companyId, { searchedTo: window.to, problem: null })
    }
  } catch (error) {
    if (!(error instanceof TransferSourceFailed)) throw error
    await note(services, companyId, { searchedTo: null, problem: error.problem })
    if (error.problem === 'Unavailable' || error.problem === 'Busy') throw error
  }
}

function unknownOf(services: Services, companyId: number, ids: readonly string[]): Promise<string[]> {
  return services.db.withCompany(companyId, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select x.id from unnest(${[...ids]}::text[]) with ordinality x (id, at)
      where not exists (select from trace_transfer t where t.company_id = ${companyId} and t.transfer_id = x.id) order by x.at`.execute(
      tx,
    )
    return rows.map(({ id }) => id)
  })
}

/** Keeps a transfer as a package. Bytes that came by another way already are that package. */
function takeOne(services: Services, companyId: number, transferId: string, body: Buffer): Promise<void> {
  return services.db.withCompany(companyId, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`package transfer ${transferId}`}, ${companyId}))`.execute(
      tx,
    )
    const now = services.clock.now()
    const sha256 = createHash('sha256').update(body).digest()
    const doer = await companyAsDoer(tx, companyId)
    const { rows: before } = await sql<{ id: string }>`
      select d.id from trace_package d where d.company_id = ${companyId} and d.file_sha256 = ${sha256} and d.state <> 'Faulty' limit 1`.execute(
      tx,
    )
    const { rows: taken } = await sql`
      select from trace_transfer t where t.company_id = ${companyId} and t.transfer_id = ${transferId}`.execute(
      tx,
    )
    if (taken.length > 0) return
    const packageId =
      before[0]?.id ??
      (await keepPackage(
        { tx, doer, services, now },
        { name: `PTS-${transferId}.zip`, type: 'application/zip', body, sha256 },
      ))
    await sql`
      insert into trace_transfer (company_id, transfer_id, package_id, taken_at) values (${companyId}, ${transferId}, ${packageId}, ${now})`.execute(
      tx,
    )
  })
}

async function note(
  services: Services,
  companyId: number,
  { searchedTo, problem }: { searchedTo: string | null; problem: TransferProblem | null },
): Promise<void> {
  const now = services.clock.now()
  await services.db.withCompany(companyId, (tx) =>
    sql`
      insert into trace_transfer_search (company_id, searched_to, asked_at, answered_at, problem)
      values (${companyId}, ${searchedTo}::date, ${now}, ${problem === null ? now : null}, ${problem})
      on conflict (company_id) do update set searched_to = greatest(trace_transfer_search.searched_to, excluded.searched_to),
        asked_at = excluded.asked_at, answered_at = coalesce(excluded.answered_at, trace_transfer_search.answered_at), problem = excluded.problem`.execute(
      tx,
    ),
  )
}

export const getTransferSearchHandler = handle(getTransferSearch, async ({ tx, actor, services }) => {
  const nothing = { isOpen: false, searchedTo: null, askedAt: null, answeredAt: null, problem: null }
  if (seesPartOnly(actor)) return nothing
  const isOpen = (await openSource(tx, services, actor.company.id)) !== null
  const { rows } = await sql<{
    searchedTo: string | null
    askedAt: Date
    answeredAt: Date | null
    problem: TransferProblem | null
  }>`
    select s.searched_to::text as "searchedTo", s.asked_at as "askedAt", s.answered_at as "answeredAt", s.problem
    from trace_transfer_search s where s.company_id = ${actor.company.id}`.execute(tx)
  const [row] = rows
  if (!row) return { ...nothing, isOpen }
  return {
    isOpen,
    searchedTo: row.searchedTo,
    askedAt: row.askedAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    problem: row.problem,
  }
})

export const searchTransfersHandler = handle(searchTransfers, async ({ tx, actor, services }) => {
  if (seesPartOnly(actor) || !(await openSource(tx, services, actor.company.id)))
    throw refusal('TransferSourceMissing')
  await services.jobs.send(tx, 'packageTransfers', { companyId: actor.company.id }, { first: true })
  return { done: true as const }
})
