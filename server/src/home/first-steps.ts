import {
  firstStepKeys,
  getFirstSteps,
  hideFirstSteps,
  type FirstStep,
} from '@kervan/contract/home/first-steps'
import { handle } from '../kit/http/handle.ts'
import { partsOf } from '../kit/parts.ts'

// The steps of a new company to its first approved order. Each area counts its own.

export const getFirstStepsHandler = handle(getFirstSteps, async (context) => {
  const { tx, actor } = context
  const setting = await tx
    .selectFrom('home_setting')
    .select('first_steps_hidden')
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .executeTakeFirst()
  if (setting?.first_steps_hidden) return { counts: null }
  const counters = new Map(partsOf('firstStep').map((one) => [one.step, one]))
  const countOf = async (step: FirstStep) => (await counters.get(step)?.count(context)) ?? 0
  if ((await countOf('order')) > 0) return { counts: null }
  const counted = await Promise.all(firstStepKeys.map(async (step) => [step, await countOf(step)] as const))
  return { counts: Object.fromEntries(counted) as Record<FirstStep, number> }
})

export const hideFirstStepsHandler = handle(hideFirstSteps, async ({ input, tx, actor, now }) => {
  const { hidden } = input
  await tx
    .insertInto('home_setting')
    .values({
      company_id: actor.company.id,
      membership_id: actor.membershipId,
      first_steps_hidden: hidden,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'membership_id'])
        .doUpdateSet({ first_steps_hidden: hidden, updated_at: now }),
    )
    .execute()
  return { done: true } as const
})
