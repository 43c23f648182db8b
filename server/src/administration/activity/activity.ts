import { writtenRoleNameSql, pricesVisible } from '../../access/access.api.ts'
import { sql, type RawBuilder } from 'kysely'
import {
  activity,
  activityWindowMonths,
  changesLimit,
  getRecordHistory,
  verifyActivity,
} from '@kervan/contract/administration/activity'
import { auditOperations, auditRecordTypes, type AuditOperation } from '@kervan/contract/kit/operations'
import type { Language } from '@kervan/contract/kit/values'
import { verifyAudit } from '../../kit/records/audit.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { folded } from '../../kit/lists/fold.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { seesPartOnly } from '../../kit/records/scope.ts'
import { withinWindow } from '../../kit/lists/window.ts'

import { changesOf, summarize, withRoleNames } from './changes.ts'

// The audit log as administrators read it (USR-010). It is only ever read here: the database lets nobody change it.

/** An entry has a number, not an id; this is the number as the grid asks for it. */
const id = sql`('00000000-0000-8000-8000-' || lpad(to_hex(a.seq), 12, '0'))::uuid`
const operation = sql`case when a.operation = any(${auditOperations}::text[]) then a.operation else 'other' end`
const recordType = sql`case when a.record_type = any(${auditRecordTypes}::text[]) then a.record_type else 'other' end`
/** A ready-made role is called as the reader calls it, in rows, filters and searches alike. */
export const recordCodeSql = (language: Language) =>
  sql<
    string | null
  >`case when a.record_type = 'role' then ${writtenRoleNameSql(language, sql`a.record_code`)} else a.record_code end`

/** What an entry says, made from what it kept. */
const facts = {
  before: sql<unknown>`a.before`,
  after: sql<unknown>`a.after`,
  amounts: sql<string[] | null>`a.amounts`,
}
type Kept = { before: unknown; after: unknown; amounts: string[] | null }
function changesShown({ actor, language }: SessionContext, entry: Kept) {
  const all = withRoleNames(language, changesOf(entry, pricesVisible(actor.company.priceVisibility, actor)))
  return { all, shown: { changes: all.slice(0, changesLimit), changeCount: all.length } }
}

/** Who works for a customer or for some locations only sees what they did themselves; the company's own people see all. */
function activityScope(actor: Actor): RawBuilder<unknown>[] {
  return [
    sql`a.company_id = ${actor.company.id}`,
    ...(seesPartOnly(actor) ? [sql`a.actor_id = ${actor.membershipId}`] : []),
  ]
}

export const activityList = serveList(
  activity,
  'activity',
  ({ actor, language }, window) => {
    const recordCode = recordCodeSql(language)
    return {
      from: sql`audit_entry a`,
      where: [
        ...activityScope(actor),
        withinWindow(actor.company.timeZone, sql`a.at`, window, activityWindowMonths),
      ],
      id,
      key: sql`a.seq`,
      columns: {
        at: sql`a.at`,
        actorName: sql`a.actor_name`,
        operation,
        recordType,
        recordCode,
        entry: sql`a.seq`,
      },
      extra: { recordId: sql`a.record_id` },
      facts,
      search: folded(sql`concat_ws(' ', ${recordCode}, a.actor_name)`),
    }
  },
  (entry, context) => {
    const { all, shown } = changesShown(context, entry)
    return { ...shown, whatChanged: summarize(context.language, all) }
  },
)

const historyLimit = 200

type Entry = {
  id: string
  at: Date
  actorName: string
  operation: AuditOperation
  before: unknown
  after: unknown
  amounts: string[] | null
}

export const getRecordHistoryHandler = handle(getRecordHistory, async (context) => {
  const { input, tx, actor } = context
  const { rows } = await sql<Entry>`
    select ${id} as id, a.at, a.actor_name as "actorName", ${operation} as operation, a.before, a.after, a.amounts from audit_entry a
    where ${sql.join(activityScope(actor), sql` and `)} and a.record_type = ${input.recordType} and a.record_id = ${input.recordId}
    order by a.seq desc limit ${historyLimit + 1}`.execute(tx)
  return {
    entries: rows.slice(0, historyLimit).map(({ before, after, amounts, ...entry }) => ({
      ...entry,
      at: entry.at.toISOString(),
      ...changesShown(context, { before, after, amounts }).shown,
    })),
    hasMore: rows.length > historyLimit,
  }
})

export const verifyActivityHandler = handle(verifyActivity, async ({ tx, actor, now }) => ({
  ...(await verifyAudit(tx, actor.company.id)),
  checkedAt: now.toISOString(),
}))
