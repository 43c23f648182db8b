import { Refusal } from '@kervan/contract/kit/refusals'
import { expect, test } from 'vitest'
import { onBehalfOf } from './on-behalf.ts'

const permission = 'orderManagement-approvedOrder'
const nil = {
  membershipId: 'nil',
  name: 'Nil Aksoy',
  permissions: new Set([permission]),
  customerIds: ['c-1'],
  maxAmount: '1000.00',
}
const can = { ...nil, membershipId: 'can', name: 'Can Er', customerIds: [], maxAmount: null }
const order = { code: 'O-1', recordUserId: 'somebody', customerId: 'c-1', total: '1000.00' }
const lent = new Set([permission])

test.each([
  ['in the own name with the own right', new Set<string>(), [nil], order, null],
  ['up to the limit', lent, [nil], order, 'nil'],
  ['not above the limit', lent, [nil], { ...order, total: '1000.01' }, 'DeputyLimitExceeded'],
  ['not for another customer', lent, [nil], { ...order, customerId: 'c-2' }, 'DeputyOtherCustomer'],
  ['for another who lends it for that order', lent, [nil, can], { ...order, customerId: 'c-2' }, 'can'],
  ['not what the manager has ordered', lent, [can], { ...order, recordUserId: 'can' }, 'DeputyOwnOrder'],
  [
    'not without the right of the manager',
    lent,
    [{ ...can, permissions: new Set<string>() }],
    order,
    'PermissionMissing',
  ],
] as const)('[ORD-010] a deputy decides %s', (_, rights, actsFor, given, told) => {
  const found = onBehalfOf({ lent: rights, actsFor }, permission, given, { approves: true })
  expect(found instanceof Refusal ? found.code : (found?.membershipId ?? null)).toBe(told)
})

test('[ORD-010] what is not an approval may be done with an order of the manager', () => {
  expect(
    onBehalfOf({ lent, actsFor: [can] }, permission, { ...order, recordUserId: 'can' }, { approves: false }),
  ).toMatchObject({
    membershipId: 'can',
  })
})
