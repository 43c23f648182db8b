import { login } from '@kervan/contract/access/authentication'
import { getCompanies, makeCompany } from '@kervan/contract/administration/companies'
import type { InputOf } from '@kervan/contract/kit/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proof } from '../../test/office.ts'
import { startPortal, type Portal, type User } from '../../test/portal.ts'
import { freeCode } from './companies.ts'

// Who runs the installation makes further companies on a screen; nobody else knows of them.

let portal: Portal
let operator: User
let clerk: User
beforeAll(async () => {
  portal = await startPortal({ own: true })
  const company = await portal.company()
  operator = await company.user()
  clerk = await company.user()
  await portal.owner.query('insert into installation_operator (identity_id) values ($1)', [
    operator.identityId,
  ])
}, 180_000)
afterAll(() => portal.close())

let number = 0
const wanted = (over: Partial<InputOf<typeof makeCompany>> = {}): InputOf<typeof makeCompany> => {
  number += 1
  return {
    companyName: 'Gül Ecza Deposu',
    domain: `gul-${number}.example`,
    relation: 'Distributor',
    currency: 'TRY',
    timeZone: 'Europe/Istanbul',
    orderPrefix: 'GUL',
    maximumUsers: 20,
    firstName: 'Ada',
    lastName: 'Ak',
    username: `ada@gul-${number}.example`,
    language: 'tr',
    inviteByMail: false,
    proof,
    ...over,
  }
}
const make = (user: User | null, input: InputOf<typeof makeCompany>) =>
  portal.call(makeCompany, user?.token ?? null, input)
const namesFor = async ({ token }: User) =>
  (await portal.call(getCompanies, token, {})).body.companies.map(({ name }) => name)
const count = async () =>
  (await portal.owner.query<{ count: number }>('select count(*)::int as count from company')).rows[0]?.count

describe('further companies of an installation', () => {
  it('are seen and made by nobody but who runs it', async () => {
    const before = await count()
    for (const call of [getCompanies, makeCompany]) {
      const input = call === makeCompany ? wanted() : {}
      expect(await portal.call(call, null, input as never)).toMatchObject({ status: 401 })
      expect(await portal.call(call, clerk.token, input as never)).toMatchObject({
        status: 403,
        code: 'OperatorOnly',
      })
    }
    expect(await count()).toBe(before)
  })

  it('take a fresh proof, and begin with an administrator who has a password for one sign-in', async () => {
    const { proof: _proof, ...unproven } = wanted()
    expect(await make(operator, unproven)).toMatchObject({ code: 'ReauthenticationRequired' })
    expect(await make(operator, wanted({ proof: { password: 'wrong' } }))).toMatchObject({
      code: 'OldPasswordWrong',
    })
    const input = wanted()
    const made = await make(operator, input)
    expect(made).toMatchObject({
      status: 200,
      body: {
        company: {
          name: 'Gül Ecza Deposu',
          domain: input.domain,
          code: `GUL${number}`,
          relation: 'Distributor',
        },
        linked: false,
        mailed: false,
        temporaryPassword: expect.any(String),
      },
    })
    const { company, temporaryPassword } = made.body
    const entered = await portal.call(login, null, {
      username: input.username,
      password: temporaryPassword ?? '',
      companyIntCode: company.companyIntCode,
    })
    expect(entered).toMatchObject({ status: 200, body: { CompanyName: 'Gül Ecza Deposu' } })
    expect(entered.body.PermissionsUI).toContain('UserManagement')
    expect(entered.body.RunsInstallation).toBeUndefined()
    expect(await namesFor(operator)).toContain('Gül Ecza Deposu')
    const { rows } = await portal.owner.query(
      `select maximum_users, order_prefix, currency from company c join company_policy p on p.company_id = c.id where c.id = $1`,
      [company.companyIntCode],
    )
    expect(rows).toEqual([{ maximum_users: 20, order_prefix: 'GUL', currency: 'TRY' }])
    const { rows: told } = await portal.owner.query<{ company_id: number }>(
      `select company_id from audit_entry where operation = 'company.created' and record_code = $1 order by 1`,
      [company.code],
    )
    // Both companies know it: the one in which it was done, and the new one.
    expect(told).toHaveLength(2)
  })

  it('invite by mail, and ask at the door whoever is known', async () => {
    const mailed = await make(operator, wanted({ inviteByMail: true }))
    expect(mailed).toMatchObject({ status: 200, body: { mailed: true, temporaryPassword: null } })
    const { rows } = await portal.owner.query<{ kind: string }>(
      'select kind from outbox where company_id = $1',
      [mailed.body.company.companyIntCode],
    )
    expect(rows).toEqual([{ kind: 'welcome' }])
    const known = await make(operator, wanted({ username: clerk.username }))
    expect(known).toMatchObject({ status: 200, body: { linked: true, temporaryPassword: null } })
    const { rows: members } = await portal.owner.query(
      'select invitation from membership where company_id = $1 and identity_id = $2',
      [known.body.company.companyIntCode, clerk.identityId],
    )
    expect(members).toEqual([{ invitation: 'Pending' }])
  })

  it('are made once by a double click, and one after the other by two at once', async () => {
    const before = (await count()) ?? 0
    const input = wanted()
    const twice = await Promise.all([make(operator, input), make(operator, input)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(twice.find(({ status }) => status === 409)).toMatchObject({ code: 'CompanyDomainTaken' })
    expect(await count()).toBe(before + 1)
    const both = await Promise.all([make(operator, wanted()), make(operator, wanted())])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const capitals = wanted({ domain: input.domain })
    expect(await make(operator, capitals)).toMatchObject({ status: 409, code: 'CompanyDomainTaken' })
  })

  it('and who runs the installation cannot be said by the runtime role', async () => {
    const { pool } = portal.app.services.db
    await expect(
      pool.query('insert into installation_operator (identity_id) values ($1)', [clerk.identityId]),
    ).rejects.toThrow(/permission denied/)
  })
})

it('the code of a company follows from its domain', () => {
  expect(freeCode('selvi.example', new Set())).toBe('SELVI')
  expect(freeCode('selvi-ilac.example', new Set(['SELVIILAC']))).toBe('SELVIILAC2')
  expect(freeCode('a-very-long-name-of-a-company.example', new Set(['AVERYLONGNAM']))).toBe('AVERYLONGNA2')
})
