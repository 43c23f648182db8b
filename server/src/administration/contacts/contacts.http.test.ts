import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  deleteNotificationContact,
  notificationContacts,
  saveNotificationContact,
} from '@kervan/contract/administration/notification-contacts'
import { newId } from '../../kit/database/uuid.ts'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const open = async () => (await portal.company()).user()
const contact = (over: object = {}) => ({
  id: null,
  version: null,
  email: 'Watch@Office.example',
  name: 'Işıl Öz',
  language: 'de' as const,
  types: ['Security' as const, 'Orders' as const],
  ...over,
})

describe('[USR-011] notification contacts', () => {
  it('are saved, found, changed under their version, exported and deleted', async () => {
    const boss = await open()
    const save = (over?: object) => portal.call(saveNotificationContact, boss.token, contact(over))
    const { body: made } = await save()
    const list = async (search = '', language = 'en') =>
      (await portal.call(notificationContacts.page, boss.token, { ...page, search }, { language })).body.rows
    expect(await list('isil', 'de')).toMatchObject([
      {
        id: made.id,
        version: 1,
        email: 'Watch@Office.example',
        types: ['Orders', 'Security'],
        notificationTypes: 'Bestellungen, Sicherheit',
      },
    ])
    expect(await save({ email: 'watch@office.EXAMPLE' })).toMatchObject({ status: 409, code: 'ContactTaken' })
    expect((await save({ id: made.id, version: 1, types: ['Imports'] })).body).toEqual({
      id: made.id,
      version: 2,
    })
    expect((await save({ id: made.id, version: 2, types: ['Imports'] })).body).toEqual({
      id: made.id,
      version: 2,
    })
    expect(await save({ id: made.id, version: 1, types: ['Orders'] })).toMatchObject({
      status: 409,
      code: 'ChangedMeanwhile',
      refused: { Facts: { changedBy: boss.name } },
    })
    expect(
      (
        await portal.call(notificationContacts.excel, boss.token, {
          columns: ['email', 'notificationTypes'],
          sort: [],
          filters: {},
          search: '',
        })
      ).status,
    ).toBe(200)
    const remove = (version: number) =>
      portal.call(deleteNotificationContact, boss.token, { id: made.id, version })
    expect(await remove(1)).toMatchObject({ code: 'ChangedMeanwhile' })
    expect(await remove(2)).toMatchObject({ status: 200 })
    expect(await remove(2)).toMatchObject({ status: 404, code: 'ContactNotFound' })
    expect(await list()).toEqual([])
  })

  it('entered twice at once, or twice under one key, exist once', async () => {
    const boss = await open()
    const save = (over?: object) => portal.call(saveNotificationContact, boss.token, contact(over))
    const answers = await Promise.all([save(), save(), save()])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(
      ['ContactTaken', 'ContactTaken', null].toSorted(),
    )
    const requestKey = newId()
    const [one, two] = await Promise.all([1, 2].map(() => save({ email: 'two@office.example', requestKey })))
    expect(one?.body).toEqual(two?.body)
  })

  it('need a valid address and something to be told of; those of another company do not exist', async () => {
    const [boss, stranger] = [await open(), await open()]
    for (const [over, path] of [
      [{ email: 'nobody' }, 'email'],
      [{ email: 'a@b.example\r\nBcc: x@y.example' }, 'email'],
      [{ types: [] }, 'types'],
      [{ types: ['Weather'] }, 'types.0'],
    ] as const) {
      expect(await portal.call(saveNotificationContact, boss.token, contact(over as object))).toMatchObject({
        status: 422,
        code: 'InvalidInput',
        refused: { Facts: { issues: [{ path }] } },
      })
    }
    const { body: made } = await portal.call(saveNotificationContact, boss.token, contact())
    expect(
      await portal.call(saveNotificationContact, stranger.token, contact({ id: made.id, version: 1 })),
    ).toMatchObject({ status: 404, code: 'ContactNotFound' })
    expect(
      await portal.call(deleteNotificationContact, stranger.token, { id: made.id, version: 1 }),
    ).toMatchObject({ status: 404, code: 'ContactNotFound' })
    expect((await portal.call(notificationContacts.page, stranger.token, page)).body.total).toBe(0)
  })
})
