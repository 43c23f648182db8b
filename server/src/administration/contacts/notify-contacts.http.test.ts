import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  notificationContactKind,
  testNotificationContact,
} from '@kervan/contract/administration/notification-contacts'
import { auditOperations, notificationOf } from '@kervan/contract/kit/operations'
import { type NotificationType } from '@kervan/contract/kit/operation-types'
import { getPolicy, PolicySettings, updatePolicy } from '@kervan/contract/administration/policy'
import { createDatabase } from '../../../test/cluster.ts'
import { openShop, orderOf, type Shop } from '../../../test/ordering.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import type { MailOrder } from '../../kit/work/outbox.ts'
import { gatherMinutes, notifyContacts } from './notify-contacts.ts'

// The watch itself runs in workers; here its one round is done by hand, at times of the test's choosing.

let portal: Portal
let ahead = 0
beforeAll(async () => {
  portal = await startPortal({ worker: false, now: () => new Date(Date.now() + ahead) })
})
afterAll(() => portal.close())

const notify = () => notifyContacts(portal.app.services)
const later = (minutes: number) => (ahead += minutes * 60_000)

async function add(
  by: User,
  types: NotificationType[],
  language: 'en' | 'tr' | 'de' = 'en',
): Promise<string> {
  const email = `${types.join('-').toLowerCase()}-${language}@office.example`
  const { body } = await portal.call(notificationContactKind.save, by.token, {
    id: null,
    version: null,
    values: { email, name: null, language, notificationTypes: types },
    confirmed: false,
  })
  expect(body.version).toBe(1)
  // Its own entry is told to who is told of security.
  later(gatherMinutes)
  await notify()
  return email
}

async function mailsTo(email: string, companyId: number): Promise<MailOrder[]> {
  const { rows } = await portal.owner.query<{ payload: MailOrder }>(
    `select payload from outbox where company_id = $1 and payload ->> 'to' = $2 order by created_at, id`,
    [companyId, email],
  )
  return rows.map(({ payload }) => payload)
}

const events = async (email: string, shop: Shop) =>
  (await mailsTo(email, shop.company.id)).filter(({ template }) => template === 'contactEvents')
async function changeRules(by: User, idleMinutes: number): Promise<void> {
  const { body: now } = await portal.call(getPolicy, by.token, {})
  const settings = { ...PolicySettings.parse(now), idleMinutes }
  expect(await portal.call(updatePolicy, by.token, settings)).toMatchObject({
    status: 200,
  })
}

describe('[USR-011] contacts are told by mail of what they were entered for', () => {
  it('gathers orders for a quarter of an hour, tells each thing once, and never a price', async () => {
    const shop = await openShop(portal)
    const email = await add(shop.boss, ['Orders'], 'de')
    const orders = [await orderOf(shop), await orderOf(shop)]
    await changeRules(shop.boss, 17)
    later(gatherMinutes - 1)
    await notify()
    expect(await events(email, shop)).toEqual([])
    later(2)
    await notify()
    const [mail, ...others] = await events(email, shop)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ language: 'de', facts: { count: 2, first: 'Bestellung aufgegeben' } })
    const text = String(mail?.facts['lines'])
    expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}Bestellung aufgegeben: /)
    for (const { orderCode } of orders) expect(text).toContain(orderCode)
    expect(text).toContain(shop.buyer.name)
    expect(text).not.toMatch(/Unternehmensregeln|[0-9],[0-9]{2}|TRY/)
    later(60)
    expect(await notify()).toBe(0)
  })

  it('tells security at once, and what was being gathered with it', async () => {
    const shop = await openShop(portal)
    const both = await add(shop.boss, ['Orders', 'Security'])
    const orders = await add(shop.boss, ['Orders'])
    const before = (await events(both, shop)).length
    const { orderCode } = await orderOf(shop)
    await notify()
    expect(await events(both, shop)).toHaveLength(before)
    await changeRules(shop.boss, 18)
    await notify()
    const mail = (await events(both, shop)).at(-1)
    expect(String(mail?.facts['lines']).split('\n')).toEqual([
      expect.stringContaining(orderCode),
      expect.stringMatching(/Company rules changed \(.+\)$/),
    ])
    expect(await events(orders, shop)).toEqual([])
  })

  it('tells once when many processes look at the same time, and takes no notice of what came before the contact', async () => {
    const shop = await openShop(portal)
    await orderOf(shop)
    const email = await add(shop.boss, ['Orders'])
    expect(await events(email, shop)).toEqual([])
    await orderOf(shop)
    await orderOf(shop)
    later(gatherMinutes + 1)
    await Promise.all([notify(), notify(), notify(), notify()])
    expect((await events(email, shop)).map(({ facts }) => facts['count'])).toEqual([2])
  })

  it('lists no more than a mail can hold, and says that there is more', async () => {
    const shop = await openShop(portal)
    const email = await add(shop.boss, ['Security'])
    const told = (await events(email, shop)).length
    await Promise.all(
      Array.from({ length: 45 }, (_, n) =>
        portal.owner.query(
          `with head as (update audit_head set seq = seq + 1 where company_id = $1 returning seq) insert into audit_entry (company_id, seq, at, actor_name, operation, record_type, hash) select $1, seq, now(), $2, 'role.changed', 'role', '\\x00' from head`,
          [shop.company.id, `Person ${n}`],
        ),
      ),
    )
    await notify()
    const mail = (await events(email, shop))[told]
    const lines = String(mail?.facts['lines']).split('\n')
    expect(lines).toHaveLength(41)
    expect(lines.at(-1)).toBe('… and more. Only the first 40 are listed here.')
    expect(mail?.facts['count']).toBe(45)
  })

  it('knows for every entry of the audit log whether somebody is told of it, and of each type something is told', () => {
    expect(Object.keys(notificationOf).toSorted()).toEqual([...auditOperations].toSorted())
    const told = new Set(Object.values(notificationOf).filter((type) => type !== null))
    expect([...told].toSorted()).toEqual(['FuelPrices', 'Imports', 'Orders', 'Security', 'ServiceRuns'])
  })
})

describe('a worker', () => {
  it('looks by itself, from its start on', async () => {
    const database = await createDatabase()
    const office = await startPortal({ worker: false, database: { ...database, drop: async () => {} } })
    const boss = await (await office.company()).user()
    await office.call(notificationContactKind.save, boss.token, {
      id: null,
      version: null,
      values: { email: 'watch@office.example', name: null, language: 'en', notificationTypes: ['Security'] },
      confirmed: false,
    })
    await office.close()
    const worker = await startPortal({ database })
    try {
      await expect
        .poll(
          async () =>
            (
              await worker.owner.query(
                `select payload -> 'facts' ->> 'first' as first from outbox where kind = 'mail'`,
              )
            ).rows,
        )
        .toEqual([{ first: 'Notification contact added' }])
    } finally {
      await worker.close()
    }
  })
})

describe('[USR-011] who enters a contact', () => {
  it('sees everything that the mails tell themselves', async () => {
    const shop = await openShop(portal)
    const input = {
      id: null,
      version: null,
      values: {
        email: 'out@office.example',
        name: null,
        language: 'en' as const,
        notificationTypes: ['Orders' as const],
      },
      confirmed: false,
    }
    const local = await shop.company.user({ locations: [shop.location] })
    const guest = await shop.company.user({ customer: shop.customer })
    for (const part of [local, guest])
      expect(await portal.call(notificationContactKind.save, part.token, input)).toMatchObject({
        status: 422,
        code: 'WholeCompanyNeeded',
      })
    const blind = await shop.company.user({ without: ['userManagement-getActivity'] })
    expect(await portal.call(notificationContactKind.save, blind.token, input)).toMatchObject({
      status: 422,
      code: 'RightsExceedOwn',
    })
    expect(
      (
        await portal.call(notificationContactKind.list.page, shop.boss.token, {
          page: 1,
          pageSize: 50,
          sort: [],
          filters: {},
          search: '',
          day: null,
        })
      ).body.total,
    ).toBe(0)
  })

  it('can send a test mail, in the contact’s language, a limited number an hour; a stranger and who sees a part cannot', async () => {
    const shop = await openShop(portal)
    const email = await add(shop.boss, ['Imports', 'Security'], 'tr')
    const { body } = await portal.call(notificationContactKind.list.page, shop.boss.token, {
      page: 1,
      pageSize: 50,
      sort: [],
      filters: {},
      search: '',
      day: null,
    })
    const id = String(body.rows[0]?.id)
    const test = (user: User) => portal.call(testNotificationContact, user.token, { id })
    const stranger = await (await portal.company()).user()
    expect(await test(stranger)).toMatchObject({ status: 404, code: 'NotFound' })
    expect(await test(await shop.company.user({ locations: [shop.location] }))).toMatchObject({
      status: 422,
      code: 'WholeCompanyNeeded',
    })
    // Offered to who may send it, whether or not they may change the contact.
    const tester = await shop.company.user({ without: ['userManagement-saveNotificationContact'] })
    const seen = await portal.call(notificationContactKind.get, tester.token, { id })
    expect(seen.body.actions).toEqual({ test: null, delete: null })
    const answers = []
    for (let n = 0; n < 21; n += 1) answers.push((await test(shop.boss)).code)
    expect(answers).toEqual([...Array.from({ length: 20 }, () => null), 'TooManyRequests'])
    const mails = (await mailsTo(email, shop.company.id)).filter(({ template }) => template === 'contactTest')
    expect(mails).toHaveLength(20)
    expect(mails[0]).toMatchObject({
      language: 'tr',
      facts: { by: shop.boss.name, types: 'İçe aktarmalar, Güvenlik' },
    })
  })
})
