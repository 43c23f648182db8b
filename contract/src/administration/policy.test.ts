import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { registrationPolicies, secondFactorPolicies } from '../access/words.ts'
import { policyLimits, weakens, type Bar, type BarRule } from './policy.ts'

const bar: Bar = {
  passwordMaxAgeDays: 90,
  idleMinutes: 30,
  lockOutAfter: 10,
  lockOutMinutes: 15,
  secondFactor: 'Optional',
  entraOnly: true,
  registration: 'Manager',
}
const { passwordMaxAgeDays: age, idleMinutes: idle, lockOutAfter, lockOutMinutes } = policyLimits
const anyBar: fc.Arbitrary<Bar> = fc.record({
  passwordMaxAgeDays: fc.option(fc.integer({ min: age.minimum, max: age.maximum })),
  idleMinutes: fc.integer({ min: idle.minimum, max: idle.maximum }),
  lockOutAfter: fc.integer({ min: lockOutAfter.minimum, max: lockOutAfter.maximum }),
  lockOutMinutes: fc.integer({ min: lockOutMinutes.minimum, max: lockOutMinutes.maximum }),
  secondFactor: fc.constantFrom(...secondFactorPolicies),
  entraOnly: fc.boolean(),
  registration: fc.constantFrom(...registrationPolicies),
})

describe('[USR-009] which rules a change weakens', () => {
  it.each<[string, Partial<Bar>, BarRule[]]>([
    ['nothing changed', {}, []],
    ['passwords live a day longer', { passwordMaxAgeDays: 91 }, ['passwordMaxAgeDays']],
    ['passwords live a day less long', { passwordMaxAgeDays: 89 }, []],
    ['passwords live for ever', { passwordMaxAgeDays: null }, ['passwordMaxAgeDays']],
    ['a minute longer without use', { idleMinutes: 31 }, ['idleMinutes']],
    ['a minute less without use', { idleMinutes: 29 }, []],
    ['one more failed try', { lockOutAfter: 11 }, ['lockOutAfter']],
    ['one failed try less', { lockOutAfter: 9 }, []],
    ['held back a minute less', { lockOutMinutes: 14 }, ['lockOutMinutes']],
    ['held back a minute longer', { lockOutMinutes: 16 }, []],
    ['no second factor any more', { secondFactor: 'Off' }, ['secondFactor']],
    ['a second factor for everybody', { secondFactor: 'Required' }, []],
    ['passwords beside Microsoft', { entraOnly: false }, ['entraOnly']],
    ['registration without a manager', { registration: 'Automatic' }, ['registration']],
    ['no registration', { registration: 'Closed' }, []],
    [
      'one stronger, two weaker',
      { idleMinutes: 5, secondFactor: 'Off', entraOnly: false },
      ['secondFactor', 'entraOnly'],
    ],
  ])('%s', (_, change, expected) => {
    expect(weakens(bar, { ...bar, ...change })).toEqual(expected)
  })

  it.each<[string, Partial<Bar>, Partial<Bar>, BarRule[]]>([
    [
      'from required to optional',
      { secondFactor: 'Required' },
      { secondFactor: 'Optional' },
      ['secondFactor'],
    ],
    ['from for ever to ten years', { passwordMaxAgeDays: null }, { passwordMaxAgeDays: 3_650 }, []],
    ['Microsoft only', { entraOnly: false }, { entraOnly: true }, []],
    ['from closed to a manager', { registration: 'Closed' }, { registration: 'Manager' }, ['registration']],
  ])('%s', (_, before, after, expected) => {
    expect(weakens({ ...bar, ...before }, { ...bar, ...after })).toEqual(expected)
  })

  it('a rule that changes is weaker one way and not the other, and one that stays is neither', () => {
    fc.assert(
      fc.property(anyBar, anyBar, (one, other) => {
        const there = weakens(one, other)
        const back = weakens(other, one)
        for (const rule of Object.keys(one) as BarRule[])
          expect([there.includes(rule), back.includes(rule)].filter(Boolean)).toHaveLength(
            one[rule] === other[rule] ? 0 : 1,
          )
      }),
    )
  })
})
