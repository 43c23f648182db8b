import type { Operation } from '@kervan/contract/kit/operations'
import { sql } from 'kysely'
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '@kervan/contract/access/own-security'
import { refusal } from '@kervan/contract/kit/refusals'
import { record } from '../kit/records/audit.ts'
import type { SessionContext } from '../kit/context.ts'
import { handle } from '../kit/http/handle.ts'
import {
  assertOwnPassword,
  assertOwnSecondFactor,
  inOneLine,
  limitSecondFactorTries,
  forgetSecondFactor,
  newRecoveryCodes,
  newSeed,
  openSeed,
  sealSeed,
  seedAddress,
  stepOf,
  spendStep,
} from '../access/access.api.ts'

// A person's own second factor: set up with a code of the app, kept with recovery codes, taken away with both proofs.

export const getSecondFactorHandler = handle(getSecondFactor, async (context) => {
  const { tx, actor } = context
  const [policy, factor, codes] = await Promise.all([
    policyOf(context),
    tx
      .selectFrom('second_factor')
      .select('confirmed_at')
      .where('identity_id', '=', actor.identityId)
      .executeTakeFirst(),
    tx
      .selectFrom('recovery_code')
      .select(sql<number>`count(*)`.as('left'))
      .where('identity_id', '=', actor.identityId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return {
    offered: policy.offered,
    required: policy.required,
    setUpAt: factor?.confirmed_at?.toISOString() ?? null,
    recoveryCodesLeft: factor?.confirmed_at ? codes.left : 0,
  }
})

export const startSecondFactorHandler = handle(startSecondFactor, async (context) => {
  const { input, services, tx, actor } = context
  const passwordHash = await inOneLine(tx, actor.identityId)
  const policy = await policyOf(context)
  if (!policy.offered) throw refusal('SecondFactorOff')
  await assertOwnPassword(context, passwordHash, input.password)
  const seed = newSeed()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('second_factor')
    .values({ identity_id: actor.identityId, sealed_seed: sealSeed(services, actor.identityId, seed) })
    .onConflict((conflict) =>
      conflict
        .column('identity_id')
        .doUpdateSet({
          sealed_seed: (set) => set.ref('excluded.sealed_seed'),
          created_at: (set) => set.ref('excluded.created_at'),
          last_step: 0,
        })
        .where('second_factor.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw refusal('SecondFactorIsSetUp')
  return { seed, address: seedAddress(seed, actor.userName) }
})

export const confirmSecondFactorHandler = handle(confirmSecondFactor, async (context) => {
  const { input, services, tx, actor, now } = context
  const { identityId } = actor
  await inOneLine(tx, identityId)
  const factor = await tx
    .selectFrom('second_factor')
    .select('sealed_seed')
    .where('identity_id', '=', identityId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (!factor) throw refusal('SecondFactorNotStarted')
  await limitSecondFactorTries(context, async () => {
    if (
      !(await spendStep(
        tx,
        identityId,
        stepOf(openSeed(services, identityId, factor.sealed_seed), input.code, now),
      ))
    )
      throw refusal('SecondFactorWrong')
  })
  await tx
    .updateTable('second_factor')
    .set({ confirmed_at: now })
    .where('identity_id', '=', identityId)
    .execute()
  const recoveryCodes = await newRecoveryCodes(tx, services, identityId)
  await written(context, 'security.secondFactorSetUp')
  return { recoveryCodes }
})

export const renewRecoveryCodesHandler = handle(renewRecoveryCodes, async (context) => {
  const { input, services, tx, actor } = context
  const passwordHash = await inOneLine(tx, actor.identityId)
  await assertOwnPassword(context, passwordHash, input.password)
  await assertSetUp(context)
  const recoveryCodes = await newRecoveryCodes(tx, services, actor.identityId)
  await written(context, 'security.recoveryCodesRenewed')
  return { recoveryCodes }
})

export const removeSecondFactorHandler = handle(removeSecondFactor, async (context) => {
  const { input, tx, actor } = context
  const passwordHash = await inOneLine(tx, actor.identityId)
  await assertOwnPassword(context, passwordHash, input.password)
  await assertSetUp(context)
  if ((await policyOf(context)).required) throw refusal('SecondFactorNeeded')
  await assertOwnSecondFactor(context, input.code)
  await forgetSecondFactor(tx, actor.identityId)
  await written(context, 'security.secondFactorRemoved')
  return { done: true } as const
})

/** What the company and the user's roles say about second factors. */
async function policyOf({ tx, actor }: SessionContext): Promise<{ offered: boolean; required: boolean }> {
  const { second_factor: wanted, by_role: byRole } = await tx
    .selectFrom('company_policy as p')
    .select('p.second_factor')
    .select(
      sql<boolean>`exists (select from membership_role mr join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = ${actor.company.id} and mr.membership_id = ${actor.membershipId} and r.second_factor_required)`.as(
        'by_role',
      ),
    )
    .where('p.company_id', '=', actor.company.id)
    .executeTakeFirstOrThrow()
  const required = wanted === 'Required' || byRole
  return { offered: wanted !== 'Off' || required, required }
}

async function assertSetUp({ tx, actor }: SessionContext): Promise<void> {
  const factor = await tx
    .selectFrom('second_factor')
    .select('identity_id')
    .where('identity_id', '=', actor.identityId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!factor) throw refusal('SecondFactorNotStarted')
}

function written({ tx, actor, now }: SessionContext, operation: Operation): Promise<void> {
  return record(tx, actor, now, {
    audit: [
      { operation, recordType: 'membership', recordId: actor.membershipId, recordCode: actor.userName },
    ],
  })
}
