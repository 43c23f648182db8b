import { sql } from 'kysely'
import { transferStates, type TransferState } from '@kervan/contract/data/data-transfers'
import type { Tx } from '../../kit/database/db.ts'
import { audit } from '../../kit/records/audit.ts'
import type { ScheduledWork } from '../../kit/work/schedule.ts'
import { judge, outcomeOf, type Arrival, type DueDate, type Verdict } from './judge.ts'
import { planDueDates } from './plan.ts'

// Looks at the calendar now and then: what came in is given to its due date, what did not come is late. The move of a
// due date and the audit entry that tells notification contacts (USR-011) are one transaction, so each is told once.

export const dataTransferWork: ScheduledWork = {
  name: 'dataTransfers',
  expression: '*/5 * * * *',
  catchUp: 'latest',
  quiet: true,
  isNeeded: async ({ tx, companyId }) => {
    const { rows } =
      await sql`select from data_transfer where company_id = ${companyId} and active limit 1`.execute(tx)
    return rows.length > 0
  },
  async run({ tx, services, companyId }) {
    await sql`select pg_advisory_xact_lock(hashtextextended('data transfers', ${companyId}))`.execute(tx)
    const now = services.clock.now()
    const { time_zone: timeZone } = await tx
      .selectFrom('company')
      .select('time_zone')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    await planDueDates(tx, { id: companyId, timeZone }, now)
    const counts = { transfersReceived: 0, transfersLate: 0, transfersFaulty: 0 }
    const told: Told[] = []
    for (const transfer of await waiting(tx, companyId, now)) {
      const arrivals = await arrivalsFor(tx, companyId, transfer)
      const verdicts = judge(transfer.dues, transfer.dueAfter, arrivals, transfer, now)
      for (const verdict of verdicts) {
        await settle(tx, companyId, verdict, now)
        counts[countOf[verdict.to]] += 1
        if (verdict.to !== 'Received') told.push({ transfer, verdict })
      }
    }
    await notify(tx, companyId, now, told)
    return { counts }
  },
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

/** The transfers with due dates whose window has opened and that may still be moved. */
async function waiting(tx: Tx, companyId: number, now: Date): Promise<Transfer[]> {
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
    where t.company_id = ${companyId} and t.active
      and d.due_at between ${now}::timestamptz - make_interval(days => ${lookBackDays}) and ${now}::timestamptz + make_interval(hours => t.early_hours)
    order by t.id, d.due_at for update of d`.execute(tx)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const last = own.at(-1)
    return last && own.some(({ state }) => state !== 'Received')
      ? [
          {
            id: last.id,
            code: last.code,
            dataKind: last.data_kind,
            entityId: last.entity_id,
            source: last.source,
            earlyHours: last.early_hours,
            toleranceMinutes: last.tolerance_minutes,
            dues: own.map((row) => ({ id: row.due_id, dueAt: row.due_at, state: stateOf(row.state) })),
            dueAfter: last.due_after,
          },
        ]
      : []
  })
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
      ...(to !== 'Received' && { told_at: now }),
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
