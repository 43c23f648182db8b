import { roleName, roleNameFolded } from '../../access/access.api.ts'
import { sql } from 'kysely'
import { getUserOptions, type UserOptionKind } from '@kervan/contract/administration/users'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../../kit/context.ts'
import { containing } from '../../kit/lists/fold.ts'
import { handle } from '../../kit/http/handle.ts'
import { refusalMessage } from '../../kit/messages.ts'

import { partnerScope, shownLocations, seenPerson, userScope } from './user.sql.ts'

const shown = 50

type Option = { id: string; code: string; name: string; blocked: string | null }
type Asked = { search: string; partnerId?: string | null | undefined }

/** What a user can be given, as far as the caller may give it. One more than shown is read, to say that there is more. */
export const getUserOptionsHandler = handle(getUserOptions, (context) =>
  readOptions(context, context.input.kind, context.input),
)

export async function readOptions(
  context: SessionContext,
  kind: UserOptionKind,
  asked: Asked,
): Promise<{ options: Option[]; hasMore: boolean }> {
  const options = await readers[kind](context, asked)
  return { options: options.slice(0, shown), hasMore: options.length > shown }
}

const readers: Record<UserOptionKind, (context: SessionContext, asked: Asked) => Promise<Option[]>> = {
  role: readRoles,
  user: readUsers,
  apiUser: readApiUsers,
  partner: readPartners,
  location: (context, asked) => readLocations(context, asked, false),
  pointOfSale: (context, asked) => readLocations(context, asked, true),
}

async function readRoles({ tx, actor, language }: SessionContext, { search }: Asked): Promise<Option[]> {
  const name = roleName(language)
  const { rows } = await sql<{ id: string; code: string; name: string; excessPermissions: string[] }>`
    select r.id, r.code, ${name} as name,
      array(select p.permission from role_permission p where p.company_id = ${actor.company.id} and p.role_id = r.id and p.permission <> all(${[...actor.permissions]}::text[]) order by 1 limit 3) as "excessPermissions"
    from role r where r.company_id = ${actor.company.id} and ${roleNameFolded(language)} like ${containing(search)} order by ${name}, r.id limit 1000`.execute(
    tx,
  )
  return rows.map(({ excessPermissions, ...role }) => ({
    ...role,
    blocked:
      excessPermissions.length > 0
        ? refusalMessage(language, refusal('RightsExceedOwn', { permissions: excessPermissions }))
        : null,
  }))
}

/** Those whose locations the caller may change. */
async function readUsers({ tx, actor }: SessionContext, { search }: Asked): Promise<Option[]> {
  const { rows } = await sql<Omit<Option, 'blocked'>>`
    select m.id, i.username as code, i.first_name || ' ' || i.last_name as name from membership m join ${seenPerson}
    where ${sql.join(userScope(actor), sql` and `)} and i.search_text like ${containing(search)} and m.id <> ${actor.membershipId} and m.user_type <> 'ThirdPartyUser'
    order by i.username limit ${shown + 1}`.execute(tx)
  return rows.map((row) => ({ ...row, blocked: null }))
}

/** Whom keys can be made for (USR-009). */
async function readApiUsers({ tx, actor }: SessionContext, { search }: Asked): Promise<Option[]> {
  const { rows } = await sql<Omit<Option, 'blocked'>>`
    select m.id, i.username as code, i.first_name || ' ' || i.last_name as name from membership m join ${seenPerson}
    where ${sql.join(userScope(actor), sql` and `)} and i.search_text like ${containing(search)} and m.user_type = 'APIUser'
    order by i.username limit ${shown + 1}`.execute(tx)
  return rows.map((row) => ({ ...row, blocked: null }))
}

async function readPartners({ tx, actor }: SessionContext, { search }: Asked): Promise<Option[]> {
  const { rows } = await sql<Omit<Option, 'blocked'>>`
    select p.id, p.code, p.name from partner p
    where ${sql.join(partnerScope(actor), sql` and `)} and (p.name_folded like ${containing(search)} or lower(p.code) like ${containing(search)}) and p.relation_type <> 'Vendor'
    order by p.name, p.id limit ${shown + 1}`.execute(tx)
  return rows.map((row) => ({ ...row, blocked: null }))
}

async function readLocations(
  { tx, actor }: SessionContext,
  { search, partnerId }: Asked,
  onlyPointsOfSale: boolean,
): Promise<Option[]> {
  const { rows } = await sql<Omit<Option, 'blocked'>>`
    select l.id, l.code, l.name from location l
    where ${sql.join(shownLocations(actor), sql` and `)} and (l.name_folded like ${containing(search)} or lower(l.code) like ${containing(search)})
      and (not ${onlyPointsOfSale} or l.type like '%PointOfSales') and (${partnerId ?? null}::uuid is null or l.partner_id = ${partnerId ?? null})
    order by l.name, l.id limit ${shown + 1}`.execute(tx)
  return rows.map((row) => ({ ...row, blocked: null }))
}
