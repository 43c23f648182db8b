import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ErrorAnswer, type Call } from '@kervan/contract/kit/call'
import { calls } from '@kervan/contract/registry'
import { spoiltInput, validInput } from '../../../test/samples.ts'
import { deviceOf, deviceSigned } from '../../../test/devices.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'

// What the contract allows, and what it does not, is thrown at every call: no fault of the server, no answer that
// breaks its own schema (the server checks each answer in this mode), no refusal without its sentence.

let portal: Portal
let user: User
beforeAll(async () => {
  portal = await startPortal()
  const company = await portal.company()
  const customer = await company.customer()
  await company.location(customer)
  await company.product({ colors: ['Red', 'Blue'], sizes: ['S', 'M'] })
  user = await company.user()
})
afterAll(() => portal.close())
// Chance finds its way to the sign-in policy too, and a second factor asked for then holds back every call after it.
beforeEach(() =>
  portal.owner.query('update company_policy set second_factor = default, entra_only = default'),
)

const runs = Number(process.env['FUZZ_RUNS'] ?? 12)
/** Signing out ends the session that the other tries use, and what is published keeps them at the door; streams and uploads have their own tests. */
const fuzzed = calls.filter(
  (call) =>
    call.kind !== 'upload' &&
    call.kind !== 'get' &&
    ![
      'Authentication/Logout',
      'Session/RefreshSession',
      'Authentication/Login',
      'UserManagement/PublishAcknowledgement',
    ].includes(call.name),
)

async function ask(call: Call, input: unknown) {
  if (call.access === 'device') {
    const device = (await deviceOf(portal, user.token))!
    const body = JSON.stringify(input)
    return portal.post(call.path, body, {
      'accept-language': 'tr',
      ...deviceSigned(device, call.path, body),
    })
  }
  const body =
    typeof input === 'object' && input !== null && !Array.isArray(input)
      ? { ...input, ...(call.access === 'public' ? {} : { Token: user.token }) }
      : input
  return portal.post(call.path, body, { 'accept-language': 'tr' })
}

function judge(call: Call, input: unknown, answer: { status: number; body: unknown }) {
  const told = {
    call: call.name,
    input,
    status: answer.status,
    body: answer.status === 200 ? undefined : answer.body,
  }
  if (answer.status >= 500) throw new Error(`a fault: ${JSON.stringify(told)}`)
  if (answer.status !== 200 && !(answer.status === 204 && call.output.safeParse(null).success)) {
    const refused = ErrorAnswer.parse(answer.body)
    if (refused.Message.startsWith('refusal.') || refused.Message.includes('{{'))
      throw new Error(`no sentence: ${JSON.stringify(told)}`)
  }
}

describe('[API-008] the contract holds under', () => {
  it.each(fuzzed.map((call) => [call.name, call] as const))('%s', async (_, call) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(validInput(call), spoiltInput(call)), async (input) =>
        judge(call, input, await ask(call, input)),
      ),
      { numRuns: runs, interruptAfterTimeLimit: 10_000, markInterruptAsFailure: false },
    )
  })

  it('bodies that are no object, no JSON, or no end', async () => {
    const deep = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
    const tries: [string, string, number, string][] = [
      ['[1]', 'application/json', 422, 'BodyUnreadable'],
      ['{"a":', 'application/json', 422, 'BodyUnreadable'],
      ['"x"', 'application/json', 422, 'BodyUnreadable'],
      ['a=1', 'application/x-www-form-urlencoded', 415, 'JsonExpected'],
      ['{"__proto__":{"x":1}}', 'application/json', 422, 'BodyUnreadable'],
      [deep, 'application/json', 422, 'BodyTooDeep'],
      [String.raw`{"a":"\u0000"}`, 'application/json', 422, 'InvalidInput'],
      [String.raw`{"a":"\\\u0000"}`, 'application/json', 422, 'InvalidInput'],
      [`{"a":"${'x'.repeat(1_100_000)}"}`, 'application/json', 413, 'BodyTooLarge'],
    ]
    for (const [body, type, status, code] of tries) {
      const answer = await portal.post('/api/OrderNew/GetCart', body, { 'content-type': type })
      expect([body.slice(0, 20), answer.status, ErrorAnswer.parse(answer.body).ErrorCode]).toEqual([
        body.slice(0, 20),
        status,
        code,
      ])
    }
  })

  it('an unknown field names it, an unknown call is not found', async () => {
    const unknown = await portal.post('/api/OrderNew/GetCart', { Token: user.token, companyId: 1 })
    expect(unknown).toMatchObject({
      status: 422,
      body: { Facts: { issues: [{ path: 'companyId', code: 'unrecognized_keys' }] } },
    })
    expect((await portal.post('/api/OrderNew/Nothing', {})).status).toBe(404)
    expect((await portal.post('/api/orderNew/GetCart', { Token: user.token })).status).toBe(404)
  })
})
