import { approveRegistrations, rejectRegistrations } from '@kervan/contract/registration/registration'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { lockAdministration } from '../access/access.api.ts'
import { countActive, requireStepUpForUsers } from '../administration/administration.api.ts'
import type { SessionContext } from '../kit/context.ts'
import { handleBulk, pass } from '../kit/lists/handle-bulk.ts'
import { accept, type Registration } from './accept.ts'
import {
  assertMayApprove,
  refusedDecided,
  registrationList,
  registrationScope,
  registrationTables,
  reject,
} from './decide.ts'

// Many registrations at once (REG-002).

type Found = Registration & { state: string; code: string }

/** Each approved one is a user, a role, a location and a mail: more than the limit would keep everybody else waiting. */
const chosenRegistrations = {
  limit: 500,
  notFound: () => refusal('NotFound'),
  list: () => registrationList,
  async load(
    { tx, actor }: SessionContext,
    ids: readonly string[],
    { lock }: { lock: boolean },
  ): Promise<Found[]> {
    const where = sql.join([...registrationScope(actor), sql`r.id = any(${ids}::uuid[])`], sql` and `)
    const { rows } = await sql<Found>`
      select r.*, r.username as code from ${registrationTables} where ${where} order by r.id ${lock ? sql`for update of r` : sql``}`.execute(
      tx,
    )
    return rows
  },
}

export const approveRegistrationsHandler = handleBulk(approveRegistrations, {
  ...chosenRegistrations,
  async load(context, ids, options) {
    await assertMayApprove(context)
    // Whoever makes users stands in this line, so neither the room nor who is known changes meanwhile.
    await lockAdministration(context.tx, context.actor.company.id)
    return chosenRegistrations.load(context, ids, options)
  },
  async judge({ tx, actor }) {
    const { active, maximum } = await countActive(tx, actor.company.id)
    const members = await tx
      .selectFrom('membership as m')
      .innerJoin('identity as i', 'i.id', 'm.identity_id')
      .select('i.username_folded')
      .where('m.company_id', '=', actor.company.id)
      .execute()
    const known = new Set(members.map((member) => member.username_folded))
    let room = maximum - active
    return (registration) => {
      const refused = refusedDecided(registration)
      if (refused) return refused
      const { username, username_folded: folded } = registration
      if (known.has(folded)) return refusal('UsernameTaken', { username })
      if (room <= 0) return refusal('UserLimitReached', { maximum })
      // Somebody who asked for two points of sale is one person, and becomes a user once.
      known.add(folded)
      room -= 1
      return pass(null)
    }
  },
  async apply(context, passing) {
    const { tx, actor } = context
    const roleIds = await assertMayApprove(context)
    await requireStepUpForUsers(
      context,
      passing.map(({ record: { username } }) => ({ name: username, before: [], after: roleIds })),
    )
    for (const { record: registration } of passing)
      await accept(tx, context, actor.company.id, registration, { id: actor.membershipId, name: actor.name })
  },
})

export const rejectRegistrationsHandler = handleBulk(rejectRegistrations, {
  ...chosenRegistrations,
  judge: async () => (registration) => refusedDecided(registration) ?? pass(null),
  apply: (context, passing) =>
    reject(
      context,
      passing.map(({ record: registration }) => registration),
      context.input.reason.trim(),
    ),
})
