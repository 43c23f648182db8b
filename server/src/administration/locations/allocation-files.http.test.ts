import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  allocateLocations,
  setUserLocations,
  userLocationKind,
  userLocations,
} from '@kervan/contract/administration/user-locations'
import { getUser } from '@kervan/contract/administration/users'
import { dataLog } from '@kervan/contract/data/data-log'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { writeWorkbook } from '../../kit/excel/write-workbook.ts'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Company, type Location, type Portal, type User } from '../../../test/portal.ts'
import { watch } from '../../../test/watch.ts'
import { workbookRows } from '../../../test/workbook-text.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

type Office = { company: Company; boss: User; a: Location; b: Location; one: User; two: User }
async function openOffice(): Promise<Office> {
  const company = await portal.company()
  const customer = await company.customer()
  return {
    company,
    boss: await company.user(),
    a: await company.location(customer),
    b: await company.location(customer),
    one: await company.user({ signIn: false }),
    two: await company.user({ signIn: false }),
  }
}
const kind = userLocationKind
const listed = async ({ boss }: Office) =>
  (await portal.call(userLocations.page, boss.token, { ...page, membershipId: null })).body.rows
    .map((row) => `${row.username} ${row.locationCode}`)
    .toSorted()
const pairs = (...all: [User, Location][]) =>
  all.map(([user, location]) => `${user.username} ${location.code}`).toSorted()
const give = ({ boss }: Office, user: User, add: Location[], remove: Location[] = []) =>
  portal.call(allocateLocations, boss.token, {
    selection: { mode: 'ids', ids: [user.id] },
    add: add.map(({ id }) => id),
    remove: remove.map(({ id }) => id),
    dryRun: false,
  })

type Row = readonly (string | null)[]
const workbook = (rows: Row[], header: readonly string[] = ['User name', 'Location code', 'Action']) =>
  buffer(
    writeWorkbook({
      sheets: [
        {
          name: 'Zuordnungen',
          columns: header.map((name) => ({ header: name, kind: 'text' as const })),
          rows,
        },
      ],
    }),
  )

/** The change that a file has become, when it has been read. */
async function bring(user: User, body: Uint8Array | string, name = 'allocations.xlsx'): Promise<ChangeView> {
  const sent = await portal.upload(kind.upload, user.token, { mode: 'Merge' }, [{ name, body }])
  expect(sent).toMatchObject({ status: 200 })
  const { id, jobId } = sent.body as ChangeView
  await watch(portal, user.token, jobId as string)
  return (await portal.call(kind.getChange, user.token, { changeId: id })).body
}
const activate = (user: User, { id }: ChangeView) =>
  portal.call(kind.activate, user.token, { changeId: id, confirmed: true })
const revert = (user: User, { id }: ChangeView) =>
  portal.call(kind.revert, user.token, { changeId: id, confirmed: true })
const faultsOf = async (user: User, { id }: ChangeView) =>
  (await portal.call(kind.changeRows.page, user.token, { ...page, changeId: id })).body.rows
    .filter(({ action }) => action === 'Faulty')
    .map(({ sheet, row, message }) => [sheet, row, message])

describe('[USR-006] a workbook of locations', () => {
  it('is proposed whole, every fault with its place, and takes effect in one go or not at all', async () => {
    const office = await openOffice()
    const { boss, one, two, a, b } = office
    await give(office, two, [a])
    const good: Row[] = [
      [one.username.toUpperCase(), a.code, 'add'],
      [one.username, b.code, 'ekle'],
      [two.username, a.code, 'entfernen'],
      [two.username, b.code, 'remove'],
      [one.username, a.code, null],
    ]
    const bad: Row[] = [
      ['nobody@nowhere.example', a.code, 'add'],
      [one.username, 'NOWHERE', '+'],
      [one.username, a.code, 'perhaps'],
      [one.username, b.code, '-'],
      [boss.username, a.code, 'add'],
      ['nobody@nowhere.example', 'NOWHERE', 'remove'],
      [null, a.code, null],
    ]
    const faulty = await bring(boss, await workbook([...good, ...bad]))
    expect(faulty).toMatchObject({
      state: 'ValidationFailed',
      counts: { added: 2, removed: 1, unchanged: 2, faulty: 7 },
    })
    expect(await faultsOf(boss, faulty)).toEqual([
      ['Zuordnungen', 7, 'User name: “nobody@nowhere.example” does not exist.'],
      ['Zuordnungen', 8, 'Location code: “NOWHERE” does not exist.'],
      ['Zuordnungen', 9, 'Action: “perhaps” is not one of the allowed values. Allowed: Add, Remove.'],
      ['Zuordnungen', 10, 'Action: Row 3 says the opposite.'],
      ['Zuordnungen', 11, 'User name: You cannot change your own permissions. Ask another administrator.'],
      [
        'Zuordnungen',
        12,
        'User name: “nobody@nowhere.example” does not exist. Location code: “NOWHERE” does not exist.',
      ],
      ['Zuordnungen', 13, 'User name: A value is required.'],
    ])
    expect(await activate(boss, faulty)).toMatchObject({ status: 422, code: 'ChangeFaulty' })
    const commented = await portal.call(kind.file, boss.token, { changeId: faulty.id })
    expect(Buffer.from(commented.body as unknown as Uint8Array).toString('latin1')).toContain('comments')
    expect(await listed(office)).toEqual(pairs([two, a]))

    const change = await bring(boss, await workbook(good))
    expect(change).toMatchObject({
      state: 'Succeeded',
      counts: { added: 2, removed: 1, unchanged: 2, faulty: 0 },
    })
    expect(await activate(boss, change)).toMatchObject({ body: { state: 'Active' } })
    expect(await listed(office)).toEqual(pairs([one, a], [one, b]))
    expect((await portal.call(getUser, boss.token, { membershipId: one.id })).body).toMatchObject({
      version: 2,
      locationCount: 2,
    })
    const { rows } = await portal.owner.query(
      `select record_code, before, after from audit_entry where company_id = $1 and operation = 'user.locationsChanged' order by seq desc limit 2`,
      [office.company.id],
    )
    expect(rows).toContainEqual({
      record_code: one.username,
      before: { locations: [] },
      after: { locations: [a.code, b.code].toSorted() },
    })
    expect(await bring(boss, await workbook(good))).toMatchObject({
      counts: { added: 0, removed: 0, unchanged: 5 },
    })
    expect(
      (await portal.call(dataLog.page, boss.token, page)).body.rows.map(({ dataKind, state }) => [
        dataKind,
        state,
      ]),
    ).toContainEqual(['userLocation', 'Active'])
  })

  it('is taken back as long as nothing newer touched its rows', async () => {
    const office = await openOffice()
    const { boss, one, two, a, b } = office
    await give(office, two, [a])
    const rows: Row[] = [
      [one.username, a.code, null],
      [two.username, a.code, 'remove'],
    ]
    const first = await bring(boss, await workbook(rows))
    await activate(boss, first)
    expect(await listed(office)).toEqual(pairs([one, a]))
    expect(await revert(boss, first)).toMatchObject({ body: { state: 'Reverted' } })
    expect(await listed(office)).toEqual(pairs([two, a]))

    const second = await bring(boss, await workbook(rows))
    await activate(boss, second)
    await give(office, one, [b], [a])
    await give(office, one, [a])
    const back = await revert(boss, second)
    expect([back.code, back.body.state]).not.toContain('Reverted')
    expect(await listed(office)).toEqual(pairs([one, a], [one, b]))
  })

  it('knows the users and locations of its own company only, and of whose part somebody sees', async () => {
    const [office, other] = [await openOffice(), await openOffice()]
    const { boss, one, two, a, b } = office
    const strange = await bring(
      boss,
      await workbook([
        [other.one.username, a.code, 'add'],
        [one.username, other.a.code, 'add'],
      ]),
    )
    expect((await faultsOf(boss, strange)).map(([, row]) => row)).toEqual([2, 3])
    const part = await office.company.user({ like: boss, locations: [a] })
    await give(office, one, [a])
    const theirs = await bring(
      part,
      await workbook([
        [one.username, a.code, 'remove'],
        [one.username, b.code, null],
        [two.username, a.code, null],
      ]),
    )
    expect((await faultsOf(part, theirs)).map(([, row]) => row)).toEqual([3, 4])
    const whole = await bring(boss, await workbook([[two.username, b.code, null]]))
    expect(await activate(part, whole)).toMatchObject({ status: 404, code: 'ChangeNotFound' })
    expect(await portal.call(kind.getChange, other.boss.token, { changeId: whole.id })).toMatchObject({
      status: 404,
    })
    expect(
      await activate(part, await bring(part, await workbook([[one.username, a.code, '-']]))),
    ).toMatchObject({
      body: { state: 'Active' },
    })
    expect(await listed(office)).toEqual(pairs([part, a]))
  })

  it('is judged again when it takes effect: whose locations became fixed meanwhile keeps them', async () => {
    const office = await openOffice()
    const { boss, one, a } = office
    const change = await bring(boss, await workbook([[one.username, a.code, null]]))
    await portal.owner.query(`update membership set user_type = 'ThirdPartyUser' where id = $1`, [one.id])
    expect(await activate(boss, change)).toMatchObject({ status: 422, code: 'LocationsFixed' })
    expect(await listed(office)).toEqual([])
    expect(
      await faultsOf(boss, await bring(boss, await workbook([[one.username, a.code, null]]))),
    ).toMatchObject([['Zuordnungen', 2, expect.stringContaining('exactly one location')]])
  })

  it('may be a CSV file with titles that people use; without a header, or no table at all, it is refused', async () => {
    const office = await openOffice()
    const { boss, one, two, a, b } = office
    const csv = await bring(
      boss,
      `E-posta;Lokasyon;İşlem\n${one.username};${a.code};ekle\n${two.username};${b.code};\n`,
      'atamalar.csv',
    )
    expect(csv).toMatchObject({ state: 'Succeeded', counts: { added: 2, faulty: 0 } })
    expect(await bring(boss, await workbook([['x', 'y', 'z']], ['One', 'Two', 'Three']))).toMatchObject({
      state: 'Invalid',
      message: expect.stringContaining('User name'),
    })
    expect(await bring(boss, await workbook([]))).toMatchObject({ counts: { added: 0, faulty: 0 } })
    const sent = await portal.upload(kind.upload, boss.token, { mode: 'Replace' }, [
      { name: 'x.xlsx', body: 'x' },
    ])
    expect(sent).toMatchObject({ status: 422, code: 'InvalidInput' })
  })

  it('comes as a template, filled with what is, that changes nothing as it is; 20,000 rows are read', async () => {
    const office = await openOffice()
    const { boss, one, two, a, b } = office
    await give(office, one, [a, b])
    const { body: template } = await portal.call(
      kind.template,
      boss.token,
      { filled: true },
      { language: 'de' },
    )
    const file = Buffer.from(template as unknown as Uint8Array)
    const rows = await workbookRows(file)
    expect(rows.slice(0, 3)).toEqual([
      ['Benutzername', 'Standortnummer', 'Aktion'],
      ['User name', 'Location code', 'Action'],
      ['Kullanıcı adı', 'Lokasyon kodu', 'İşlem'],
    ])
    expect(await bring(boss, file)).toMatchObject({ counts: { added: 0, unchanged: 2, faulty: 0 } })
    const many = Array.from({ length: 20_000 }, (_, at): Row => [
      (at % 2 ? one : two).username,
      (at % 4 < 2 ? a : b).code,
      'add',
    ])
    const change = await bring(boss, await workbook(many))
    expect(change).toMatchObject({ counts: { added: 2, unchanged: 19_998, faulty: 0 } })
    expect(await bring(boss, await workbook([...many, ...many.slice(0, 30)]))).toMatchObject({
      state: 'Invalid',
    })
    expect(await activate(boss, change)).toMatchObject({ body: { state: 'Active' } })
    expect(await listed(office)).toEqual(pairs([one, a], [one, b], [two, a], [two, b]))
  })
})

describe('[USR-006] an allocation by hand', () => {
  it('after a file was proposed makes the file outdated, not wrong', async () => {
    const office = await openOffice()
    const { boss, one, a } = office
    const change = await bring(boss, await workbook([[one.username, a.code, null]]))
    await portal.call(setUserLocations, boss.token, {
      membershipId: one.id,
      version: 1,
      add: [a.id],
      remove: [],
    })
    expect(await activate(boss, change)).toMatchObject({ status: 409, code: 'ChangeOutdated' })
    expect(await listed(office)).toEqual(pairs([one, a]))
  })
})
