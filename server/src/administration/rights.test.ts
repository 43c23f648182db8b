import { administratorPermissions } from '../access/access.api.ts'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { Refusal } from '@kervan/contract/kit/refusals'
import { uiPermissions } from '@kervan/contract/access/words'
import { callPermissions } from '@kervan/contract/registry'
import { assertMayGrant, assertNotOwn, assertRoleChange, exceeding } from './rights.ts'

const holds = (...permissions: string[]) => ({ permissions: new Set(permissions) })
const outcome = (work: () => void) => {
  try {
    work()
    return 'allowed'
  } catch (error) {
    return error instanceof Refusal
      ? [error.code, error.facts['permissions']].filter(Boolean).join(' ')
      : String(error)
  }
}

describe('[USR-004] nobody grants what they do not hold', () => {
  it.each([
    [['a', 'b'], ['a'], 'allowed'],
    [['a', 'b'], [], 'allowed'],
    [[], ['a'], 'RightsExceedOwn a'],
    [['a'], ['c', 'b', 'a', 'b'], 'RightsExceedOwn b,c'],
  ])('who holds %j and grants %j: %s', (own, granted, expected) => {
    expect(outcome(() => assertMayGrant(holds(...own), granted))).toBe(expected)
  })

  const some = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), {
    maxLength: 8,
  })

  test('what exceeds and what is one’s own are everything granted, and share nothing', () => {
    fc.assert(
      fc.property(some, some, (own, granted) => {
        const over = exceeding(new Set(own), granted)
        expect(new Set([...over, ...own.filter((one) => granted.includes(one))])).toEqual(new Set(granted))
        expect(over.filter((one) => own.includes(one))).toEqual([])
      }),
    )
  })

  test('no row of allowed changes of roles ever leaves anybody with more than all grantors held', () => {
    fc.assert(
      fc.property(
        some,
        some,
        fc.array(fc.tuple(some, fc.boolean()), { maxLength: 6 }),
        (own, start, changes) => {
          let role = start
          for (const [requested, heldByActor] of changes) {
            if (
              outcome(() =>
                assertRoleChange(holds(...own), { before: role, after: requested, heldByActor }),
              ) !== 'allowed'
            )
              continue
            if (heldByActor) expect(requested.filter((one) => !role.includes(one))).toEqual([])
            role = requested
          }
          expect(role.filter((one) => !start.includes(one) && !own.includes(one))).toEqual([])
        },
      ),
    )
  })
})

describe('[USR-004] nobody changes their own rights', () => {
  it.each([
    ['adds to a role held', ['a'], ['a', 'b'], true, 'OwnRights'],
    ['takes from a role held', ['a', 'b'], ['a'], true, 'allowed'],
    ['leaves a role held as it is', ['a', 'z'], ['z', 'a'], true, 'allowed'],
    ['adds to a role of others', ['a'], ['a', 'b'], false, 'allowed'],
    ['adds to a role of others what they lack', ['a'], ['a', 'z'], false, 'RightsExceedOwn z'],
    ['keeps in a role what they lack', ['a', 'z'], ['z'], false, 'allowed'],
  ] as const)('who %s', (_, before, after, heldByActor, expected) => {
    expect(outcome(() => assertRoleChange(holds('a', 'b'), { before, after, heldByActor }))).toBe(expected)
  })

  it.each([
    ['of a role held', true, true, 'OwnRights'],
    ['of a role of others', false, true, 'allowed'],
    ['nowhere', true, false, 'allowed'],
  ] as const)('who drops the second factor %s', (_, heldByActor, dropsSecondFactor, expected) => {
    expect(
      outcome(() =>
        assertRoleChange(holds('a'), { before: ['a'], after: ['a'], heldByActor, dropsSecondFactor }),
      ),
    ).toBe(expected)
  })

  it('is refused for one’s own membership and for nobody else’s', () => {
    expect(outcome(() => assertNotOwn({ membershipId: 'me' }, 'me'))).toBe('OwnRights')
    expect(outcome(() => assertNotOwn({ membershipId: 'me' }, 'you'))).toBe('allowed')
  })
})

test('what an administrator must be able to do exists', () => {
  const known = new Set<string>([...uiPermissions, ...callPermissions])
  expect(administratorPermissions.filter((permission) => !known.has(permission))).toEqual([])
})
