import { sql } from 'kysely'
import { transferStates, type TransferState } from '@kervan/contract/data/data-transfers'
import type { Tx } from '../../kit/database/db.ts'
import { audit } from '../../kit/records/audit.ts'
import { mostDue, type DueTime, type DueWork } from '../../kit/work/schedule.ts'
import { judge, outcomeOf, type Arrival, type DueDate, type Verdict } from './judge.ts'
import { planDueDates } from './plan.ts'

// Looks at the calendar when it is time: what came in is given to its due date, what did not come is late. Each due date
// says when it is looked at next (`look_at`). The move of a due date and the audit entry that tells notification contacts
// (USR-011) are one transaction, so each is told once.

export const dataTransferWork: DueWork = {
  name: 'dataTransfers',
  quiet: true,
  /** The transfers with a due date to be looked at. */
  async dueTimes({ tx, companyId, until }) {
    const { rows } = await sql<DueTime>`
      select d.transfer_id as key, min(d.look_at) as at from data_transfer_due d join data_transfer t on t.company_id = ${companyId} and t.id = d.transfer_id and t.active
      where d.company_id = ${companyId} and d.look_at <= ${until} group by d.transfer_id order by 2, 1 limit ${mostDue}`.execute(
      tx,
    )
    return rows
  },
  async run({ tx, services, companyId, key }) {
    const now = services.clock.now()
    const { time_zone: timeZone } = await tx
      .selectFrom('company')
      .select('time_zone')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    await sql`select from data_transfer where company_id = ${companyId} and id = ${key} for update`.execute(
      tx,
    )
    await planDueDates(tx, { id: companyId, timeZone }, now, [key])
    const counts = { transfersReceived: 0, transfersLate: 0, transfersFaulty: 0 }
    const told: Told[] = []
    const transfer = await waiting(tx, companyId, key, now)
    if (transfer) {
      const arrivals = await arrivalsFor(tx, companyId, transfer)
      for (const verdict of judge(transfer.dues, transfer.dueAfter, arrivals, transfer, now)) {
        await settle(tx, companyId, verdict, now)
        counts[countOf[verdict.to]] += 1
        if (verdict.to !== 'Received') told.push({ transfer, verdict })
      }
    }
    await lookAgain(tx, companyId, key, now)
    await notify(tx, companyId, now, told)
    return { counts }
  },
}

const lookEveryMinutes = 5

/**
 * When the due dates that were looked at are looked at next: every five minutes and when they become late, from a day
 * after they were due every hour, and no longer once they are too old.
 */
async function lookAgain(tx: Tx, companyId: number, transferId: string, now: Date): Promise<void> {
  await sql`
    update data_transfer_due d set look_at = case
      when d.due_at < ${now}::timestamptz - make_interval(days => ${lookBackDays}) then null
      when d.state = 'Due' and d.due_at + make_interval(mins => t.tolerance_minutes, secs => 1) > ${now}::timestamptz
        then least(d.due_at + make_interval(mins => t.tolerance_minutes, secs => 1), ${now}::timestamptz + make_interval(mins => ${lookEveryMinutes}))
      when d.due_at > ${now}::timestamptz - make_interval(days => 1) then ${now}::timestamptz + make_interval(mins => ${lookEveryMinutes})
      else ${now}::timestamptz + make_interval(hours => 1) end
    from data_transfer t where t.company_id = ${companyId} and t.id = d.transfer_id
      and d.company_id = ${companyId} and d.transfer_id = ${transferId} and d.look_at <= ${now}`.execute(tx)
}

const countOf = {
  Due: 'transfersReceived',
  Received: 'transfersReceived',
  Late: 'transfersLate',
  Faulty: 'transfersFaulty',
} as const satisfies Record<TransferState, string>

type Transfer = {
  id: string
  code: string
  dataKind: string
  entityId: string | null
  source: string
  earlyHours: number
  toleranceMinutes: number
  dues: DueDate[]
  /** The due date after the last of `dues`. */
  dueAfter: Date | null
}

/** How long after its due date one that did not come is still looked at. */
const lookBackDays = 62

/** A transfer with its due dates whose window has opened, where one of them may still be moved; null otherwise. */
async function waiting(tx: Tx, companyId: number, transferId: string, now: Date): Promise<Transfer | null> {
  const { rows } = await sql<{
    id: string
    code: string
    data_kind: string
    entity_id: string | null
    source: string
    early_hours: number
    tolerance_minutes: number
    due_id: string
    due_at: Date
    state: string
    due_after: Date | null
  }>`
    select t.id, t.code, t.data_kind, t.entity_id, t.source, t.early_hours, t.tolerance_minutes, d.id as due_id, d.due_at, d.state,
      (select min(n.due_at) from data_transfer_due n where n.company_id = ${companyId} and n.transfer_id = t.id and n.due_at > d.due_at) as due_after
    from data_transfer t join data_transfer_due d on d.company_id = ${companyId} and d.transfer_id = t.id
    where t.company_id = ${companyId} and t.id = ${transferId} and t.active
      and d.due_at between ${now}::timestamptz - make_interval(days => ${lookBackDays}) and ${now}::timestamptz + make_interval(hours => t.early_hours)
    order by d.due_at for update of d`.execute(tx)
  const last = rows.at(-1)
  if (!last || rows.every(({ state }) => state === 'Received')) return null
  return {
    id: last.id,
    code: last.code,
    dataKind: last.data_kind,
    entityId: last.entity_id,
    source: last.source,
    earlyHours: last.early_hours,
    toleranceMinutes: last.tolerance_minutes,
    dues: rows.map((row) => ({ id: row.due_id, dueAt: row.due_at, state: stateOf(row.state) })),
    dueAfter: last.due_after,
  }
}

const stateOf = (text: string): TransferState => transferStates.find((one) => one === text) ?? 'Due'

/** What came in of this kind and way since the first window opened, the oldest first. */
async function arrivalsFor(tx: Tx, companyId: number, transfer: Transfer): Promise<Arrival[]> {
  const first = transfer.dues.find(({ state }) => state !== 'Received')
  if (!first) return []
  const since = new Date(first.dueAt.getTime() - transfer.earlyHours * 3_600_000)
  const { rows } = await sql<{
    at: Date
    state: string
    file_name: string | null
    change_id: string | null
    mci_file_id: string | null
    portion: Arrival['portion']
  }>`
    select c.made_at as at, c.state, c.file_name, c.id as change_id, null::uuid as mci_file_id,
      case when c.source <> 'Api' then null when c.more_follow then 'More' else 'Last' end as portion from master_change c
    where c.company_id = ${companyId} and c.kind = ${transfer.dataKind} and c.made_at >= ${since}
      and c.source in ('File', 'Api', 'FileDrop') and ${transfer.source} in ('Any', c.source)
    union all
    select m.uploaded_at, m.state, m.file_name, null, m.id, null from mci_file m
    where m.company_id = ${companyId} and ${transfer.dataKind} = 'mciFile' and m.entity_id = ${transfer.entityId} and m.uploaded_at >= ${since}
      and ${transfer.source} in ('Any', m.source)
    order by 1`.execute(tx)
  return rows.flatMap((row) => {
    const outcome = outcomeOf(row.state)
    if (!outcome) return []
    const { at, file_name: fileName, change_id: changeId, mci_file_id: mciFileId, portion } = row
    return [{ at, outcome, fileName, changeId, mciFileId, portion }]
  })
}

async function settle(
  tx: Tx,
  companyId: number,
  { id, from, to, arrival }: Verdict,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('data_transfer_due')
    .set({
      state: to,
      ...(arrival && {
        received_at: arrival.at,
        change_id: arrival.changeId,
        mci_file_id: arrival.mciFileId,
        file_name: arrival.fileName,
      }),
      ...(to === 'Received' ? { look_at: null } : { told_at: now }),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', from)
    .execute()
}

type Told = { transfer: Transfer; verdict: Verdict }

/** The hook for whoever is told of it: contacts read the audit log; other notices belong here. */
async function notify(tx: Tx, companyId: number, now: Date, told: readonly Told[]): Promise<void> {
  if (told.length === 0) return
  await audit(
    tx,
    companyId,
    { id: null, name: 'Kervan' },
    now,
    told.map(({ transfer, verdict }) => ({
      operation: verdict.to === 'Late' ? 'dataTransfer.late' : 'dataTransfer.faulty',
      recordType: 'dataTransfer',
      recordId: transfer.id,
      recordCode: transfer.code,
      before: { transferState: verdict.from },
      after: {
        transferState: verdict.to,
        dueAt: transfer.dues.find(({ id }) => id === verdict.id)?.dueAt.toISOString() ?? null,
        ...(verdict.arrival?.fileName && { fileName: verdict.arrival.fileName }),
      },
    })),
  )
}
