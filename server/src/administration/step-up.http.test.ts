import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '@kervan/contract/administration/api-keys'
import { notificationContactKind } from '@kervan/contract/administration/notification-contacts'
import type { Call } from '@kervan/contract/kit/call'
import { userKind } from '@kervan/contract/administration/user-files'
import { userLocationKind } from '@kervan/contract/administration/user-locations'
import { partsOf } from '@kervan/contract/kit/master-data'
import type { ImportKind } from '@kervan/contract/kit/master-import'
import { calls } from '@kervan/contract/registry'
import { addDays } from '@kervan/contract/kit/days'
import { inDatabase, openOffice, proof, type Office } from '../../test/office.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { administers, ordinary, ways, type Way } from './sign-in-access.testing.ts'
import { administering } from './step-up-rules.ts'

// No way round the fresh proof (USR-004): every call that changes who comes in or what they may do, derived from the
// contract. A new one fails here until it can be asked for a proof, or says why it gives nobody anything.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

/** Asked for it whoever gains; `devices.http.test.ts` and `companies.http.test.ts` try these. */
const always = ['Device/CreatePairingCode', 'Installation/MakeCompany']
const asked = calls.filter(
  ({ name, refusals }) => refusals.includes('ReauthenticationRequired') && !always.includes(name),
)

/** Groups in which nothing is changed of users, their sign-in or their rights. */
const elsewhere =
  /^(Order|PreApprovalOrderManagement|Notices|Home|FirstStep|WebAppConfiguration|WebResources|Jobs|DataManagement|CustomerPolicyData|Location|LocationManagement|Product|ProjectSetting|PromotionManagement|MyPromotionRequests|PriceChangeManagement|MyPriceChangeRequests|ReturnsManagement|PortaMate|PfsiService|Service\w+|WorkOrder\w+|Subscription|Calendar|Lma|SystemDiagnosis|KnowledgeBase|StockSense|PrimaryData|ServiceInsights|ReportView|ReportRun)/

const writesOf = (kind: ImportKind) =>
  partsOf(kind)
    .calls.filter(({ reads }) => !reads)
    .map(({ name }) => name)

const givesNothing: Record<string, readonly string[]> = {
  'asks for the own password itself, always': [
    'UserManagement/ChangePassword',
    'UserManagement/ChangeOwnUsername',
    'UserManagement/CreateOwnApiKey',
    'Authentication/ReplacePassword',
    'SecondFactor/StartSecondFactor',
    'SecondFactor/RemoveSecondFactor',
    'SecondFactor/RenewRecoveryCodes',
    'Invitation/LeaveCompany',
    ...always,
  ],
  'follows on one that has asked': ['UserManagement/ConfirmOwnUsername', 'SecondFactor/ConfirmSecondFactor'],
  'only takes away': [
    'UserManagement/UnlinkEntra',
    'UserManagement/RevokeApiKeys',
    'UserManagement/RevokeOwnApiKeys',
    'UserManagement/RevokeDevices',
    'Device/RevokeOwnDevices',
    'UserManagement/EndUserSessions',
    'UserManagement/WithdrawInvitation',
    'UserManagement/DeleteRole',
    'Registration/RejectRegistration',
    'Registration/RejectRegistrations',
    'Authentication/Logout',
    'Session/EndSession',
    'Session/EndOtherSessions',
  ],
  'makes a role that nobody holds': ['UserManagement/CreateRole', 'UserManagement/CopyRole'],
  'says where somebody sees, not what they may do': [
    'UserManagement/SetUserLocations',
    'UserManagement/AllocateLocations',
    'UserManagement/RemoveAllocations',
    ...writesOf(userLocationKind),
  ],
  'makes users who can administer nothing': [...writesOf(userKind)],
  'is the person’s own word': [
    'Invitation/AnswerInvitation',
    'Invitation/AnswerOwnInvitation',
    'Invitation/SetCompanyRefused',
    'UserManagement/UpdateUserAcknowledgement',
    'UserManagement/SetOwnFormats',
    'UserManagement/SetOwnLanguage',
    'Session/RefreshSession',
  ],
  'is told or asked of people, and gives no rights': [
    ...writesOf(notificationContactKind),
    'UserManagement/TestNotificationContact',
    'Mails/SendTestMail',
    'UserManagement/PublishAcknowledgement',
    'UserManagement/SaveAcknowledgementDraft',
    'UserManagement/DiscardAcknowledgementDraft',
  ],
  'says which records everybody is shown': [
    'UIFilterManagement/SaveUIFilter',
    'UIFilterManagement/ActivateUIFilter',
    'UIFilterManagement/DeactivateUIFilter',
    'UIFilterManagement/RemoveUIFilter',
  ],
  'says what the company is called on its documents': [
    'UserManagement/SaveCompanyProfile',
    'UserManagement/UploadCompanyLogo',
    'UserManagement/DeleteCompanyLogo',
  ],
  'does earlier or once more what happens anyway': ['Schedules/RunNow', 'Deliveries/SendAgain'],
}

describe('[USR-004] the calls that change who comes in or what they may do', () => {
  it('can each be asked for a fresh proof, or give nobody anything', () => {
    const changing = calls
      .filter((call) => !call.reads && call.access !== 'public' && !elsewhere.test(call.group))
      .map(({ name }) => name)
    const accounted = [...asked.map(({ name }) => name), ...Object.values(givesNothing).flat()]
    expect(accounted.toSorted()).toEqual(changing.toSorted())
    expect(
      calls
        .filter(
          ({ permission, name }) =>
            permission !== null && administering.has(permission) && !accounted.includes(name),
        )
        .map(({ name }) => name),
    ).toEqual([])
  })

  it('take the proof where they refuse for the want of it, and are all tried here', () => {
    expect(
      calls
        .filter(({ name, input }) => 'proof' in input.shape && !always.includes(name))
        .map(({ name }) => name),
    ).toEqual(asked.map(({ name }) => name))
    expect(Object.keys(ways).toSorted()).toEqual(asked.map(({ name }) => name).toSorted())
  })
})

const kept = [
  'membership',
  'membership_role',
  'membership_location',
  'role',
  'role_permission',
  'company_policy',
  'entra_setting',
  'api_key',
  'registration',
  'outbox',
  'answered_request',
  'audit_entry',
]
const ofPeople = ['temporary_password', 'second_factor', 'entra_link']

/** All that such a call could have changed; that a key was used is no change. */
async function standing(office: Office): Promise<unknown> {
  const rows = (table: string, where: string) =>
    inDatabase(
      office,
      `select to_jsonb(t) - 'last_used_at' - 'last_address' as row from ${table} t where ${where} order by 1`,
    )
  const people = 'select i.id from identity i where i.home_company_id = $1'
  return Promise.all([
    ...kept.map((table) => rows(table, 't.company_id = $1')),
    rows('identity', 't.home_company_id = $1'),
    ...ofPeople.map((table) => rows(table, `t.identity_id in (${people})`)),
    inDatabase(office, 'select count(*) from session where company_id = $1 and ended_at is not null'),
  ])
}
const written = async (office: Office) =>
  (await inDatabase(office, 'select 1 from audit_entry where company_id = $1')).length
const tries = async ({ boss }: Office) =>
  (
    await portal.owner.query(
      `select coalesce(sum(failures), 0)::int as failures from login_throttle where key = $1`,
      [`account ${boss.username} on session of ${boss.id}`],
    )
  ).rows[0] as { failures: number }

async function keyOf({ company, boss }: Office, call: Call): Promise<string> {
  const robot = await company.user({ type: 'APIUser', signIn: false })
  const { body } = await portal.call(createApiKey, boss.token, {
    membershipId: robot.id,
    name: 'ERP',
    scope: [call.permission ?? '', administers],
    expiresOn: addDays(new Date().toISOString().slice(0, 10), 20),
    proof,
  })
  return body.key ?? ''
}

const send = ({ call, input }: Way, token: string, over: object = {}) =>
  portal.call(call, token, { ...input, ...over })

describe.each(asked.map((call) => [call.name, call] as const))('[USR-004] %s', (name, call) => {
  it('concerning somebody who administers is for who proves themselves, in the same request', async () => {
    const office = await openOffice(portal)
    const way = await ways[name]!(office, administers)
    const key = await keyOf(office, call)
    const before = await standing(office)
    expect(await send(way, office.boss.token)).toMatchObject({
      status: 422,
      code: 'ReauthenticationRequired',
    })
    expect((await tries(office)).failures).toBe(0)
    expect(await send(way, office.boss.token, { proof: { password: 'Wrong-Horse-7!' } })).toMatchObject({
      status: 422,
      code: 'OldPasswordWrong',
    })
    expect((await tries(office)).failures).toBe(1)
    for (const over of [{}, { proof }])
      expect(await send(way, key, over)).toMatchObject({ status: 403, code: 'SignInExpected' })
    expect(await standing(office)).toEqual(before)
    await portal.owner.query('update login_throttle set blocked_until = null where key like $1', [
      `%${office.boss.username}%`,
    ])
    const entries = await written(office)
    expect(await send(way, office.boss.token, { proof })).toMatchObject({ status: 200, code: null })
    expect(await written(office)).toBeGreaterThan(entries)
  })

  it('concerning anybody else asks for nothing', async () => {
    const office = await openOffice(portal)
    const way = await ways[name]!(office, ordinary)
    const entries = await written(office)
    expect(await send(way, office.boss.token)).toMatchObject({ status: 200, code: null })
    expect(await written(office)).toBeGreaterThan(entries)
  })
})
