import { sql } from 'kysely'
import {
  approveRegistrations,
  registrations,
  rejectRegistrations,
} from '@kervan/contract/registration/registration'
import type { BulkAnswer, ItemResult, Selection } from '@kervan/contract/kit/page'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { assertProvenForUsers, countActive, lockAdministration } from '../account/account.api.ts'
import { passed, refusedItem, selectedIds, summarise } from '../kit/bulk.ts'
import type { SessionContext } from '../kit/context.ts'
import { handle } from '../kit/handle.ts'
import { accept, type Registration } from './accept.ts'
import { assertMayApprove, registrationList, reject } from './decide.ts'

// Many registrations at once (REG-002). Each stands for itself: one that must stay as it is holds up nobody. A rehearsal
// goes the same way and writes nothing.

/** Each approved one is a user, a role, a place and a mail: more than this would keep everybody else waiting. */
const bulkLimit = 500

type Context = SessionContext & { input: { selection: Selection; dryRun: boolean } }
type Found = Registration & { state: string }
type Judge = (registration: Found) => Refusal | null

/** Those that are meant and may be decided on, in the order of their ids, and what is answered for each. */
async function judgeAll(
  { tx, actor, input, language }: Context,
  judge: Judge,
): Promise<{ passing: Registration[]; results: ItemResult[] }> {
  const list = registrationList(actor)
  const ids = await selectedIds(tx, actor, registrations, list, input.selection, bulkLimit)
  const { rows } = await sql<Found>`
    select r.* from ${list.from} where ${sql.join([...list.where, sql`r.id = any(${ids}::uuid[])`], sql` and `)} order by r.id ${input.dryRun ? sql`` : sql`for update of r`}`.execute(
    tx,
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const passing: Registration[] = []
  const results = ids.map((id): ItemResult => {
    const found = known.get(id)
    if (!found) return refusedItem(language, id, '', refusal('NotFound'))
    const refused =
      found.state === 'Waiting' ? judge(found) : refusal('RegistrationDecided', { state: found.state })
    if (refused) return refusedItem(language, id, found.username, refused)
    passing.push(found)
    return passed(id, found.username)
  })
  return { passing, results }
}

const answer = (results: readonly ItemResult[]): BulkAnswer => ({ jobId: null, ...summarise(results) })

export const approveRegistrationsHandler = handle(approveRegistrations, async (context) => {
  const { tx, actor, input } = context
  const roleIds = await assertMayApprove(context)
  // Whoever makes users stands in this line, so neither the room nor who is known changes meanwhile.
  await lockAdministration(tx, actor.company.id)
  const room = await countActive(tx, actor.company.id)
  const members = await tx
    .selectFrom('membership as m')
    .innerJoin('identity as i', 'i.id', 'm.identity_id')
    .select('i.username_folded')
    .where('m.company_id', '=', actor.company.id)
    .execute()
  const known = new Set(members.map((member) => member.username_folded))
  let { active } = room
  const { passing, results } = await judgeAll(context, ({ username, username_folded: folded }) => {
    if (known.has(folded)) return refusal('UsernameTaken', { username })
    if (active >= room.maximum) return refusal('UserLimitReached', { maximum: room.maximum })
    // Somebody who asked for two points of sale is one person, and becomes a user once.
    known.add(folded)
    active += 1
    return null
  })
  if (input.dryRun) return answer(results)
  await assertProvenForUsers(
    context,
    passing.map(({ username }) => ({ name: username, before: [], after: roleIds })),
  )
  for (const registration of passing)
    await accept(tx, context, actor.company.id, registration, { id: actor.membershipId, name: actor.name })
  return answer(results)
})

export const rejectRegistrationsHandler = handle(rejectRegistrations, async (context) => {
  const { passing, results } = await judgeAll(context, () => null)
  if (!context.input.dryRun && passing.length > 0) await reject(context, passing, context.input.reason.trim())
  return answer(results)
})
