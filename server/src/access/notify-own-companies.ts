import { sql } from 'kysely'
import type { SignInBlock } from '@kervan/contract/access/words'
import { audit, type AuditEntry } from '../kit/records/audit.ts'
import type { Services } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import type { QueuePayloads } from '../kit/work/payloads.ts'

// An account that is blocked is blocked at every door, so every company whose user the person is hears of it, not only
// the one whose door the tries were at. Who those companies are is found out here, by a worker: the request that blocks
// sends the same for every name, whether or not anybody bears it, and its time and answer give nothing away.

/** The limits that hold an account back wherever it signs in. A session's proofs are that session's own affair. */
const everywhere: readonly SignInBlock[] = ['Network', 'Account', 'Device']
export const holdsEverywhere = (block: SignInBlock) => everywhere.includes(block)

type Blocked = QueuePayloads['signIn.blocked']

/** Tells each of the others what the queue names. Throws after the last when one could not be told, so that the queue comes back to it. */
export function notifyOwnCompanies(services: Services) {
  return async (batch: readonly Blocked[]) => {
    const failures: unknown[] = []
    for (const told of batch) failures.push(...(await notifyEachCompany(services, told)))
    if (failures.length > 0) throw failures[0]
  }
}

async function notifyEachCompany({ db, log }: Services, told: Blocked): Promise<unknown[]> {
  const person = await db.shared
    .selectFrom('identity')
    .select(['id', 'username', 'home_company_id'])
    .where('username_folded', '=', told.usernameFolded)
    .executeTakeFirst()
  if (!person) return []
  const linked = await db.shared
    .selectFrom('linked_company')
    .select('company_id')
    .where('identity_id', '=', person.id)
    .execute()
  const companyIds = new Set([
    ...(person.home_company_id === null ? [] : [person.home_company_id]),
    ...linked.map((row) => row.company_id),
  ])
  companyIds.delete(told.companyId)
  const failures: unknown[] = []
  for (const companyId of companyIds) {
    await db
      .withCompany(companyId, (tx) => notifyCompany(tx, companyId, person, told))
      .catch((error: unknown) => {
        log.warn({ err: error, companyId }, 'telling of a blocked sign-in')
        failures.push(error)
      })
  }
  return failures
}

/** Of the door nothing is said but that it was not this company's: which companies know somebody is theirs to tell. */
async function notifyCompany(
  tx: Tx,
  companyId: number,
  person: { id: string; username: string },
  { address, at, blocks }: Blocked,
): Promise<void> {
  // Locked, so that a second worker with the same job finds what the first has written.
  const { rows } = await sql<{ id: string }>`
    select id from membership where company_id = ${companyId} and identity_id = ${person.id} and state = 'Active' and (invitation is null or invitation = 'Accepted') for no key update`.execute(
    tx,
  )
  const [member] = rows
  if (!member) return
  const operation = 'security.signInBlocked'
  const written = await tx
    .selectFrom('audit_entry')
    .select('seq')
    .where('company_id', '=', companyId)
    .where('record_type', '=', 'membership')
    .where('record_id', '=', member.id)
    .where('operation', '=', operation)
    .where('at', '=', new Date(at))
    .where('actor_name', '=', address)
    .limit(1)
    .executeTakeFirst()
  if (written) return
  const entries = blocks.map(({ block, failures }): AuditEntry => ({
    operation,
    recordType: 'membership',
    recordId: member.id,
    recordCode: person.username,
    after: { blocked: block, failures, elsewhere: true },
  }))
  await audit(tx, companyId, { id: null, name: address }, new Date(at), entries)
}
