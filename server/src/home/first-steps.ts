import {
  firstStepKeys,
  getFirstSteps,
  hideFirstSteps,
  type FirstStep,
} from '@kervan/contract/home/first-steps'
import { handle } from '../kit/http/handle.ts'
import { partsOf } from '../kit/parts.ts'
import { keepOwnSetting, ownSetting } from './own-setting.ts'

// The steps of a new company to its first approved order. Each area counts its own.

export const getFirstStepsHandler = handle(getFirstSteps, async (context) => {
  if ((await ownSetting(context))?.first_steps_hidden) return { counts: null }
  const counters = new Map(partsOf('firstStep').map((one) => [one.step, one]))
  const countOf = async (step: FirstStep) => (await counters.get(step)?.count(context)) ?? 0
  if ((await countOf('order')) > 0) return { counts: null }
  const counted = await Promise.all(firstStepKeys.map(async (step) => [step, await countOf(step)] as const))
  return { counts: Object.fromEntries(counted) as Record<FirstStep, number> }
})

export const hideFirstStepsHandler = handle(hideFirstSteps, async (context) => {
  await keepOwnSetting(context, { first_steps_hidden: context.input.hidden })
  return { done: true } as const
})
