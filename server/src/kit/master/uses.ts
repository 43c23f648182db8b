import { sql } from 'kysely'
import { translate } from '../messages.ts'
import type { Issue, MasterContext, ServedKind } from './kind.ts'

const named = 3

/** What keeps each of these records from being deleted: by whom it is used, how often, and some of
 * the users by name. `leaving` are records of the kind that no longer count as users. */
export async function usedBy(
  { tx, actor, language }: MasterContext,
  served: ServedKind,
  ids: readonly string[],
  leaving: readonly string[] = [],
): Promise<Map<string, Issue[]>> {
  const found = new Map<string, Issue[]>()
  if (ids.length === 0) return found
  for (const { by, find } of served.options.uses ?? []) {
    const { rows } = await sql<{ id: string; count: number; names: string[] }>`
      select u.id, count(*)::int as count, (array_agg(u.name order by u.name))[1:${sql.lit(named)}] as names
      from (${find(actor.company.id, ids, leaving)}) u group by u.id`.execute(tx)
    for (const { id, count, names } of rows) {
      const more = count > names.length ? ` +${count - names.length}` : ''
      const users = `${translate(language, `state.recordUse.${by}`)}: ${names.join(', ')}${more}`
      found.set(id, [...(found.get(id) ?? []), { field: null, code: 'InUse', facts: { users } }])
    }
  }
  return found
}
