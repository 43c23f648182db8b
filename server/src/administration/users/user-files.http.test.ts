import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userKind } from '@kervan/contract/administration/user-files'
import { getUser, users } from '@kervan/contract/administration/users'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { writeWorkbook } from '../../kit/excel/write-workbook.ts'
import { readCaught } from '../../kit/work/mail.ts'
import { inDatabase, limit } from '../../../test/office.ts'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Company, type Portal, type User } from '../../../test/portal.ts'
import { watch } from '../../../test/watch.ts'
import { workbookRows } from '../../../test/workbook-text.ts'

// People from a workbook (USR-003, USR-004): each is invited by mail, and a file that comes twice invites nobody twice.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const heading = ['E-posta', 'Ad', 'Soyad', 'User type', 'Roles', 'Customer', 'Point of sale', 'Language']
type Row = readonly (string | null)[]
const workbook = (rows: readonly Row[], columns: readonly string[] = heading) =>
  buffer(
    writeWorkbook({
      sheets: [
        { name: 'Kişiler', columns: columns.map((header) => ({ header, kind: 'text' as const })), rows },
      ],
    }),
  )

async function openFirm() {
  const company = await portal.company()
  const customer = await company.customer()
  const clerk = await company.user({ permissions: ['HomePage'], signIn: false })
  const boss = await company.user()
  const [role] = await inDatabase(
    { company, portal, boss },
    `select name from role where company_id = $1 and id = $2`,
    clerk.roleId,
  )
  const [above] = await inDatabase(
    { company, portal, boss },
    `select name from role where company_id = $1 and id = $2`,
    boss.roleId,
  )
  return {
    company,
    boss,
    customer,
    place: await company.location(customer),
    role: String(role?.['name']),
    above: String(above?.['name']),
  }
}

async function bring(user: User, rows: readonly Row[], columns?: readonly string[]): Promise<ChangeView> {
  const body = await workbook(rows, columns)
  const sent = await portal.upload(userKind.upload, user.token, { mode: 'Merge' }, [
    { name: 'kisiler.xlsx', body },
  ])
  expect(sent).toMatchObject({ status: 200 })
  const { id, jobId } = sent.body as ChangeView
  await watch(portal, user.token, jobId as string)
  return (await portal.call(userKind.getChange, user.token, { changeId: id })).body
}
const activate = (user: User, { id }: ChangeView) =>
  portal.call(userKind.activate, user.token, { changeId: id, confirmed: true })
const faultsOf = async (user: User, { id }: ChangeView) =>
  (await portal.call(userKind.changeRows.page, user.token, { ...page, changeId: id })).body.rows
    .filter(({ action }) => action === 'Faulty')
    .map(({ row, message }) => [row, message])
const listed = async (user: User, search: string) =>
  (await portal.call(users.page, user.token, { ...page, search })).body.rows

let counted = 0
const address = (company: Company) => `kisi${++counted}.${company.id}@eczane.example`

describe('[USR-003, USR-004] a workbook of users', () => {
  it('invites each by mail in their language, with roles, customer and point of sale', async () => {
    const { company, boss, customer, place, role } = await openFirm()
    const [one, two] = [address(company), address(company)]
    const change = await bring(boss, [
      [one, 'Deniz', 'Yalın', 'Customer', role, customer.code, place.code, 'tr'],
      [two, 'Ece', 'Kaya', null, `${role.toUpperCase()}, ${role}`, null, null, null],
    ])
    expect(change).toMatchObject({ state: 'Succeeded', counts: { added: 2, faulty: 0 } })
    expect(await listed(boss, one)).toEqual([])
    expect(await activate(boss, change)).toMatchObject({ body: { state: 'Active' } })
    const [made] = await listed(boss, one)
    const { body: view } = await portal.call(getUser, boss.token, { membershipId: made!.id })
    expect(view).toMatchObject({
      userType: 'Customer',
      language: 'tr',
      partner: { code: customer.code },
      pointOfSale: { code: place.code },
      locationScoped: true,
      locationCount: 1,
      roles: [{ name: role }],
      invitation: { state: 'Mailed', invitedBy: expect.any(String) },
    })
    expect(await listed(boss, two)).toMatchObject([
      { userType: 'InternalUser', roles: role, invitation: 'Mailed' },
    ])
    const folder = join(portal.app.services.config.dataDir, 'mails')
    await expect
      .poll(async () => (await readCaught(folder)).map(({ to }) => to), { timeout: 30_000 })
      .toEqual(expect.arrayContaining([one, two]))
    const again = await bring(boss, [
      [one, 'Deniz', 'Yalın', 'Customer', role, customer.code, place.code, 'tr'],
    ])
    expect(again).toMatchObject({ counts: { added: 0, unchanged: 1, faulty: 0 } })
  })

  it('says of each row what is wrong and where, and makes nobody then', async () => {
    const { company, boss, customer, place, role, above } = await openFirm()
    const other = await company.customer()
    const good = address(company)
    const change = await bring(boss, [
      ['not an address', 'A', 'B', null, null, null, null, null],
      [boss.username, 'A', 'B', null, null, null, null, null],
      [address(company), 'A', 'B', null, 'No such role', null, null, null],
      [address(company), 'A', 'B', null, above, null, null, null],
      [address(company), 'A', 'B', 'Customer', role, null, null, null],
      [address(company), 'A', 'B', 'Customer', role, other.code, place.code, null],
      [address(company), 'A', 'B', null, null, customer.code, null, null],
      [good, 'A', 'B', null, role, null, null, null],
    ])
    expect(change).toMatchObject({ state: 'ValidationFailed', counts: { added: 1, faulty: 7 } })
    expect((await faultsOf(boss, change)).map(([row]) => row)).toEqual([2, 3, 4, 5, 6, 7, 8])
    const messages = (await faultsOf(boss, change)).map(([, message]) => String(message))
    expect(messages[1]).toContain('already a user of your company')
    expect(messages[2]).toContain('There is no role “No such role”')
    expect(messages[3]).toContain('manages users or rights')
    expect(messages[4]).toContain('required')
    expect(messages[5]).toContain(`does not belong to customer ${other.code}`)
    expect(messages[6]).toContain('leave the cell empty')
    expect(await activate(boss, change)).toMatchObject({ code: 'ChangeFaulty' })
    expect(await listed(boss, good)).toEqual([])
  })

  it('[USR-003] past the maximum makes nobody, and cannot be taken back', async () => {
    const { company, boss, role } = await openFirm()
    const names = [address(company), address(company)]
    const change = await bring(
      boss,
      names.map((name) => [name, 'A', 'B', null, role, null, null, null]),
    )
    await limit({ portal, company, boss }, 3)
    expect(await activate(boss, change)).toMatchObject({ code: 'UserLimitReached' })
    expect(await listed(boss, names[0]!)).toEqual([])
    await limit({ portal, company, boss }, 4)
    expect(await activate(boss, change)).toMatchObject({ body: { state: 'Active' } })
    expect(
      await portal.call(userKind.revert, boss.token, { changeId: change.id, confirmed: true }),
    ).toMatchObject({
      code: 'UsersStay',
    })
    expect(await listed(boss, names[0]!)).toHaveLength(1)
  })

  it('of 50,000 people is refused with the limit, and makes nobody', async () => {
    const { company, boss, role } = await openFirm()
    const change = await bring(
      boss,
      Array.from({ length: 50_000 }, (_, at) => [
        `viele${at}.${company.id}@eczane.example`,
        'A',
        'B',
        null,
        role,
        null,
        null,
        null,
      ]),
    )
    expect(change).toMatchObject({ state: 'Invalid', message: expect.stringMatching(/5.?0\d\d/) })
    expect(await listed(boss, `viele`)).toEqual([])
  })

  it('[D13] of somebody who sees one customer gives no other customer', async () => {
    const { company, customer, role } = await openFirm()
    const theirs = await company.customer()
    const head = await company.user({ customer })
    const change = await bring(head, [
      [address(company), 'A', 'B', 'Customer', role, theirs.code, null, null],
      [address(company), 'A', 'B', 'Customer', role, customer.code, null, null],
    ])
    expect(await faultsOf(head, change)).toMatchObject([[2, expect.stringContaining('does not exist')]])
    expect(change).toMatchObject({ counts: { added: 1, faulty: 1 } })
  })

  it('[D13] with the people as they are tells who sees one customer of that customer’s people alone', async () => {
    const { company, boss, customer, role } = await openFirm()
    const theirs = await company.customer()
    const [mine, others] = [address(company), address(company)]
    const change = await bring(boss, [
      [mine, 'A', 'B', 'Customer', role, customer.code, null, null],
      [others, 'A', 'B', 'Customer', role, theirs.code, null, null],
    ])
    expect(await activate(boss, change)).toMatchObject({ body: { state: 'Active' } })
    const head = await company.user({ customer })
    const told = async (user: User) => {
      const { body } = await portal.call(userKind.template, user.token, { filled: true })
      return JSON.stringify(await workbookRows(body))
    }
    expect(await told(boss)).toContain(others)
    expect(await told(head)).toContain(mine)
    expect(await told(head)).not.toContain(others)
  })

  it('whose role is gone when the file takes effect makes nobody', async () => {
    const { company, boss, role } = await openFirm()
    const name = address(company)
    const change = await bring(boss, [[name, 'A', 'B', null, role, null, null, null]])
    await inDatabase(
      { portal, company, boss },
      `update role set name = 'Renamed' where company_id = $1 and name = $2`,
      role,
    )
    expect(await activate(boss, change)).toMatchObject({ code: 'ChangeOutdated' })
    expect(await listed(boss, name)).toEqual([])
  })

  it('is refused to who may not import, and unknown to another company', async () => {
    const { boss, company } = await openFirm()
    const blind = await company.user({ without: ['userManagement-importUsers'] })
    const sent = await portal.upload(userKind.upload, blind.token, { mode: 'Merge' }, [
      { name: 'a.xlsx', body: await workbook([]) },
    ])
    expect(sent.status).toBe(403)
    const change = await bring(boss, [[address(company), 'A', 'B', null, null, null, null, null]])
    const away = await openFirm()
    expect(await portal.call(userKind.getChange, away.boss.token, { changeId: change.id })).toMatchObject({
      code: 'ChangeNotFound',
    })
  })
})
