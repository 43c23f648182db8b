import { parseArgs } from 'node:util'
import { endSessionsOf, foldUsername, issueTemporaryPassword } from '../access/access.api.ts'
import { nameOperator } from '../administration/companies.ts'
import { findOrMakeIdentity, madeAdministrator, makeAdministrator } from '../administration/found-company.ts'
import { refreshRoles } from '../administration/roles/refresh-roles.ts'
import { audit } from '../kit/records/audit.ts'
import type { Tx } from '../kit/database/db.ts'
import { CommandProblem, findCompany, needed, operator, print, withOwner } from './command.ts'

export async function createAdmin(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      company: { type: 'string' },
      username: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
      language: { type: 'string', default: 'en' },
      operator: { type: 'boolean', default: false },
    },
  })
  const {
    username,
    'first-name': first,
    'last-name': last,
  } = needed(values, 'username', 'first-name', 'last-name')
  assertUsername(username)
  const { language } = values
  if (!['en', 'tr', 'de'].includes(language)) throw new CommandProblem('--language is en, tr or de.')
  return withOwner(async (db) => {
    const company = await findCompany(db, values.company)
    const made = await db.withCompany(company.id, async (tx) => {
      const now = new Date()
      await refreshRoles(tx, company.id, now)
      const person = await findOrMakeIdentity(tx, company.id, { username, first, last })
      const added = await makeAdministrator(tx, company.id, person.id, language, operator, now)
      if (added) await audit(tx, company.id, operator, now, [madeAdministrator(added, username)])
      if (values.operator) await nameOperator(tx, person.id)
      const waits = await isInvited(tx, company.id, person.id)
      return {
        ...person,
        added,
        waits,
        password: person.isNew
          ? (
              await issueTemporaryPassword(tx, {
                identityId: person.id,
                companyId: company.id,
                origin: 'Administrator',
              })
            ).temporaryPassword
          : null,
      }
    })
    if (!made.added) print(`${username} is an administrator of ${company.name} already. Nothing was changed.`)
    else
      print(
        `${username} is an administrator of ${company.name}${made.waits ? ', once they accept at its sign-in' : ''}.`,
      )
    if (made.password) printOnce(made.password)
    return 0
  })
}

export async function resetPassword(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { company: { type: 'string' }, username: { type: 'string' } },
  })
  const { username } = needed(values, 'username')
  return withOwner(async (db) => {
    const company = await findCompany(db, values.company)
    const password = await db.withCompany(company.id, async (tx) => {
      const member = await tx
        .selectFrom('membership as m')
        .innerJoin('identity as i', 'i.id', 'm.identity_id')
        .select(['m.id', 'i.id as identity_id'])
        .where('m.company_id', '=', company.id)
        .where('i.username_folded', '=', foldUsername(username))
        .executeTakeFirst()
      if (!member) throw new CommandProblem(`${company.name} has no user ${username}.`)
      await endSessionsOf(tx, { identityId: member.identity_id })
      const issued = await issueTemporaryPassword(tx, {
        identityId: member.identity_id,
        companyId: company.id,
        origin: 'Administrator',
      })
      await audit(tx, company.id, operator, new Date(), [
        {
          operation: 'user.passwordReset',
          recordType: 'membership',
          recordId: member.id,
          recordCode: username,
        },
      ])
      return issued.temporaryPassword
    })
    printOnce(password)
    return 0
  })
}

function printOnce(password: string): void {
  print(`Temporary password, shown this once and good for 24 hours:\n\n  ${password}\n`)
}

function assertUsername(username: string): void {
  if (!/^[\x21-\x3f\x41-\x7e]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(username) || username.length > 254)
    throw new CommandProblem('--username is an e-mail address in plain letters.')
}

async function isInvited(tx: Tx, companyId: number, identityId: string): Promise<boolean> {
  const member = await tx
    .selectFrom('membership')
    .select('invitation')
    .where('company_id', '=', companyId)
    .where('identity_id', '=', identityId)
    .executeTakeFirst()
  return member?.invitation === 'Pending'
}
