import { sql, type RawBuilder } from 'kysely'
import {
  activity,
  activityWindowMonths,
  changesLimit,
  getRecordHistory,
  verifyActivity,
} from '@kervan/contract/account/activity'
import {
  auditOperations,
  auditRecordTypes,
  type AuditOperation,
} from '@kervan/contract/account/activity-words'
import type { RowOf } from '@kervan/contract/kit/page'
import type { Language } from '@kervan/contract/kit/values'
import { verifyAudit } from '../../kit/audit.ts'
import type { Actor } from '../../kit/context.ts'
import { handle, handleDownload } from '../../kit/handle.ts'
import { exportRows, readPage, type ListSql } from '../../kit/page.ts'
import { seesPartOnly } from '../../kit/reach.ts'
import { withinWindow, type DayWindow } from '../../kit/window.ts'
import { pricesVisible } from '../../order/order.api.ts'
import { writtenRoleNameSql } from '../roles/roles.sql.ts'
import { changesOf, summarize, withRoleNames } from './changes.ts'

// The audit log as administrators read it (USR-010). It is only ever read here: the database lets nobody change it.

type Row = RowOf<typeof activity>
type Found = {
  seq: number
  id: string
  at: Date
  actor_name: string
  operation: AuditOperation
  record_type: (typeof auditRecordTypes)[number]
  record_id: string | null
  record_code: string | null
  before: unknown
  after: unknown
}

/** An entry has a number, not an id; this is the number as the grid asks for it. */
const id = sql`('00000000-0000-8000-8000-' || lpad(to_hex(a.seq), 12, '0'))::uuid`
const operation = sql`case when a.operation = any(${auditOperations}::text[]) then a.operation else 'other' end`
const recordType = sql`case when a.record_type = any(${auditRecordTypes}::text[]) then a.record_type else 'other' end`
/** A ready-made role is called as the reader calls it, in rows, filters and searches alike. */
export const recordCodeSql = (language: Language) =>
  sql<
    string | null
  >`case when a.record_type = 'role' then ${writtenRoleNameSql(language, sql`a.record_code`)} else a.record_code end`
const select = (language: Language) =>
  sql`a.seq, ${id} as id, a.at, a.actor_name, ${operation} as operation, ${recordType} as record_type, a.record_id, ${recordCodeSql(language)} as record_code, a.before, a.after`

/** Who works for a customer or for some places only sees what they did themselves; the company's own people see all. */
function activityScope(actor: Actor): RawBuilder<unknown>[] {
  return [
    sql`a.company_id = ${actor.company.id}`,
    ...(seesPartOnly(actor) ? [sql`a.actor_id = ${actor.membershipId}`] : []),
  ]
}

function activityList(actor: Actor, language: Language, window: DayWindow): ListSql {
  const code = recordCodeSql(language)
  return {
    select: select(language),
    from: sql`audit_entry a`,
    where: [
      ...activityScope(actor),
      withinWindow(actor.company.timeZone, sql`a.at`, window, activityWindowMonths),
    ],
    columns: {
      at: sql`a.at`,
      actorName: sql`a.actor_name`,
      operation,
      recordType,
      recordCode: code,
      entry: sql`a.seq`,
    },
    id: sql`a.seq`,
    search: sql`translate(lower(replace(concat_ws(' ', ${code}, a.actor_name), 'İ', 'i')), 'ıçğöşüäâîûß', 'icgosuaaius')`,
  }
}

function present(actor: Actor, language: Language, row: Found): Row {
  const changes = withRoleNames(
    language,
    changesOf(row.before, row.after, pricesVisible(actor.company.priceVisibility, actor)),
  )
  return {
    id: row.id,
    at: row.at.toISOString(),
    actorName: row.actor_name,
    operation: row.operation,
    recordType: row.record_type,
    recordCode: row.record_code,
    recordId: row.record_id,
    entry: row.seq,
    whatChanged: summarize(language, changes),
    changes: changes.slice(0, changesLimit),
    changeCount: changes.length,
  }
}

export const getActivity = handle(activity.page, async ({ input, tx, actor, language, now }) => {
  const page = await readPage<Found>(tx, actor, activity, activityList(actor, language, input), input)
  return {
    rows: page.rows.map((row) => present(actor, language, row)),
    total: page.total,
    totalIsExact: page.totalIsExact,
    asOf: now.toISOString(),
  }
})

export const exportActivity = handleDownload(activity.excel, async (context) =>
  exportRows<Found>(
    context,
    activity,
    activityList(context.actor, context.language, context.input),
    context.input,
    'activity',
    (row) => present(context.actor, context.language, row),
  ),
)

const historyLimit = 200

export const getRecordHistoryHandler = handle(getRecordHistory, async ({ input, tx, actor, language }) => {
  const { rows } = await sql<Found>`
    select ${select(language)} from audit_entry a
    where ${sql.join(activityScope(actor), sql` and `)} and a.record_type = ${input.recordType} and a.record_id = ${input.recordId}
    order by a.seq desc limit ${historyLimit + 1}`.execute(tx)
  const entries = rows.slice(0, historyLimit).map((row) => present(actor, language, row))
  return {
    entries: entries.map(({ id: entryId, at, actorName, operation: done, changes, changeCount }) => ({
      id: entryId,
      at,
      actorName,
      operation: done,
      changes,
      changeCount,
    })),
    hasMore: rows.length > historyLimit,
  }
})

export const verifyActivityHandler = handle(verifyActivity, async ({ tx, actor, now }) => ({
  ...(await verifyAudit(tx, actor.company.id)),
  checkedAt: now.toISOString(),
}))
