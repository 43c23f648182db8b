import { sql } from 'kysely'
import { refusal } from '@kervan/contract/kit/refusals'
import { plainText } from '@kervan/contract/kit/typed'
import type { SessionContext } from '../context.ts'
import { folded } from '../lists/fold.ts'
import type { ServedList } from '../lists/serve-list.ts'
import { sayDays } from '../messages.ts'
import { seesPartOnly } from '../records/scope.ts'
import { readHead, recordUnlessFile } from './change.sql.ts'
import { differences } from './differences.ts'
import { seesPrices, visibleKind, type Issue, type ServedKind } from './kind.ts'
import { serve, valueFacts, withProperties, type Found } from './lists.ts'
import { customProperties } from './value-names.ts'
import { sayDifference, sayIssues } from './words.ts'

// The changes of a kind, and the rows of one of them.

/** The days in the name of a record as the reader writes them; the name of a file stands as it is. */
export const saidRecord = (
  { record }: Pick<Found, 'record'>,
  { language }: Pick<SessionContext, 'language'>,
) => (record === null ? {} : { fileOrRecord: sayDays(language, record) })

export function changeList({ kind }: ServedKind): ServedList {
  return serve(
    kind.changes,
    `kind.${kind.key}.many`,
    (context) => ({
      from: sql`master_change t`,
      where: [
        sql`t.company_id = ${context.actor.company.id}`,
        sql`t.kind = ${kind.key}`,
        ...(seesPartOnly(context.actor) ? [sql`t.made_by = ${context.actor.membershipId}`] : []),
      ],
      id: sql`t.id`,
      columns: {
        madeAt: sql`t.made_at`,
        madeBy: sql`t.made_by_name`,
        source: sql`t.source`,
        fileOrRecord: sql`coalesce(t.file_name, ${recordUnlessFile(context.actor.company.id)})`,
        state: sql`t.state`,
        added: sql`t.added`,
        changed: sql`t.changed`,
        removed: sql`t.removed`,
        unchanged: sql`t.unchanged`,
        faulty: sql`t.faulty`,
        activatedAt: sql`t.activated_at`,
        approvedBy: sql`t.decided_by_name`,
      },
      extra: { revertsId: sql`t.reverts_id`, record: recordUnlessFile(context.actor.company.id) },
      search: folded(sql`concat_ws(' ', t.file_name, t.made_by_name)`),
    }),
    saidRecord,
  )
}

/** Who sees part of the company only sees the changes that are their own. Throws `ChangeNotFound`. */
export async function assertSeesChange(
  context: SessionContext,
  served: ServedKind,
  id: string,
  options: { lock?: boolean } = {},
) {
  const head = await readHead(context.tx, served, context.actor, id, options)
  if (seesPartOnly(context.actor) && head.made_by !== context.actor.membershipId)
    throw refusal('ChangeNotFound')
  return head
}

/** What is wrong with a price is told without the price where it is hidden. */
function withoutPrices(
  served: ServedKind,
  actor: SessionContext['actor'],
  issues: readonly Issue[],
): Issue[] {
  if (seesPrices(served, actor)) return [...issues]
  return issues.map((issue) =>
    issue.field && served.kind.fields[issue.field]?.price ? { ...issue, facts: { value: '–' } } : issue,
  )
}

/** The documents in which a row differs, by what they are called. */
function documentsOf(
  served: ServedKind,
  { names, before, after }: Pick<Found, 'names' | 'before' | 'after'>,
) {
  const changed = differences(served, before, after).filter(
    ({ field }) => served.kind.fields[field]?.type === 'file',
  )
  return changed.flatMap((one) =>
    [one.before, one.after].flatMap((fileId) => {
      const name = names[one.field]?.[plainText(fileId)]
      return typeof fileId === 'string' && name !== undefined ? [{ fileId, name }] : []
    }),
  )
}

export function changeRowList(served: ServedKind): ServedList {
  const { kind } = served
  return serve(
    kind.changeRows,
    `kind.${kind.key}.many`,
    async (context, scope) => {
      const { id } = await assertSeesChange(context, served, scope.changeId)
      return {
        from: sql`master_change_row t`,
        where: [sql`t.company_id = ${context.actor.company.id}`, sql`t.change_id = ${id}`],
        id: sql`t.id`,
        columns: {
          sheet: sql`t.sheet`,
          row: sql`t.file_row`,
          action: sql`t.action`,
          record: sql`t.record`,
        },
        extra: { recordId: sql`t.record_id` },
        facts: { ...valueFacts(context, served), issues: sql`t.issues` },
        search: folded(sql`t.record`),
        given: await customProperties(context, served),
      }
    },
    ({ action, record, before, after, issues, names }, { actor, language }, properties) => {
      const called = withProperties(language, served, properties, { names, before, after })
      return {
        record: sayDays(language, record ?? ''),
        documents: documentsOf(served, { names, before, after }),
        difference:
          action === 'Faulty'
            ? ''
            : sayDifference(language, visibleKind(served, actor), before, after, called),
        message:
          issues.length > 0 ? sayIssues(language, withoutPrices(served, actor, issues), served.kind) : null,
      }
    },
  )
}
