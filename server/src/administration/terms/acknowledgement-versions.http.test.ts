import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getPortaMateUserAcknowledgementDefinition,
  getUserAcknowledgementDefinitions,
  updateUserAcknowledgement,
} from '@kervan/contract/access/acknowledgement'
import {
  acknowledgementChoiceList,
  acknowledgementLimits,
  acknowledgementVersions,
  getAcknowledgementReach,
  getAcknowledgementVersion,
  publishAcknowledgement,
} from '@kervan/contract/administration/acknowledgement-versions'
import { getRecordHistory } from '@kervan/contract/administration/activity'
import type { InputOf } from '@kervan/contract/kit/call'
import { getCart } from '@kervan/contract/order/cart'
import { startPortal, type Company, type Portal, type User } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

const all = (said: string) => ({ en: said, tr: `${said} (tr)`, de: `${said} (de)` })
const page = { page: 1, pageSize: 50, sort: [], filters: {}, search: '' }
type Requested = InputOf<typeof publishAcknowledgement>
const publish = (by: User, over: Partial<Requested> = {}) =>
  portal.call(publishAcknowledgement, by.token, {
    intCode: null,
    version: 0,
    draft: null,
    kind: 'User',
    title: all('Terms'),
    text: all('Be kind.'),
    changes: all(''),
    ...over,
  })
const next = (by: User, intCode: number, version: number, over: Partial<Requested> = {}) =>
  publish(by, {
    intCode,
    version,
    text: all(`Be kind, ${version + 1} times.`),
    changes: all('How often.'),
    ...over,
  })
const choose = (token: string, IntCode: number, Version: number, Choice: 'Activated' | 'Rejected') =>
  portal.call(updateUserAcknowledgement, token, { UserAcknowledgementRequest: { IntCode, Version, Choice } })
const versions = async (by: User) =>
  (await portal.call(acknowledgementVersions.page, by.token, page)).body.rows
const choices = async (by: User, intCode: number, version: number) =>
  (await portal.call(acknowledgementChoiceList.page, by.token, { ...page, intCode, version })).body.rows

/** Somebody who administers and has agreed already, so that a publication does not hold up what the test looks at. */
async function office(): Promise<{
  company: Company
  boss: User
  agree: (intCode: number, version: number) => Promise<unknown>
}> {
  const company = await portal.company()
  const boss = await company.user()
  return { company, boss, agree: (intCode, version) => choose(boss.token, intCode, version, 'Activated') }
}

describe('[ACC-010] publishing an acknowledgement', () => {
  it('holds everybody at the door from then on, in their language, the publisher too', async () => {
    const { company, boss } = await office()
    const user = await company.user()
    const { body } = await publish(boss)
    expect(body).toMatchObject({ intCode: 1, version: 1 })
    for (const token of [boss.token, user.token])
      expect(await portal.call(getCart, token, {})).toMatchObject({
        status: 403,
        code: 'AcknowledgementPending',
      })
    const { body: asked } = await portal.call(
      getUserAcknowledgementDefinitions,
      user.token,
      {},
      { language: 'de' },
    )
    expect(asked.UserAcknowledgementDefinitions).toMatchObject([
      { IntCode: 1, Version: 1, Title: 'Terms (de)', Text: 'Be kind. (de)', AgreedVersion: null },
    ])
    await choose(user.token, 1, 1, 'Activated')
    expect((await portal.call(getCart, user.token, {})).status).toBe(200)
  })

  it('of the next version asks those who agreed again, and tells them what changed', async () => {
    const { company, boss, agree } = await office()
    const user = await company.user()
    await publish(boss)
    await Promise.all([agree(1, 1), choose(user.token, 1, 1, 'Activated')])
    expect((await next(boss, 1, 1)).body).toMatchObject({ intCode: 1, version: 2 })
    expect(await portal.call(getCart, user.token, {})).toMatchObject({ code: 'AcknowledgementPending' })
    expect(
      (await portal.call(getUserAcknowledgementDefinitions, user.token, {})).body
        .UserAcknowledgementDefinitions,
    ).toMatchObject([{ Version: 2, AgreedVersion: 1, Changes: [{ Version: 2, Text: 'How often.' }] }])
    await agree(1, 2)
    const { body } = await portal.call(getAcknowledgementVersion, boss.token, { intCode: 1, version: 2 })
    expect(body).toMatchObject({
      version: 2,
      newest: 2,
      kind: 'User',
      publishedBy: boss.name,
      content: { text: all('Be kind, 2 times.') },
      before: { text: all('Be kind.') },
    })
    expect(
      (await portal.call(getAcknowledgementVersion, boss.token, { intCode: 1, version: 1 })).body,
    ).toMatchObject({ newest: 2, before: null, waiting: 0 })
  })

  it('is written down, counted and told: who accepted, who rejected, who is still to be asked', async () => {
    const { company, boss, agree } = await office()
    const [yes, no, changed, silent] = [
      await company.user(),
      await company.user(),
      await company.user(),
      await company.user({ signIn: false }),
    ]
    await company.user({ type: 'APIUser', signIn: false })
    await company.user({ state: 'Passive', signIn: false })
    const { body: published } = await publish(boss)
    await agree(1, 1)
    await choose(yes.token, 1, 1, 'Activated')
    await choose(no.token, 1, 1, 'Rejected')
    // Who changes their mind signs in anew; what they said first is kept, and does not count.
    await portal.owner.query(
      `insert into acknowledgement_choice (company_id, id, membership_id, int_code, version, choice, at, address) values ($1, gen_random_uuid(), $2, 1, 1, 'Rejected', now() - interval '1 hour', '')`,
      [company.id, changed.id],
    )
    await choose(changed.token, 1, 1, 'Activated')
    expect(await versions(boss)).toMatchObject([
      {
        id: published.id,
        title: 'Terms',
        version: 1,
        acknowledgementKind: 'User',
        current: true,
        publishedBy: boss.name,
        activated: 3,
        rejected: 1,
        waiting: 1,
      },
    ])
    const told = await choices(boss, 1, 1)
    expect(Object.fromEntries(told.map(({ username, answer }) => [username, answer]))).toEqual({
      [boss.username]: 'Activated',
      [yes.username]: 'Activated',
      [changed.username]: 'Activated',
      [no.username]: 'Rejected',
      [silent.username]: 'Waiting',
    })
    expect(told.find(({ username }) => username === no.username)).toMatchObject({
      at: expect.any(String),
      address: '127.0.0.1',
    })
    expect(told.find(({ username }) => username === silent.username)).toMatchObject({
      at: null,
      address: null,
    })
    const { entries } = (
      await portal.call(getRecordHistory, boss.token, {
        recordType: 'acknowledgement',
        recordId: published.id,
      })
    ).body
    expect(entries).toMatchObject([{ operation: 'acknowledgement.published', actorName: boss.name }])
    // An older version keeps its answers and asks nobody any more.
    await next(boss, 1, 1)
    await agree(1, 2)
    expect(await versions(boss)).toMatchObject([
      { version: 2, current: true, activated: 1, rejected: 0, waiting: 4 },
      { version: 1, current: false, activated: 3, rejected: 1, waiting: 0 },
    ])
    expect(await choices(boss, 1, 1)).toHaveLength(4)
  })

  it('[USR-006] is counted for who sees some locations only among the people of those locations, as the list behind it is', async () => {
    const { company, boss, agree } = await office()
    const customer = await company.customer()
    const [here, there] = [await company.location(customer), await company.location(customer)]
    const narrow = await company.user({ locations: [here] })
    const [colleague, silent, stranger, shy] = [
      await company.user({ locations: [here] }),
      await company.user({ locations: [here], signIn: false }),
      await company.user({ locations: [there] }),
      await company.user({ locations: [there] }),
    ]
    await publish(boss)
    await agree(1, 1)
    for (const user of [narrow, stranger]) await choose(user.token, 1, 1, 'Activated')
    for (const user of [colleague, shy]) await choose(user.token, 1, 1, 'Rejected')
    const figures = { activated: 1, rejected: 1, waiting: 1 }
    expect(await versions(narrow)).toMatchObject([figures])
    expect(
      (await portal.call(getAcknowledgementVersion, narrow.token, { intCode: 1, version: 1 })).body,
    ).toMatchObject(figures)
    expect((await choices(narrow, 1, 1)).map(({ username }) => username).toSorted()).toEqual(
      [narrow.username, colleague.username, silent.username].toSorted(),
    )
    expect(await versions(boss)).toMatchObject([{ activated: 3, rejected: 2, waiting: 1 }])
  })

  it('is dryRunResult by its reach: active people and their open sessions', async () => {
    const { company, boss } = await office()
    await company.user()
    await company.user({ signIn: false })
    await company.user({ state: 'Blocked', signIn: false })
    await company.user({ type: 'APIUser', signIn: false })
    expect((await portal.call(getAcknowledgementReach, boss.token, {})).body).toEqual({
      users: 3,
      sessions: 2,
    })
  })

  it('of a stale version says so; of two at once one wins; of what is not there is not found', async () => {
    const { boss, agree } = await office()
    await publish(boss)
    await agree(1, 1)
    const answers = await Promise.all([next(boss, 1, 1), next(boss, 1, 1)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await agree(1, 2)
    expect(await next(boss, 1, 1)).toMatchObject({
      status: 409,
      code: 'ChangedMeanwhile',
      refused: { Facts: { changedBy: boss.name } },
    })
    expect(await next(boss, 9, 0)).toMatchObject({ status: 404, code: 'NotFound' })
    expect(
      await portal.call(getAcknowledgementVersion, boss.token, { intCode: 1, version: 3 }),
    ).toMatchObject({ status: 404, code: 'NotFound' })
  })

  it('needs something new and a word about it, in every language', async () => {
    const { boss, agree } = await office()
    await publish(boss)
    await agree(1, 1)
    expect(await next(boss, 1, 1, { text: all('Be kind.') })).toMatchObject({
      status: 422,
      code: 'NothingToChange',
    })
    expect(await next(boss, 1, 1, { changes: { ...all('How often.'), tr: ' ' } })).toMatchObject({
      status: 422,
      code: 'ChangesMissing',
    })
    for (const over of [
      { title: { ...all('Terms'), de: '' } },
      { text: { ...all('x'), tr: ' \n ' } },
      { title: all('x'.repeat(acknowledgementLimits.title + 1)) },
      { text: all('x'.repeat(acknowledgementLimits.text + 1)) },
      { changes: all('x'.repeat(acknowledgementLimits.changes + 1)) },
    ]) {
      expect(await next(boss, 1, 1, over)).toMatchObject({ status: 422, code: 'InvalidInput' })
    }
    const longest = (size: number) => ({ en: 'x'.repeat(size), tr: 'x'.repeat(size), de: 'x'.repeat(size) })
    expect(
      (
        await next(boss, 1, 1, {
          title: longest(acknowledgementLimits.title),
          text: longest(acknowledgementLimits.text),
          changes: longest(acknowledgementLimits.changes),
        })
      ).status,
    ).toBe(200)
  })

  it('of one company is nothing to another', async () => {
    const [one, two] = [await office(), await office()]
    await publish(one.boss)
    expect((await portal.call(getCart, two.boss.token, {})).status).toBe(200)
    expect(await versions(two.boss)).toEqual([])
    expect(
      await portal.call(getAcknowledgementVersion, two.boss.token, { intCode: 1, version: 1 }),
    ).toMatchObject({ status: 404 })
    expect(await choices(two.boss, 1, 1)).toEqual([])
    expect(await next(two.boss, 1, 1)).toMatchObject({ status: 404, code: 'NotFound' })
  })
})

describe('[API-006] what PortaMate asks', () => {
  it('reads its own definition and sends the choice by the names of the specification', async () => {
    const { company, boss } = await office()
    const user = await company.user()
    const ask = async (operation: string, body: object) =>
      portal.post(`/api/${operation}`, { ...body, Token: user.token }, { 'accept-language': 'tr' })
    expect(await ask('Authentication/GetPortaMateUserAcknowledgementDefinition', {})).toMatchObject({
      status: 200,
      body: { PortaMateUserAcknowledgementDefinition: null },
    })
    await publish(boss, { kind: 'PortaMate', title: all('PortaMate') })
    expect(await ask('Authentication/GetPortaMateUserAcknowledgementDefinition', {})).toMatchObject({
      status: 200,
      body: {
        PortaMateUserAcknowledgementDefinition: {
          IntCode: 1,
          Version: 1,
          Title: 'PortaMate (tr)',
          Text: 'Be kind. (tr)',
          PublishedAt: expect.any(String),
          AgreedVersion: null,
          Changes: [],
        },
      },
    })
    expect(
      await ask('UserManagement/UpdateUserAcknowledgement', {
        UserAcknowledgementRequest: { IntCode: 1, Version: 1, Choice: 'Rejected' },
      }),
    ).toMatchObject({ status: 200, body: { done: true } })
    // It holds nothing back, whatever was answered.
    expect((await portal.call(getCart, user.token, {})).status).toBe(200)
    expect(
      await ask('UserManagement/UpdateUserAcknowledgement', {
        UserAcknowledgementRequest: { IntCode: 1, Version: 1, Choice: 'Activated' },
      }),
    ).toMatchObject({ status: 200, body: { done: true } })
    expect((await portal.call(getPortaMateUserAcknowledgementDefinition, user.token, {})).body).toMatchObject(
      { PortaMateUserAcknowledgementDefinition: { AgreedVersion: 1 } },
    )
    expect(await versions(boss)).toMatchObject([
      { acknowledgementKind: 'PortaMate', activated: 1, rejected: 0, waiting: 1 },
    ])
    expect(
      await ask('UserManagement/UpdateUserAcknowledgement', {
        UserAcknowledgementRequest: { IntCode: 1, Version: 1, Choice: 'Maybe' },
      }),
    ).toMatchObject({ status: 422 })
    expect(
      await ask('UserManagement/UpdateUserAcknowledgement', { IntCode: 1, Version: 1, Choice: 'Activated' }),
    ).toMatchObject({ status: 422 })
    // Its kind stays, whatever a later publication says.
    expect((await next(boss, 1, 1, { kind: 'User' })).body.version).toBe(2)
    expect((await portal.call(getCart, user.token, {})).status).toBe(200)
  })
})
