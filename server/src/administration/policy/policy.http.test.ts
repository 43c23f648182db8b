import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getServiceMediaContents } from '@kervan/contract/access/web-resources'
import { activity } from '@kervan/contract/administration/activity'
import {
  getPolicy,
  PolicySettings,
  updatePolicy,
  type PolicyView,
} from '@kervan/contract/administration/policy'
import { getOrderMonths } from '@kervan/contract/home/home'
import { homeBoxes } from '@kervan/contract/home/words'
import { page, windowAround } from '../../../test/ordering.ts'
import { password, startPortal, type Company, type Portal, type User } from '../../../test/portal.ts'

let portal: Portal
let company: Company
let boss: User
beforeAll(async () => {
  portal = await startPortal({ worker: false })
  company = await portal.company()
  boss = await company.user()
})
afterAll(() => portal.close())

const look = async (user = boss) => (await portal.call(getPolicy, user.token, {})).body
const settingsOf = (view: PolicyView) => PolicySettings.parse(view)
const change = async (over: Partial<ReturnType<typeof settingsOf>>, user = boss) =>
  portal.call(updatePolicy, user.token, { ...settingsOf(await look(user)), ...over })

describe('[USR-009] the sign-in policy', () => {
  it('is changed, says whom it touches, and the change is in the audit log', async () => {
    const own = await (await portal.company()).user()
    const before = await look(own)
    expect(before).toMatchObject({
      version: 1,
      passwordMaxAgeDays: null,
      idleMinutes: 30,
      entraOnly: false,
      activeUsers: 1,
      withoutSecondFactor: 1,
      linkedUsers: 0,
      linkedAdministrators: 0,
    })
    expect((await change({ passwordMaxAgeDays: 90, idleMinutes: 15 }, own)).body).toMatchObject({
      version: 2,
      passwordMaxAgeDays: 90,
      idleMinutes: 15,
    })
    expect((await change({}, own)).body.version).toBe(2)
    const { body } = await portal.call(activity.page, own.token, {
      ...page,
      ...windowAround(),
      filters: { operation: { in: ['policy.changed'] } },
    })
    expect(body.rows).toHaveLength(1)
    expect(body.rows[0]?.changes).toEqual([
      { field: 'idleMinutes', before: 30, after: 15 },
      { field: 'passwordMaxAgeDays', before: null, after: 90 },
    ])
  })

  it('lets Microsoft be the only door when an administrator has the key to it, and only then', async () => {
    const town = await portal.company()
    const only = await town.user()
    expect(await change({ entraOnly: true }, only)).toMatchObject({
      status: 422,
      code: 'NoLinkedAdministrator',
    })
    const clerk = await town.user({ permissions: [] })
    const link = (user: User, object: string) =>
      portal.owner.query(
        `insert into entra_link (tenant_id, object_id, identity_id) values ('tenant', $1, $2)`,
        [object, user.identityId],
      )
    await link(clerk, `clerk-${town.id}`)
    await portal.owner.query(
      `insert into entra_setting (company_id, tenant_id, client_id, authority, keys_url, enabled) values ($1, 'tenant', 'client', 'https://login.example/tenant/v2.0', 'https://login.example/keys', false)`,
      [town.id],
    )
    expect(await change({ entraOnly: true }, only)).toMatchObject({
      status: 422,
      code: 'NoLinkedAdministrator',
    })
    await link(only, `boss-${town.id}`)
    // Linked, but Microsoft sign-in is switched off; then in another tenant; then as it should be.
    expect(await change({ entraOnly: true }, only)).toMatchObject({
      status: 422,
      code: 'NoLinkedAdministrator',
    })
    const setting = (tenant: string) =>
      portal.owner.query('update entra_setting set enabled = true, tenant_id = $2 where company_id = $1', [
        town.id,
        tenant,
      ])
    await setting('another')
    expect(await change({ entraOnly: true }, only)).toMatchObject({
      status: 422,
      code: 'NoLinkedAdministrator',
    })
    await setting('tenant')
    expect((await change({ entraOnly: true }, only)).body).toMatchObject({
      entraOnly: true,
      linkedUsers: 2,
      linkedAdministrators: 1,
    })
  })

  it('of a stale version says so; of two changes at once one wins', async () => {
    const start = settingsOf(await look())
    const answers = await Promise.all(
      [5, 6].map((idleMinutes) => portal.call(updatePolicy, boss.token, { ...start, idleMinutes })),
    )
    expect(answers.map((answer) => answer.code).toSorted()).toEqual(['ChangedMeanwhile', null])
    expect(answers.find((answer) => answer.code)?.refused?.Facts).toMatchObject({ changedBy: boss.name })
  })

  it('[SHL-023] [HOM-002] opens the saving of charts and takes tutorials away, says whom it touches, and is written down', async () => {
    const town = await portal.company()
    const chief = await town.user()
    await town.user({ permissions: [homeBoxes.orders], signIn: false })
    await town.user({ permissions: [homeBoxes.shortcuts], signIn: false })
    await town.user({ type: 'APIUser', permissions: [homeBoxes.orders], signIn: false })
    const video = (code: number, type: string, key: string, language: string) =>
      portal.owner.query(
        `insert into service_media_content (company_id, int_code, type, reference_key, reference_dt_key, language_key, url, title, thumbnail_url) values ($1, $2, $3, $4, '2026-05-01', $5, 'https://video.example/v', 'Video', '')`,
        [town.id, code, type, key, language],
      )
    // In two languages it is one video; What's New is taken away by no switch.
    await Promise.all([
      video(1, 'KIGOITSValidation', 'its', 'en'),
      video(2, 'KIGOITSValidation', 'its', 'de'),
      video(3, 'FDGODataMatrixInquiry', 'a', 'en'),
      video(4, 'KIGODataMatrixInquiry', 'b', 'en'),
      video(5, 'WhatsNew', 'c', 'en'),
    ])
    expect(await look(chief)).toMatchObject({
      chartExport: false,
      disableValidateFromImage: false,
      disableITSValidation: false,
      disablePortaMateValidation: false,
      chartUsers: 2,
      tutorials: { disableValidateFromImage: 2, disableITSValidation: 1, disablePortaMateValidation: 0 },
    })
    const titles = async () =>
      (await portal.call(getServiceMediaContents, chief.token, {})).body.contents
        .map(({ ServiceMediaContentType: type }) => type)
        .toSorted()
    expect(await titles()).toContain('KIGOITSValidation')
    expect((await change({ chartExport: true, disableITSValidation: true }, chief)).body).toMatchObject({
      version: 2,
      chartExport: true,
      disableITSValidation: true,
      tutorials: { disableITSValidation: 1 },
    })
    expect(await titles()).toEqual(['FDGODataMatrixInquiry', 'KIGODataMatrixInquiry', 'WhatsNew'])
    expect((await portal.call(getOrderMonths, chief.token, {})).body.chartExport).toBe(true)
    const { body } = await portal.call(activity.page, chief.token, {
      ...page,
      ...windowAround(),
      filters: { operation: { in: ['policy.changed'] } },
    })
    expect(body.rows[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'chartExport', before: false, after: true },
        { field: 'disableITSValidation', before: false, after: true },
      ]),
    )
    expect(body.rows[0]?.changeCount).toBe(2)
  })

  it('takes only what makes sense, and stays the company’s own', async () => {
    for (const over of [
      { idleMinutes: 4 },
      { idleMinutes: 721 },
      { passwordMaxAgeDays: 0 },
      { secondFactor: 'Sometimes' as never },
    ])
      expect(await change(over)).toMatchObject({ status: 422, code: 'InvalidInput' })
    const other = await (await portal.company()).user()
    expect(
      (
        await portal.call(updatePolicy, other.token, {
          ...settingsOf(await look(other)),
          idleMinutes: 700,
          proof: { password },
        })
      ).status,
    ).toBe(200)
    expect((await look()).idleMinutes).not.toBe(700)
  })
})
