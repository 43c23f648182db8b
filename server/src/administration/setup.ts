import { isCommon, hashPassword, countRequest } from '../access/access.api.ts'
import { sql } from 'kysely'
import { brokenRules } from '@kervan/contract/access/password-rules'
import { getSetup, setUpCompany } from '@kervan/contract/access/setup'
import type { InputOf } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import {
  findOrMakeIdentity,
  madeAdministrator,
  makeAdministrator,
  makeCompany,
} from './administration.api.ts'
import { freeCode, nameOperator } from './companies.ts'
import { audit } from '../kit/records/audit.ts'
import type { RequestContext } from '../kit/context.ts'
import { sqlState, type Database, type Tx } from '../kit/database/db.ts'
import { handlePublic } from '../kit/http/handle.ts'
import { fitsSetupCode } from '../kit/setup-code.ts'

// The first company and its first administrator, made on a page with the code that the server prints (D48).

export const getSetupHandler = handlePublic(getSetup, async ({ services }) => ({
  open: services.setup !== null && !(await hasCompany(services.db)),
}))

const tries = { fromAddress: { requests: 10, minutes: 15 }, inAll: { requests: 100, minutes: 15 } }

export const setUpCompanyHandler = handlePublic(setUpCompany, async (context) => {
  const { input, services, address } = context
  await countRequest(services.db, { key: `setup ${address}`, ...tries.fromAddress })
  await countRequest(services.db, { key: 'setup', ...tries.inAll })
  if (!services.setup || (await hasCompany(services.db))) throw refusal('SetupClosed')
  if (!fitsSetupCode(input.code, services.setup.code)) {
    services.log.warn({ address }, 'wrong set-up code')
    throw refusal('SetupCodeWrong')
  }
  const rules = brokenRules(input.password, [
    input.firstName,
    input.lastName,
    input.username.split('@')[0] ?? '',
    input.companyName,
  ])
  if (rules.length > 0) throw refusal('PasswordBreaksRules', { rules })
  if (await isCommon(input.password)) throw refusal('PasswordTooCommon')
  const passwordHash = await hashPassword(input.password)
  await services
    .asOwner(firstCompany, (tx) => found(tx, context, passwordHash))
    .catch((error: unknown) => {
      // An operator's create-company was faster by a moment.
      throw sqlState(error) === '23505' ? refusal('SetupClosed') : error
    })
  return { companyIntCode: firstCompany, companyName: input.companyName, domain: input.domain }
})

const firstCompany = 1

async function found(
  tx: Tx,
  { input, now, services }: RequestContext & { input: InputOf<typeof setUpCompany> },
  passwordHash: string,
): Promise<void> {
  // Two who press at once follow one another here, and the second finds the door closed.
  await sql`select pg_advisory_xact_lock(hashtext('kervan set-up'))`.execute(tx)
  if (await tx.selectFrom('company').select('id').limit(1).executeTakeFirst()) throw refusal('SetupClosed')
  const { companyName: name, domain, relation, currency, timeZone, username } = input
  const by = { id: null, name: `${input.firstName} ${input.lastName}` }
  const company = {
    id: firstCompany,
    code: freeCode(domain, new Set()),
    name,
    domain,
    relation,
    currency,
    timeZone,
    orderPrefix: 'SO',
    maximumUsers: 100,
    isProduction: services.config.production,
  }
  await makeCompany(tx, company, by, now)
  const person = await findOrMakeIdentity(tx, firstCompany, {
    username,
    first: input.firstName,
    last: input.lastName,
    passwordHash,
  })
  const membershipId = await makeAdministrator(tx, firstCompany, person.id, input.language, by, now)
  await nameOperator(tx, person.id)
  if (membershipId)
    await audit(tx, firstCompany, { ...by, id: membershipId }, now, [
      madeAdministrator(membershipId, username),
    ])
}

async function hasCompany({ shared }: Database): Promise<boolean> {
  return (await shared.selectFrom('company').select('id').limit(1).executeTakeFirst()) !== undefined
}
