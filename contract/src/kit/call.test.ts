import { statusOf } from './refusal-catalogue.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { call, callNameOf, Nothing, permissionOf } from './call.ts'

const done = z.strictObject({ done: z.literal(true) })

describe('a call', () => {
  it('[API-007] derives route and permission from its name', () => {
    const approve = call('OrderManagement/ApprovedOrder', { input: Nothing, output: done, refusals: [] })
    expect(approve.path).toBe('/api/OrderManagement/ApprovedOrder')
    expect(approve.permission).toBe('orderManagement-approvedOrder')
  })

  it('has no permission when everybody, or everybody signed in, may make it', () => {
    const of = (access: 'public' | 'session') =>
      call('Session/Look', { input: Nothing, output: done, refusals: [], access }).permission
    expect([of('public'), of('session')]).toEqual([null, null])
  })

  it('refuses only with what it lists, with the facts of the catalogue', () => {
    const reject = call('Order/Reject', { input: Nothing, output: done, refusals: ['MoveNotAllowed'] })
    const refused = reject.refuse('MoveNotAllowed', { line: 'SO-1-1', state: 'Approved', action: 'reject' })
    expect(statusOf(refused.code)).toBe(422)
    expect(refused).toMatchObject({ code: 'MoveNotAllowed', facts: { line: 'SO-1-1' } })
    // @ts-expect-error a refusal that the call does not list does not compile
    reject.refuse('OrderNotFound')
    // @ts-expect-error nor does one without its facts
    reject.refuse('MoveNotAllowed')
  })

  it.each([
    [
      'a name that is not Area/Operation',
      'is named Area/Operation',
      () => call('order/approve' as 'A/B', { input: Nothing, output: done, refusals: [] }),
    ],
    [
      'a GET behind a session',
      'must be public',
      () => call('Order/Get', { input: Nothing, output: done, refusals: [], kind: 'get', access: 'session' }),
    ],
    [
      'an upload without limits',
      'needs limits',
      () => call('Order/Send', { input: Nothing, output: done, refusals: [], kind: 'upload' }),
    ],
    [
      'a token in the input',
      'not part of the input',
      () => call('Order/Get', { input: z.strictObject({ Token: z.string() }), output: done, refusals: [] }),
    ],
  ])('does not load with %s', (_, fault, declare) => {
    expect(declare).toThrow(fault)
  })

  it('writes permissions the specification’s way', () => {
    expect(permissionOf('OrderNew', 'PlaceOrder')).toBe('orderNew-placeOrder')
    expect(callNameOf('orderNew-placeOrder')).toBe('OrderNew/PlaceOrder')
  })
})
