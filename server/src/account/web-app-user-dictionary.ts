import { sql } from 'kysely'
import {
  deleteWebAppUserDictionary,
  deselectWebAppUserDictionary,
  getGridState,
  getWebAppUserDictionaries,
  insertWebAppUserDictionary,
  mostDictionaries,
  mostGridStates,
  saveGridState,
  selectWebAppUserDictionary,
  updateWebAppUserDictionary,
  type WebUserDictionary,
} from '@kervan/contract/account/web-app-user-dictionary'
import { gridTemplateLimit } from '@kervan/contract/access/words'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Actor, SessionContext } from '../kit/context.ts'
import { nextCount } from '../kit/database/counter.ts'
import { sqlState, type Tx } from '../kit/database/db.ts'
import { handle } from '../kit/http/handle.ts'

// Named values that one user keeps on the server (API-005); templates of grids are the first of them.

type Row = {
  int_code: number
  object_key: string
  name: string
  value: string
  is_selected: boolean
  updated_at: Date
}

const present = (row: Row): WebUserDictionary => ({
  IntCode: row.int_code,
  ObjectKey: row.object_key,
  Name: row.name,
  Value: row.value,
  IsSelected: row.is_selected,
  UpdatedAt: row.updated_at.toISOString(),
})

function own(tx: Tx, actor: Actor) {
  return tx
    .selectFrom('user_dictionary')
    .selectAll()
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
}

async function lockOwn(tx: Tx, actor: Actor, intCode: number): Promise<Row> {
  const row = await own(tx, actor).where('int_code', '=', intCode).forUpdate().executeTakeFirst()
  if (!row) throw refusal('DictionaryNotFound')
  return row
}

function change(tx: Tx, actor: Actor, intCode: number) {
  return tx
    .updateTable('user_dictionary')
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .where('int_code', '=', intCode)
}

/** One entry of an ObjectKey is selected at most. */
async function select(tx: Tx, actor: Actor, row: Row): Promise<void> {
  await tx
    .updateTable('user_dictionary')
    .set({ is_selected: sql`int_code = ${row.int_code}` })
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .where('object_key', '=', row.object_key)
    .execute()
}

/** What is new to a user is added one after the other, so that two tabs cannot pass a limit together. */
async function lockKey({ tx, actor }: Pick<SessionContext, 'tx' | 'actor'>): Promise<void> {
  await tx
    .selectFrom('membership')
    .select('id')
    .where('company_id', '=', actor.company.id)
    .where('id', '=', actor.membershipId)
    .forNoKeyUpdate()
    .execute()
}

function nameTaken(name: string) {
  return (error: unknown): never => {
    if (sqlState(error) === '23505') throw refusal('TemplateNameTaken', { name })
    throw error
  }
}

export const getWebAppUserDictionariesHandler = handle(
  getWebAppUserDictionaries,
  async ({ input, tx, actor }) => {
    const rows = await own(tx, actor).where('object_key', '=', input.ObjectKey).orderBy('int_code').execute()
    return { dictionaries: rows.map(present) }
  },
)

export const selectWebAppUserDictionaryHandler = handle(
  selectWebAppUserDictionary,
  async ({ input, tx, actor }) => {
    await select(tx, actor, await lockOwn(tx, actor, input.IntCode))
    return { done: true } as const
  },
)

export const deselectWebAppUserDictionaryHandler = handle(
  deselectWebAppUserDictionary,
  async ({ input, tx, actor }) => {
    await lockOwn(tx, actor, input.IntCode)
    await change(tx, actor, input.IntCode).set({ is_selected: false }).execute()
    return { done: true } as const
  },
)

export const deleteWebAppUserDictionaryHandler = handle(
  deleteWebAppUserDictionary,
  async ({ input, tx, actor }) => {
    await lockOwn(tx, actor, input.IntCode)
    await tx
      .deleteFrom('user_dictionary')
      .where('company_id', '=', actor.company.id)
      .where('membership_id', '=', actor.membershipId)
      .where('int_code', '=', input.IntCode)
      .execute()
    return { done: true } as const
  },
)

export const insertWebAppUserDictionaryHandler = handle(insertWebAppUserDictionary, async (context) => {
  const { tx, actor, now } = context
  const input = context.input.WebUserDictionaryRequestModel
  await lockKey(context)
  const { count } = await tx
    .selectFrom('user_dictionary')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .executeTakeFirstOrThrow()
  if (count >= mostDictionaries)
    throw insertWebAppUserDictionary.refuse('DictionaryLimit', { limit: mostDictionaries })
  const kept = await own(tx, actor).where('object_key', '=', input.ObjectKey).execute()
  if (kept.length >= gridTemplateLimit)
    throw insertWebAppUserDictionary.refuse('TemplateLimit', { limit: gridTemplateLimit })
  if (kept.some((row) => row.name === input.Name))
    throw insertWebAppUserDictionary.refuse('TemplateNameTaken', { name: input.Name })
  const row = await tx
    .insertInto('user_dictionary')
    .values({
      company_id: actor.company.id,
      int_code: await nextCount(tx, actor.company.id, 'user_dictionary'),
      membership_id: actor.membershipId,
      object_key: input.ObjectKey,
      name: input.Name,
      value: input.Value,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (input.IsSelected) await select(tx, actor, row)
  return present({ ...row, is_selected: input.IsSelected ?? false })
})

export const updateWebAppUserDictionaryHandler = handle(
  updateWebAppUserDictionary,
  async ({ input: { WebUserDictionaryRequestModel: input }, tx, actor, now }) => {
    const row = await lockOwn(tx, actor, input.IntCode ?? 0)
    const changed = await change(tx, actor, row.int_code)
      .set({ name: input.Name, value: input.Value, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(nameTaken(input.Name))
    if (input.IsSelected) await select(tx, actor, row)
    return present({ ...changed, is_selected: input.IsSelected ?? changed.is_selected })
  },
)

export const saveGridStateHandler = handle(saveGridState, async ({ input, tx, actor, now }) => {
  const value = { value: input.Value, updated_at: now }
  const { numUpdatedRows } = await tx
    .updateTable('grid_state')
    .set(value)
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .where('object_key', '=', input.ObjectKey)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return { done: true } as const
  await lockKey({ tx, actor })
  await tx
    .insertInto('grid_state')
    .values({
      company_id: actor.company.id,
      membership_id: actor.membershipId,
      object_key: input.ObjectKey,
      ...value,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'membership_id', 'object_key']).doUpdateSet(value),
    )
    .execute()
  await forgetOldest(tx, actor, input.ObjectKey)
  return { done: true } as const
})

/** Layouts of grids that nobody opened for longest make room for this one. */
async function forgetOldest(tx: Tx, actor: Actor, saved: string): Promise<void> {
  await sql`
    delete from grid_state g using (
      select object_key from grid_state
      where company_id = ${actor.company.id} and membership_id = ${actor.membershipId} and object_key <> ${saved}
      order by updated_at desc, object_key offset ${mostGridStates - 1}) old
    where g.company_id = ${actor.company.id} and g.membership_id = ${actor.membershipId} and g.object_key = old.object_key`.execute(
    tx,
  )
}

export const getGridStateHandler = handle(getGridState, async ({ input, tx, actor }) => {
  const row = await tx
    .selectFrom('grid_state')
    .select('value')
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .where('object_key', '=', input.ObjectKey)
    .executeTakeFirst()
  return { Value: row?.value ?? null }
})
