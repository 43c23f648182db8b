import { feedingServices, type RunWait } from '@kervan/contract/services/words'
import type { TransferKind } from '@kervan/contract/data/data-transfers'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import type { ServicePolicy } from '../policy.ts'
import type { Plan } from '../strategies/compile.ts'
import type { WaitingRun } from './begin.ts'

// What a run waits for before it begins: the deliveries that its plan reads, and runs that come before it (SVC-008).

/** What a run waits for: the kind, and the id of the due date or of the run. */
export type Awaited = { for: RunWait; id: string }

/** Kinds of data that every run reads: places, goods with their prices, stock, sales, who supplies whom, and what another engine proposes. */
const readByAll: readonly TransferKind[] = [
  'location',
  'product',
  'productVariant',
  'productGroup',
  'priceChange',
  'stockLevel',
  'dailySale',
  'foreignProposal',
  'supplyRelation',
]

/** The deliveries that a plan reads: kinds of data, and MCI entities of its principles. */
export const deliveriesOf = (plan: Pick<Plan, 'rules'>) => ({
  kinds: readByAll,
  entities: plan.rules.flatMap(({ content }) => (content.type === 'CustomData' ? [content.entityId] : [])),
})

/**
 * The first delivery that the plan of a run reads, was due in the day before its target import time and has not come;
 * null where all are there, or the company does not wait for them.
 */
export async function missingImport(
  tx: Tx,
  companyId: number,
  { waitsForImport }: ServicePolicy,
  run: WaitingRun,
): Promise<Awaited | null> {
  if (!waitsForImport || run.plan === null) return null
  const { kinds, entities } = deliveriesOf(run.plan)
  const { rows } = await sql<{ id: string }>`
    select d.id from data_transfer_due d join data_transfer t on t.company_id = ${companyId} and t.id = d.transfer_id and t.active
    where d.company_id = ${companyId} and d.state <> 'Received' and d.due_at <= ${run.targetImportAt}
      and d.due_at > ${run.targetImportAt}::timestamptz - interval '1 day'
      and (t.data_kind = any(${[...kinds]}::text[]) or t.data_kind = 'mciFile' and t.entity_id = any(${entities}::uuid[]))
    order by d.due_at, d.id limit 1`.execute(tx)
  const [due] = rows
  return due ? { for: 'Import', id: due.id } : null
}

const feeding: readonly string[] = feedingServices

/**
 * The run that has to end before this one: of its day one of a service whose results it reads, or one of its project that
 * is under way, because both would move the same stock; null where there is none. One that is out of credit holds up no
 * other: nobody knows when it is topped up. Runs of a project are held against each other until the transaction ends, so
 * that of two that begin at once one waits for the other.
 */
export async function runBefore(tx: Tx, companyId: number, run: WaitingRun): Promise<Awaited | null> {
  await sql`
    select from project p where p.company_id = ${companyId} and p.code = ${run.projectCode} for no key update`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string }>`
    select r.id from service_run r
    where r.company_id = ${companyId} and r.id <> ${run.id}
      and (r.state = 'Active' and r.project_code = ${run.projectCode} and r.domain = 'Production'
        or r.state in ('Pending', 'Active') and r.service_date = ${run.serviceDate}::date
          and r.service = any(${[...feedingServices]}::text[]) and not ${feeding.includes(run.service)})
    order by r.state = 'Active' desc, r.target_service_at, r.code limit 1`.execute(tx)
  const [before] = rows
  return before ? { for: 'Run', id: before.id } : null
}

const lookAgainMinutes: Readonly<Record<RunWait, number>> = { Import: 1, Run: 1, Credit: 5 }

/** When a run that waits is looked at next, if nobody wakes it before. */
export const nextLook = (now: Date, wait: RunWait): Date =>
  new Date(now.getTime() + lookAgainMinutes[wait] * 60_000)

/** Runs that wait for a run that has ended are looked at next. */
export async function wakeWaiting(tx: Tx, companyId: number, runId: string, now: Date): Promise<void> {
  await sql`
    update service_run r set due_at = ${now}
    where r.company_id = ${companyId} and r.state in ('Pending', 'CreditExceeded') and r.waits_for = 'Run' and r.waits_on = ${runId}`.execute(
    tx,
  )
}
