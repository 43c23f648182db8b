import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '@kervan/contract/registry'
import { gates, type Call, type Gate } from '@kervan/contract/kit/call'
import { languages } from '@kervan/contract/kit/values'
import { getCart } from '@kervan/contract/order/cart'
import { permissionLabel } from '../messages.ts'
import { newId } from '../database/uuid.ts'
import { sampleInput } from '../../../test/samples.ts'
import { startPortal, type Company, type Portal, type User } from '../../../test/portal.ts'

// Every call of the contract, tried by those who must not: nobody, a user without the permission, one for whom something
// waits. A call that is added to the contract is in here by itself. Whose records it may touch is asked in
// ownership.http.test.ts, what may be seen of other locations in location-scope.http.test.ts.

let portal: Portal
let company: Company
beforeAll(async () => {
  portal = await startPortal()
  company = await portal.company()
})
afterAll(() => portal.close())

const guarded = calls.filter((call) => call.access !== 'public')

/** Sends what the schema accepts, so that a refusal can only come from who asks. */
function attempt(call: Call, token: string | null) {
  if (call.kind === 'upload')
    return portal.upload(call, token, sampleInput(call) as Record<string, string>, [
      { name: 'a.pdf', body: '%PDF-1.4 test' },
    ])
  return portal.call(call, token, sampleInput(call))
}

describe('every call', () => {
  it.each(guarded.map((call) => [call.name, call] as const))(
    '%s answers nobody with 401',
    async (_, call) => {
      const code = call.access === 'device' ? 'DeviceNotPaired' : 'SessionExpired'
      expect(await attempt(call, null)).toMatchObject({ status: 401, code })
      expect(await attempt(call, 'A'.repeat(43))).toMatchObject({ status: 401, code })
    },
  )

  it('[SHL-025] of the contract is refused to a user without its permission, and the permission is named', async () => {
    const stranger = await company.user({ permissions: [] })
    for (const call of guarded.filter((one) => one.permission)) {
      const answer = await attempt(call, stranger.token)
      expect({
        call: call.name,
        status: answer.status,
        code: answer.code,
        facts: answer.refused?.Facts,
      }).toEqual({
        call: call.name,
        status: 403,
        code: 'PermissionMissing',
        facts: { permission: call.permission },
      })
    }
  })

  it('that only devices may make is refused to a session, whatever the session may do', async () => {
    const user = await company.user()
    for (const { path } of guarded.filter((one) => one.access === 'device')) {
      const { status, body } = await portal.post(path, { Token: user.token })
      expect({ path, status, body }).toMatchObject({
        path,
        status: 401,
        body: { ErrorCode: 'DeviceNotPaired' },
      })
    }
  })

  it('[SHL-014] is refused with the permission as people call it, in their language', async () => {
    const stranger = await company.user({ permissions: [] })
    const told = await Promise.all(
      languages.map(
        async (language) => (await portal.call(getCart, stranger.token, {}, { language })).refused?.Message,
      ),
    )
    expect(told).toEqual([
      'This needs the permission “See the own cart”. An administrator of your company can grant it.',
      `Bunun için “${permissionLabel('tr', 'orderNew-getCart')}” yetkisi gerekiyor. Şirketinizin yöneticisi bu yetkiyi verebilir.`,
      `Dafür ist das Recht „${permissionLabel('de', 'orderNew-getCart')}“ nötig. Die Administration Ihres Unternehmens kann es vergeben.`,
    ])
  })

  it('[ACC-008] is refused from the moment its permission is taken away', async () => {
    const user = await company.user()
    expect((await portal.call(getCart, user.token, {})).status).toBe(200)
    await portal.owner.query(
      `delete from role_permission where role_id = $1 and permission = 'orderNew-getCart'`,
      [user.roleId],
    )
    await portal.owner.query('update role set version = version + 1 where id = $1', [user.roleId])
    expect(await portal.call(getCart, user.token, {})).toMatchObject({
      status: 403,
      code: 'PermissionMissing',
    })
  })

  it('[ACC-010] is refused while something waits for the user, except those that help with just that', async () => {
    const company = await portal.company()
    const pending = await company.user()
    const limited = await company.user()
    const bare = await company.user()
    const invited = await company.user()
    const agreed = await publish(company)
    await portal.owner.query(`update session set password_limit = 'Temporary' where identity_id = $1`, [
      limited.identityId,
    ])
    await portal.owner.query('update role set second_factor_required = true where id = $1', [bare.roleId])
    await portal.owner.query(`update membership set invitation = 'Pending' where id = $1`, [invited.id])
    await agreed(limited, bare)
    const waiting = {
      acknowledgement: [pending, 'AcknowledgementPending'],
      password: [limited, 'PasswordChangeRequired'],
      invitation: [invited, 'InvitationPending'],
      secondFactor: [bare, 'SecondFactorSetupRequired'],
    } as const
    for (const gate of gates) {
      const [user, code] = waiting[gate]
      // Nobody sits in front of a device, so it is held up by the want of consent alone.
      const held = guarded.filter((one) => one.access !== 'device' || gate === 'invitation')
      for (const call of held.filter((one) => one.beforeGates !== true && one.beforeGates !== gate))
        expect([call.name, (await attempt(call, user.token)).code]).toEqual([call.name, code])
    }
    const open = (gate: Gate | true) =>
      guarded
        .filter((one) => one.beforeGates === gate)
        .map((one) => one.name)
        .toSorted()
    expect([open(true), open('password')]).toEqual([
      ['Authentication/Logout', 'Session/RefreshSession'],
      ['Authentication/ReplacePassword'],
    ])
    expect(open('invitation')).toEqual(['Invitation/AnswerInvitation', 'Invitation/GetInvitation'])
    expect(open('acknowledgement')).toEqual([
      'Authentication/GetPortaMateUserAcknowledgementDefinition',
      'Authentication/GetUserAcknowledgementDefinitions',
      'UserManagement/UpdateUserAcknowledgement',
    ])
    expect(open('secondFactor')).toEqual([
      'SecondFactor/ConfirmSecondFactor',
      'SecondFactor/GetSecondFactor',
      'SecondFactor/StartSecondFactor',
    ])
  })
})

/** Publishes something to agree to; gives what makes users agree. */
async function publish(company: Company) {
  const content = JSON.stringify({ title: {}, text: {}, changes: {} })
  await portal.owner.query(
    `insert into acknowledgement (company_id, int_code, version, kind, content, published_at) values ($1, 1, 1, 'User', $2, now())`,
    [company.id, content],
  )
  return async (...users: User[]) => {
    for (const user of users)
      await portal.owner.query(
        `insert into acknowledgement_choice (company_id, id, membership_id, int_code, version, choice, at, address) values ($1, $2, $3, 1, 1, 'Activated', now(), '')`,
        [company.id, newId(), user.id],
      )
  }
}
