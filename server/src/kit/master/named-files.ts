import type { ImportKind } from '@kervan/contract/kit/master-import'
import { sql } from 'kysely'
import type { SessionContext } from '../context.ts'
import type { ServedKind } from './kind.ts'

// The documents that values name, by their ids.

/** What a document of a kind is kept for; a record takes no other file. */
export const purposeOf = ({ key }: Pick<ImportKind, 'key'>): string => `master-data.${key}`

type Context = Pick<SessionContext, 'tx' | 'actor'>

/** The files with these ids. */
export async function filesOf({ tx, actor }: Context, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; purpose: string }>`
    select id, name, purpose from file where company_id = ${actor.company.id} and id = any(${ids}::uuid[])`.execute(
    tx,
  )
  return rows
}

/** Of some ids those of documents that were uploaded for this kind, as references are looked up. */
export async function keptFiles(
  context: Context,
  { kind }: ServedKind,
  ids: readonly string[],
): Promise<Map<string, { code: string; name: string }>> {
  const found = ids.length === 0 ? [] : await filesOf(context, ids)
  return new Map(
    found
      .filter(({ purpose }) => purpose === purposeOf(kind))
      .map(({ id, name }) => [id, { code: id, name }]),
  )
}
