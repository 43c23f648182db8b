import { foldUsername } from '@kervan/contract/access/username'
import type { foundedRelations } from '@kervan/contract/access/words'
import { audit, type AuditEntry } from '../kit/records/audit.ts'
import type { Tx } from '../kit/database/db.ts'
import { fold } from '../kit/lists/fold.ts'
import { newId } from '../kit/database/uuid.ts'
import { partsOf } from '../kit/parts.ts'
import { invitedBy, linkCompany } from './users/invite.ts'
import { refreshRoles } from './roles/refresh-roles.ts'

// How a company and its first administrator come into being, by the operator's commands and by the page of the first
// start. Only the owner of the database may do this; the running server's role cannot.

export type NewCompany = {
  id: number
  code: string
  name: string
  domain: string
  relation: (typeof foundedRelations)[number]
  timeZone: string
  currency: string
  orderPrefix: string
  maximumUsers: number
  isProduction: boolean
}
type By = { id: string | null; name: string }

/** Writes the company with its policy, its ready-made roles and what the areas begin with, in a transaction of that company. */
export async function makeCompany(tx: Tx, company: NewCompany, by: By, now: Date): Promise<void> {
  const { id, code, name, domain, relation } = company
  await tx
    .insertInto('company')
    .values({
      id,
      code,
      name,
      domain,
      domain_folded: fold(domain),
      relation_type: relation,
      time_zone: company.timeZone,
      currency: company.currency,
      order_prefix: company.orderPrefix,
      is_prod: company.isProduction,
    })
    .execute()
  await tx
    .insertInto('company_policy')
    .values({ company_id: id, maximum_users: company.maximumUsers })
    .execute()
  await audit(tx, id, by, now, [
    {
      operation: 'company.created',
      recordType: 'company',
      recordCode: code,
      after: { name, domain, relation },
    },
  ])
  await refreshRoles(tx, id, now)
  for (const begin of partsOf('founding'))
    await begin({ tx, company: { id, code, name, relationType: relation }, at: now, by: by.name })
}

/** Somebody who is known keeps name and password. */
export async function findOrMakeIdentity(
  tx: Tx,
  companyId: number,
  person: { username: string; first: string; last: string; passwordHash?: string },
): Promise<{ id: string; isNew: boolean }> {
  const id = newId()
  const folded = foldUsername(person.username)
  const made = await tx
    .insertInto('identity')
    .values({
      id,
      username: person.username,
      username_folded: folded,
      first_name: person.first,
      last_name: person.last,
      home_company_id: companyId,
      password_hash: person.passwordHash ?? null,
    })
    .onConflict((conflict) => conflict.column('username_folded').doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 1n) return { id, isNew: true }
  const found = await tx
    .selectFrom('identity')
    .select('id')
    .where('username_folded', '=', folded)
    .executeTakeFirstOrThrow()
  return { id: found.id, isNew: false }
}

/** What the audit log says of a new administrator. */
export const madeAdministrator = (membershipId: string, username: string): AuditEntry => ({
  operation: 'user.madeAdministrator',
  recordType: 'membership',
  recordId: membershipId,
  recordCode: username,
})

/**
 * Membership, active, with the administrator's role; the membership's id, or null when all of that was so already. Who
 * is at home in another company is asked at the door, whoever makes them one.
 */
export async function makeAdministrator(
  tx: Tx,
  companyId: number,
  identityId: string,
  language: string,
  by: By,
  now: Date,
): Promise<string | null> {
  const role = await tx
    .selectFrom('role')
    .select('id')
    .where('company_id', '=', companyId)
    .where('code', '=', 'companyAdministrator')
    .executeTakeFirstOrThrow()
  const known = await tx
    .selectFrom('membership')
    .select(['id', 'state', 'user_type', 'invitation'])
    .where('company_id', '=', companyId)
    .where('identity_id', '=', identityId)
    .forUpdate()
    .executeTakeFirst()
  const id = known?.id ?? newId()
  const { home_company_id: home } = await tx
    .selectFrom('identity')
    .select('home_company_id')
    .where('id', '=', identityId)
    .executeTakeFirstOrThrow()
  const asked = home === companyId || known?.invitation === 'Accepted' ? {} : invitedBy(by, now)
  if (home !== companyId) await linkCompany(tx, identityId, companyId)
  if (!known)
    await tx
      .insertInto('membership')
      .values({
        company_id: companyId,
        id,
        identity_id: identityId,
        user_type: 'InternalUser',
        language,
        ...asked,
      })
      .execute()
  const stands = known?.state === 'Active' && known.user_type === 'InternalUser'
  if (known && !stands) {
    await tx
      .updateTable('membership')
      .set((set) => ({
        ...asked,
        state: 'Active',
        user_type: 'InternalUser',
        version: set('version', '+', 1),
      }))
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
  }
  const given = await tx
    .insertInto('membership_role')
    .values({ company_id: companyId, membership_id: id, role_id: role.id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return stands && given.numInsertedOrUpdatedRows === 0n ? null : id
}
