import { sql } from 'kysely'
import { translate } from '../messages.ts'
import { partsOf } from '../parts.ts'
import { sameValue } from './differences.ts'
import type { Issue, JudgedRow, MasterContext, ServedKind, Use } from './kind.ts'

const named = 3

/** What the kind itself says, and what areas add whose records name those of the kind. */
const usesOf = ({ kind, options }: ServedKind): readonly Use[] => [
  ...(options.usedBy ?? []),
  ...partsOf('use').filter(({ of }) => of === kind.key),
]

/** What keeps each of these records from being deleted: by whom it is used, how often, and some of
 * the users by name. `leaving` are records of the kind that no longer count as users. */
export async function usedBy(
  context: MasterContext,
  served: ServedKind,
  ids: readonly string[],
  leaving: readonly string[] = [],
): Promise<Map<string, Issue[]>> {
  const found = new Map<string, Issue[]>()
  for (const use of usesOf(served))
    for (const [id, users] of await usersOf(context, use, ids, leaving))
      found.set(id, [...(found.get(id) ?? []), { field: null, code: 'InUse', facts: { users } }])
  return found
}

/** Says of changed rows which fields are settled by who uses the record. */
export async function sayWhatIsSettled(
  context: MasterContext,
  served: ServedKind,
  rows: readonly JudgedRow[],
): Promise<void> {
  for (const use of usesOf(served)) {
    const changes = rows.flatMap(({ recordId, before, after, addIssue }) => {
      const fields = (use.locks ?? []).filter(
        (name) => before && after && !sameValue(before[name] ?? null, after[name] ?? null),
      )
      return recordId && fields.length > 0 ? [{ recordId, fields, addIssue }] : []
    })
    const found = await usersOf(
      context,
      use,
      changes.map(({ recordId }) => recordId),
    )
    for (const { recordId, fields, addIssue } of changes) {
      const users = found.get(recordId)
      if (users !== undefined) for (const field of fields) addIssue(field, 'FieldInUse', { users })
    }
  }
}

/** Who uses records of what is no master data, in words, by the id of the record. */
export async function usedByAreas(
  context: MasterContext,
  of: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const use of partsOf('use').filter((one) => one.of === of))
    for (const [id, users] of await usersOf(context, use, ids))
      found.set(id, [found.get(id), users].filter((one) => one !== undefined).join('; '))
  return found
}

/** Who uses these records, in words: what kind of users, some by name, and how many more. */
async function usersOf(
  { tx, actor, language }: MasterContext,
  { by, find }: Use,
  ids: readonly string[],
  leaving: readonly string[] = [],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; count: number; names: string[] }>`
    select u.id, count(*)::int as count, (array_agg(u.name order by u.name))[1:${sql.lit(named)}] as names
    from (${find(actor.company.id, ids, leaving)}) u group by u.id`.execute(tx)
  return new Map(
    rows.map(({ id, count, names }) => {
      const more = count > names.length ? ` +${count - names.length}` : ''
      return [id, `${translate(language, `state.recordUse.${by}`)}: ${names.join(', ')}${more}`]
    }),
  )
}
