import { sql } from 'kysely'
import {
  dataTransferCalendar,
  dataTransferKind,
  getDataTransferMonth,
  getDueTimes,
} from '@kervan/contract/data/data-transfers'
import { addMonths } from '@kervan/contract/kit/days'
import type { RowOf } from '@kervan/contract/kit/page'
import { plainText } from '@kervan/contract/kit/typed'
import type { Actor } from '../../kit/context.ts'
import { startOfDay } from '../../kit/clock.ts'
import { handle } from '../../kit/http/handle.ts'
import { folded } from '../../kit/lists/fold.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import type { RowOfKind, MasterContext } from '../../kit/master/kind.ts'
import { serveMasterData } from '../../kit/master/serve-master-data.ts'
import { dueTimes, faultOfExpression } from './due-times.ts'
import { planDueDates, plannedUntil } from './plan.ts'

/** Deliveries that a company expects, and the calendar of their due dates (DAT-001). */
export const dataTransfers = serveMasterData(dataTransferKind, {
  table: 'data_transfer',
  recordType: 'dataTransfer',
  columns: { entity: 'entity_id' },
  references: { entity: { table: 'mci_entity', keeps: 'id' } },
  rowLimit: 200,
  rules: (context, rows) => rows.forEach((row) => check(context, row)),
  after: async ({ tx, actor, now }, changeId) => {
    const { rows } = await sql<{ id: string }>`
      select r.record_id as id from master_change_row r where r.company_id = ${actor.company.id} and r.change_id = ${changeId} and r.record_id is not null`.execute(
      tx,
    )
    await planDueDates(
      tx,
      actor.company,
      now,
      rows.map(({ id }) => id),
      { anew: true },
    )
  },
})

function check({ actor, now }: MasterContext, { after, addIssue }: RowOfKind<typeof dataTransferKind>): void {
  if (!after) return
  const fault = faultOfExpression(plainText(after['expression']), actor.company.timeZone, now)
  if (fault) addIssue('expression', fault)
  const isMci = after['dataKind'] === 'mciFile'
  if (isMci && after['entity'] === null) addIssue('entity', 'Required')
  if (!isMci && after['entity'] !== null) addIssue('entity', 'EntityWithoutMci')
  if (isMci && after['source'] === 'Api') addIssue('source', 'MciWithoutApi')
}

const ofMonth = ({ company }: Actor, month: string) => {
  const first = `${month}-01`
  return sql`d.company_id = ${company.id} and d.due_at >= ${startOfDay(company.timeZone, first)} and d.due_at < ${startOfDay(company.timeZone, addMonths(first, 1))}`
}
/** Due dates of a transfer that is no longer expected stay as far as they were judged. */
const from = ({
  company,
}: Actor) => sql`data_transfer_due d join data_transfer t on t.company_id = ${company.id} and t.id = d.transfer_id
  and (t.active or d.state <> 'Due')`

export const dataTransferCalendarList = serveList(
  dataTransferCalendar,
  'kind.dataTransferCalendar.many',
  ({ actor }, { month }) => ({
    from: from(actor),
    where: [ofMonth(actor, month)],
    id: sql`d.id`,
    columns: {
      dueAt: sql`d.due_at`,
      transferName: sql`t.name`,
      dataKind: sql`t.data_kind`,
      transferState: sql`d.state`,
      receivedAt: sql`d.received_at`,
      fileName: sql`d.file_name`,
      sender: sql`t.sender`,
      source: sql`t.source`,
      transferCode: sql`t.code`,
    },
    extra: { changeId: sql`d.change_id`, mciFileId: sql`d.mci_file_id` },
    search: folded(sql`concat_ws(' ', t.code, t.name, t.sender, d.file_name)`),
  }),
)

type Row = RowOf<typeof dataTransferCalendar>
type Entry = {
  id: string
  due_at: Date
  name: string
  data_kind: Row['dataKind']
  state: Row['transferState']
  received_at: Date | null
  change_id: string | null
  mci_file_id: string | null
}

export const getDataTransferMonthHandler = handle(getDataTransferMonth, async ({ tx, actor, input, now }) => {
  const { rows } = await sql<Entry>`
    select d.id, d.due_at, t.name, t.data_kind, d.state, d.received_at, d.change_id, d.mci_file_id
    from ${from(actor)} where ${ofMonth(actor, input.month)} order by d.due_at, t.name`.execute(tx)
  return {
    entries: rows.map((row) => ({
      id: row.id,
      dueAt: row.due_at.toISOString(),
      transferName: row.name,
      dataKind: row.data_kind,
      transferState: row.state,
      receivedAt: row.received_at?.toISOString() ?? null,
      changeId: row.change_id,
      mciFileId: row.mci_file_id,
    })),
    plannedUntil: plannedUntil(now).toISOString(),
  }
})

const shownTimes = 4

export const getDueTimesHandler = handle(getDueTimes, ({ actor, input, now }) => {
  const { timeZone } = actor.company
  const isGood = faultOfExpression(input.expression, timeZone, now) === null
  const times = isGood ? dueTimes(input.expression, timeZone, now, shownTimes) : []
  return Promise.resolve({ times: times.map((at) => at.toISOString()) })
})
