import { notificationContactKind as kind } from '@kervan/contract/administration/notification-contacts'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import type { InputOf } from '@kervan/contract/kit/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../kit/database/uuid.ts'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Company, type Portal, type User } from '../../../test/portal.ts'
import { watch } from '../../../test/watch.ts'
import { workbookRows } from '../../../test/workbook-text.ts'

// What every kind of master data does stands in master-data.http.test.ts; here what is special to contacts.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const open = async () => (await portal.company()).user()
type Save = InputOf<typeof kind.save>
const contact = (over: object = {}, record: Partial<Save> = {}): Save => ({
  id: null,
  version: null,
  values: {
    email: 'Watch@Office.example',
    name: 'Işıl Öz',
    language: 'de',
    notificationTypes: ['Security', 'Orders'],
    ...over,
  },
  confirmed: false,
  ...record,
})
const save = (by: User, over?: object, record?: Partial<Save>) =>
  portal.call(kind.save, by.token, contact(over, record))
async function list(by: User, over: object = {}) {
  const { body } = await portal.call(kind.list.page, by.token, { ...page, day: null, ...over })
  return body.rows as { id: string; email: string }[]
}
const remove = (by: User, ids: string[]) =>
  portal.call(kind.remove, by.token, { selection: { mode: 'ids', ids }, dryRun: false })

/** The audit entries about contacts, oldest first. */
async function written(company: Company) {
  const { rows } = await portal.owner.query<{ operation: string; record_code: string }>(
    `select operation, record_code from audit_entry where company_id = $1 and record_type = 'contact' order by seq`,
    [company.id],
  )
  return rows.map(({ operation, record_code: code }) => `${operation} ${code}`)
}

async function sendFile(by: User, csv: string): Promise<ChangeView> {
  const file = { name: 'contacts.csv', body: Buffer.from(csv) }
  const { body } = await portal.upload(kind.upload, by.token, { mode: 'Merge' }, [file])
  await watch(portal, by.token, (body as ChangeView).jobId as string)
  return (await portal.call(kind.getChange, by.token, { changeId: (body as ChangeView).id })).body
}

describe('[USR-011] notification contacts', () => {
  it('are found, filtered by what they are told of, and written in words', async () => {
    const boss = await open()
    await save(boss)
    await save(boss, { email: 'imports@office.example', name: null, notificationTypes: ['Imports'] })
    expect(await list(boss, { search: 'isil' })).toMatchObject([
      { email: 'Watch@Office.example', language: 'de', notificationTypes: ['Orders', 'Security'] },
    ])
    const told = async (types: string[]) =>
      (await list(boss, { filters: { notificationTypes: { in: types } } })).map(({ email }) => email)
    expect(await told(['Security', 'FuelPrices'])).toEqual(['Watch@Office.example'])
    expect(await told(['Imports', 'Orders'])).toEqual(['imports@office.example', 'Watch@Office.example'])
    const asked = { columns: ['email', 'notificationTypes'], sort: [], filters: {}, search: '', day: null }
    const { body } = await portal.call(kind.list.excel, boss.token, asked, { language: 'de' })
    expect((await workbookRows(body)).flat()).toContain('Bestellungen, Sicherheit')
  })

  it('get another address in the form, under their version, and none that is taken', async () => {
    const boss = await open()
    const { id } = (await save(boss)).body
    const other = (await save(boss, { email: 'other@office.example' })).body
    expect(await save(boss, { email: 'watch@office.EXAMPLE' })).toMatchObject({
      code: 'RecordInvalid',
      refused: { Facts: { issues: [{ field: 'email', code: 'KeyTaken' }] } },
    })
    expect(await save(boss, { email: 'OTHER@office.example' }, { id, version: 1 })).toMatchObject({
      code: 'RecordInvalid',
      refused: { Facts: { issues: [{ field: 'email', code: 'KeyTaken' }] } },
    })
    expect((await save(boss, { email: 'new@office.example' }, { id, version: 1 })).body).toMatchObject({
      id,
      version: 2,
    })
    // Its own address in another case is the same address, written anew.
    expect((await save(boss, { email: 'New@office.example' }, { id, version: 2 })).body.version).toBe(3)
    expect(await save(boss, {}, { id, version: 1 })).toMatchObject({
      status: 409,
      code: 'ChangedMeanwhile',
      refused: { Facts: { changedBy: boss.name } },
    })
    expect((await list(boss)).map(({ email }) => email)).toEqual([
      'New@office.example',
      'other@office.example',
    ])
    expect(await remove(boss, [id, other.id])).toMatchObject({ status: 200, body: { done: 2 } })
    expect(await list(boss)).toEqual([])
  })

  it('entered twice at once, or twice under one key, exist once', async () => {
    const boss = await open()
    const answers = await Promise.all([save(boss), save(boss), save(boss)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const requestKey = newId()
    const twice = () =>
      portal.call(kind.save, boss.token, { ...contact({ email: 'two@office.example' }), requestKey })
    const [one, two] = await Promise.all([twice(), twice()])
    expect(one.body).toEqual(two.body)
    expect(await list(boss)).toHaveLength(2)
  })

  it('need a valid address and something to be told of, in forms, files and deliveries', async () => {
    const boss = await open()
    for (const [over, path] of [
      [{ email: 'nobody' }, 'values.email'],
      [{ email: 'a@b.example\r\nBcc: x@y.example' }, 'values.email'],
      [{ notificationTypes: [] }, 'values.notificationTypes'],
      [{ notificationTypes: ['Weather'] }, 'values.notificationTypes.0'],
    ] as const)
      expect(await save(boss, over)).toMatchObject({
        status: 422,
        code: 'InvalidInput',
        refused: { Facts: { issues: [{ path }] } },
      })
    const good = { email: 'good@office.example', language: 'tr', notificationTypes: 'Orders, Güvenlik' }
    const { body } = await portal.call(kind.deliver, boss.token, {
      rows: [
        good,
        { ...good, email: 'nobody' },
        { ...good, email: 'b@office.example', notificationTypes: [] },
        { ...good, email: 'c@office.example', notificationTypes: ['Weather'] },
      ],
    })
    expect(body.rows.map(({ issues }) => issues.map(({ field, code }) => [field, code]))).toEqual([
      [],
      [['email', 'NotAnEmail']],
      [['notificationTypes', 'Required']],
      [['notificationTypes', 'NotAChoice']],
    ])
    const change = await sendFile(
      boss,
      'E-Mail;Sprache der E-Mails;Benachrichtigungen\nnobody;Deutsch;Sicherheit\ngood@office.example;Deutsch;"Importe; Bestellungen"\n',
    )
    expect(change).toMatchObject({ state: 'ValidationFailed', counts: { changed: 1, faulty: 1 } })
    expect(await list(boss)).toMatchObject([{ notificationTypes: ['Orders', 'Security'] }])
  })

  it('are each written down as a matter of security, however many a change has', async () => {
    const company = await portal.company()
    const boss = await company.user()
    const row = (email: string) => ({ email, language: 'en', notificationTypes: ['Orders'] })
    const { body } = await portal.call(kind.deliver, boss.token, {
      rows: [row('a@office.example'), row('b@office.example')],
    })
    const [a] = await list(boss)
    await save(boss, { ...row('c@office.example'), name: null }, { id: a?.id ?? '', version: 1 })
    const ids = (await list(boss)).map(({ id }) => id)
    const removed = await remove(boss, ids)
    expect(removed.body.done).toBe(2)
    expect(body.rows).toHaveLength(2)
    expect(await written(company)).toEqual([
      'contact.created a@office.example',
      'contact.created b@office.example',
      'contact.changed c@office.example',
      'contact.deleted c@office.example',
      'contact.deleted b@office.example',
    ])
  })

  it('of another company do not exist', async () => {
    const [boss, stranger] = [await open(), await open()]
    const { id } = (await save(boss)).body
    expect(await save(stranger, {}, { id, version: 1 })).toMatchObject({ status: 404, code: 'NotFound' })
    expect((await remove(stranger, [id])).body).toMatchObject({ done: 0 })
    expect(await list(stranger)).toEqual([])
    expect(await list(boss)).toHaveLength(1)
  })
})

describe('[USR-011] who enters addresses', () => {
  it('may read what the mails tell: also who lets a file take effect or takes a deletion back', async () => {
    const company = await portal.company()
    const boss = await company.user()
    const blind = await company.user({ without: ['userManagement-getActivity'] })
    const refused = { status: 422, code: 'RightsExceedOwn' }
    expect(await save(blind)).toMatchObject(refused)
    const rows = [{ email: 'a@office.example', language: 'en', notificationTypes: ['Orders'] }]
    expect(await portal.call(kind.deliver, blind.token, { rows })).toMatchObject(refused)

    const change = await sendFile(
      boss,
      'E-Mail;Sprache der E-Mails;Benachrichtigungen\nfile@office.example;Deutsch;Sicherheit\n',
    )
    const activate = (by: User) =>
      portal.call(kind.activate, by.token, { changeId: change.id, confirmed: true })
    expect(await activate(blind)).toMatchObject(refused)
    expect(await activate(boss)).toMatchObject({ status: 200, body: { state: 'Active' } })

    // Who may not enter addresses may still take them away.
    const [made] = await list(boss)
    expect((await remove(blind, [made?.id ?? ''])).body).toMatchObject({ done: 1 })
    const { rows: changes } = await portal.owner.query<{ id: string }>(
      `select id from master_change where company_id = $1 and removed = 1`,
      [company.id],
    )
    const revert = (by: User) =>
      portal.call(kind.revert, by.token, { changeId: changes[0]?.id ?? '', confirmed: true })
    expect(await revert(blind)).toMatchObject(refused)
    expect(await list(boss)).toEqual([])
    expect(await revert(boss)).toMatchObject({ status: 200 })
    expect(await list(boss)).toHaveLength(1)
  })
})
