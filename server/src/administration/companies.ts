import { getCompanies, makeCompany as makeCompanyCall } from '@kervan/contract/administration/companies'
import type { InstalledCompany } from '@kervan/contract/administration/companies'
import type { InputOf, OutputOf } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { assertFreshProof, issueTemporaryPassword } from '../access/access.api.ts'
import type { Actor, SessionContext } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { handle } from '../kit/http/handle.ts'
import { fold } from '../kit/lists/fold.ts'
import { audit, record } from '../kit/records/audit.ts'
import type { SessionFacts } from '../kit/records/session-facts.ts'
import { enqueue } from '../kit/work/outbox.ts'
import { findOrMakeIdentity, madeAdministrator, makeAdministrator, makeCompany } from './found-company.ts'
import { mailInvitation } from './users/invite.ts'

// Further companies of an installation, made on a screen by who runs it.

/** Whether this person runs the installation. */
export async function isOperator(tx: Tx, { identityId }: Pick<Actor, 'identityId'>): Promise<boolean> {
  const found = await tx
    .selectFrom('installation_operator')
    .select('identity_id')
    .where('identity_id', '=', identityId)
    .executeTakeFirst()
  return found !== undefined
}

export const operatorSession: SessionFacts = async (tx, actor) =>
  (await isOperator(tx, actor)) ? { RunsInstallation: true } : {}

/** Names somebody as who runs the installation; only the owner of the database may. */
export const nameOperator = (tx: Tx, identityId: string): Promise<unknown> =>
  tx
    .insertInto('installation_operator')
    .values({ identity_id: identityId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

async function assertOperator({ tx, actor }: Pick<SessionContext, 'tx' | 'actor'>): Promise<void> {
  if (!(await isOperator(tx, actor))) throw refusal('OperatorOnly')
}

export const getCompaniesHandler = handle(getCompanies, async (context) => {
  await assertOperator(context)
  const companies = await context.tx
    .selectFrom('company')
    .selectAll()
    .orderBy(sql`name collate "tr-x-icu"`)
    .orderBy('id')
    .execute()
  return { companies: companies.map(presented) }
})

type Stored = {
  id: number
  code: string
  name: string
  domain: string
  relation_type: string
  created_at: Date
}
const presented = (company: Stored): InstalledCompany => ({
  companyIntCode: company.id,
  code: company.code,
  name: company.name,
  domain: company.domain,
  relation: company.relation_type,
  madeAt: company.created_at.toISOString(),
})

type Made = Omit<OutputOf<typeof makeCompanyCall>, 'company'> & { id: number; code: string }
type Context = SessionContext & { input: InputOf<typeof makeCompanyCall> }

export const makeCompanyHandler = handle(makeCompanyCall, async (context) => {
  const { tx, actor, input, services, now } = context
  await assertOperator(context)
  await assertFreshProof(context, input.proof, [`${input.firstName} ${input.lastName}`])
  const made = await services.asOwner(actor.company.id, (own) => found(own, context))
  const { id, code, linked, mailed, temporaryPassword, expiresAt } = made
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'company.created',
        recordType: 'company',
        recordCode: code,
        after: { name: input.companyName, domain: input.domain, relation: input.relation },
      },
    ],
  })
  const company = await services.db.shared
    .selectFrom('company')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { company: presented(company), linked, mailed, temporaryPassword, expiresAt }
})

async function nextNumber(tx: Tx): Promise<number> {
  const { last } = await tx
    .selectFrom('company')
    .select((select) => select.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** The company with its first administrator, in a transaction of its own. */
async function found(tx: Tx, { input, actor, services, now }: Context): Promise<Made> {
  // Two that are made at once follow one another.
  await sql`select pg_advisory_xact_lock(hashtext('kervan set-up'))`.execute(tx)
  const id = await nextNumber(tx)
  // From here on the transaction is the new company's.
  await sql`select set_config('app.company_id', ${String(id)}, true)`.execute(tx)
  const companies = await tx.selectFrom('company').select(['code', 'domain_folded']).execute()
  if (companies.some(({ domain_folded: domain }) => domain === fold(input.domain)))
    throw refusal('CompanyDomainTaken', { domain: input.domain })
  const code = freeCode(input.domain, new Set(companies.map((company) => company.code)))
  const by = { id: null, name: actor.name }
  await makeCompany(
    tx,
    {
      id,
      code,
      name: input.companyName,
      domain: input.domain,
      relation: input.relation,
      currency: input.currency,
      timeZone: input.timeZone,
      orderPrefix: input.orderPrefix,
      maximumUsers: input.maximumUsers,
      isProduction: services.config.production,
    },
    by,
    now,
  )
  const { username, firstName: first, lastName: last, language } = input
  const person = await findOrMakeIdentity(tx, id, { username, first, last })
  const membershipId = await makeAdministrator(tx, id, person.id, language, by, now)
  if (membershipId) await audit(tx, id, by, now, [madeAdministrator(membershipId, username)])
  const isMailed = person.isNew && input.inviteByMail
  const company = { id, name: input.companyName }
  const asThere = { tx, services, actor: { ...actor, company: { ...actor.company, ...company } } }
  if (!person.isNew) await mailInvitation(asThere, { identityId: person.id, username }, language)
  else if (isMailed && membershipId) {
    await tx
      .updateTable('membership')
      .set({ invited_at: now, invited_by: actor.name })
      .where('company_id', '=', id)
      .where('id', '=', membershipId)
      .execute()
    await enqueue(tx, services.jobs, id, 'welcome', { membershipId, by: actor.name })
  }
  const issued =
    person.isNew && !isMailed
      ? await issueTemporaryPassword(tx, { identityId: person.id, companyId: id, origin: 'Administrator' })
      : null
  return {
    id,
    code,
    linked: !person.isNew,
    mailed: isMailed,
    temporaryPassword: issued?.temporaryPassword ?? null,
    expiresAt: issued?.expiresAt.toISOString() ?? null,
  }
}

const longestCode = 12

/** `SELVI` of selvi.example, how the company is named on orders and in folders; `SELVI2` where another has it. Pure. */
export function freeCode(domain: string, taken: ReadonlySet<string>): string {
  const plain = (domain.split('.')[0] ?? '').replaceAll('-', '').toUpperCase() || 'COMPANY'
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : String(number)
    const code = `${plain.slice(0, longestCode - suffix.length)}${suffix}`
    if (!taken.has(code)) return code
  }
}
