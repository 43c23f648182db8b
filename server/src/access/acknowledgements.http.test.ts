import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getPortaMateUserAcknowledgementDefinition,
  getUserAcknowledgementDefinitions,
  updateUserAcknowledgement,
} from '@kervan/contract/access/acknowledgement'
import { login, refreshSession } from '@kervan/contract/access/authentication'
import { getCart } from '@kervan/contract/order/cart'
import { password, startPortal, type Company, type Portal, type User } from '../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

async function publish(
  company: Company,
  version: number,
  options: { intCode?: number; kind?: 'User' | 'PortaMate'; draft?: boolean } = {},
) {
  const said = (what: string) => ({ en: `${what} ${version}`, de: `${what} ${version} auf Deutsch` })
  const content = { title: said('Terms'), text: said('Text'), changes: version === 1 ? {} : said('New in') }
  await portal.owner.query(
    `insert into acknowledgement (company_id, int_code, version, kind, content, published_at) values ($1, $2, $3, $4, $5, $6)`,
    [
      company.id,
      options.intCode ?? 7,
      version,
      options.kind ?? 'User',
      JSON.stringify(content),
      options.draft ? null : new Date(),
    ],
  )
}
const choose = (token: string, Version: number, Choice: 'Activated' | 'Rejected', IntCode = 7) =>
  portal.call(updateUserAcknowledgement, token, { UserAcknowledgementRequest: { IntCode, Version, Choice } })
const enter = (company: Company, user: User, language = 'en') =>
  portal.call(login, null, { username: user.username, password, companyIntCode: company.id }, { language })

describe('[ACC-010] a user acknowledgement', () => {
  it('is told at sign-in, holds everything back, and lets go once it is accepted', async () => {
    const company = await portal.company()
    await publish(company, 1)
    const user = await company.user({ signIn: false })
    const { body: session } = await enter(company, user, 'de')
    expect(session).toMatchObject({
      UserAcknowledgement: true,
      UserAcknowledgementInfos: [{ IntCode: 7, Title: 'Terms 1 auf Deutsch', Version: 1 }],
    })
    expect(await portal.call(getCart, session.Token, {})).toMatchObject({
      status: 403,
      code: 'AcknowledgementPending',
    })
    const { body } = await portal.call(
      getUserAcknowledgementDefinitions,
      session.Token,
      {},
      { language: 'de' },
    )
    expect(body.UserAcknowledgementDefinitions).toMatchObject([
      { IntCode: 7, Version: 1, Text: 'Text 1 auf Deutsch', AgreedVersion: null, Changes: [] },
    ])
    expect((await choose(session.Token, 1, 'Activated')).body).toEqual({ done: true })
    expect((await portal.call(getCart, session.Token, {})).status).toBe(200)
    expect((await portal.call(refreshSession, session.Token, {})).body).toMatchObject({
      UserAcknowledgement: false,
      UserAcknowledgementInfos: [],
    })
  })

  it('is kept with version, time and address, once, also when it is pressed twice', async () => {
    const company = await portal.company()
    await publish(company, 1)
    const user = await company.user({ signIn: false })
    const { body: session } = await enter(company, user)
    await Promise.all([choose(session.Token, 1, 'Activated'), choose(session.Token, 1, 'Activated')])
    const { rows } = await portal.owner.query(
      'select int_code, version, choice, address, at from acknowledgement_choice where membership_id = $1',
      [user.id],
    )
    expect(rows).toEqual([
      { int_code: 7, version: 1, choice: 'Activated', address: '127.0.0.1', at: expect.any(Date) },
    ])
  })

  it('ends the session when it is rejected, and is asked for again at the next sign-in', async () => {
    const company = await portal.company()
    await publish(company, 1)
    const user = await company.user({ signIn: false })
    const { body: session } = await enter(company, user)
    expect((await choose(session.Token, 1, 'Rejected')).status).toBe(200)
    expect((await portal.call(getUserAcknowledgementDefinitions, session.Token, {})).status).toBe(401)
    expect((await enter(company, user)).body.UserAcknowledgement).toBe(true)
  })

  it('comes back with a new version, in the middle of a session, telling what changed since the user agreed', async () => {
    const company = await portal.company()
    await publish(company, 1)
    const user = await company.user({ signIn: false })
    const { body: session } = await enter(company, user)
    await choose(session.Token, 1, 'Activated')
    await publish(company, 2)
    await publish(company, 3)
    await publish(company, 4, { draft: true })
    expect(await portal.call(getCart, session.Token, {})).toMatchObject({ code: 'AcknowledgementPending' })
    const { body } = await portal.call(getUserAcknowledgementDefinitions, session.Token, {})
    expect(body.UserAcknowledgementDefinitions).toMatchObject([
      {
        Version: 3,
        AgreedVersion: 1,
        Changes: [
          { Version: 3, Text: 'New in 3' },
          { Version: 2, Text: 'New in 2' },
        ],
      },
    ])
    for (const old of [1, 2, 4])
      expect(await choose(session.Token, old, 'Activated')).toMatchObject({
        status: 409,
        code: 'AcknowledgementNotCurrent',
      })
    expect(await choose(session.Token, 3, 'Activated', 8)).toMatchObject({ status: 404, code: 'NotFound' })
    expect((await choose(session.Token, 3, 'Activated')).status).toBe(200)
    expect((await portal.call(getCart, session.Token, {})).status).toBe(200)
  })

  it('of one company is nothing to another', async () => {
    const [one, two] = [await portal.company(), await portal.company()]
    await publish(one, 1)
    const user = await two.user()
    expect((await portal.call(getCart, user.token, {})).status).toBe(200)
    expect(await choose(user.token, 1, 'Activated')).toMatchObject({ status: 404 })
  })

  it('of PortaMate has its own definition and holds nothing else back', async () => {
    const company = await portal.company()
    const user = await company.user()
    expect((await portal.call(getPortaMateUserAcknowledgementDefinition, user.token, {})).body).toEqual({
      PortaMateUserAcknowledgementDefinition: null,
    })
    await publish(company, 1, { intCode: 9, kind: 'PortaMate' })
    expect((await portal.call(getPortaMateUserAcknowledgementDefinition, user.token, {})).body).toMatchObject(
      { PortaMateUserAcknowledgementDefinition: { IntCode: 9, Version: 1, AgreedVersion: null } },
    )
    expect((await portal.call(getCart, user.token, {})).status).toBe(200)
    await choose(user.token, 1, 'Rejected', 9)
    expect((await portal.call(getCart, user.token, {})).status).toBe(200)
    await choose(user.token, 1, 'Activated', 9)
    expect((await portal.call(getPortaMateUserAcknowledgementDefinition, user.token, {})).body).toMatchObject(
      { PortaMateUserAcknowledgementDefinition: { AgreedVersion: 1 } },
    )
  })
})
