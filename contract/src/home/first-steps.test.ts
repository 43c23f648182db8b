import { expect, test } from 'vitest'
import { firstStepKeys, stepsOf, type FirstStep } from './first-steps.ts'

const counts = (some: Partial<Record<FirstStep, number>>) =>
  Object.fromEntries(firstStepKeys.map((step) => [step, some[step] ?? 0])) as Record<FirstStep, number>
const stateOf = (some: Partial<Record<FirstStep, number>>, step: FirstStep) =>
  stepsOf(counts(some)).find((one) => one.step === step)

test('a new company begins with its customers', () => {
  expect(stateOf({}, 'customers')).toMatchObject({ state: 'Next' })
  expect(stateOf({}, 'locations')).toMatchObject({ state: 'Open' })
  expect(stateOf({}, 'stock')).toMatchObject({ state: 'Waits', waitsFor: ['locations', 'variants'] })
})

test('exactly one step is the next one, and it waits for nothing', () => {
  for (const done of firstStepKeys.map((_, at) => firstStepKeys.slice(0, at))) {
    const steps = stepsOf(counts(Object.fromEntries(done.map((step) => [step, 1]))))
    expect(steps.filter(({ state }) => state === 'Next')).toMatchObject([{ waitsFor: [] }])
    expect(steps.filter(({ state }) => state === 'Done').map(({ step }) => step)).toEqual(done)
  }
  expect(stepsOf(counts(Object.fromEntries(firstStepKeys.map((step) => [step, 1]))))).toEqual(
    firstStepKeys.map((step) => ({ step, state: 'Done', count: 1, waitsFor: [] })),
  )
})
