import { getMyNotices } from '@kervan/contract/account/own-notices'
import { activity } from '@kervan/contract/administration/activity'
import { deliveries, sendDeliveriesAgain } from '@kervan/contract/system/deliveries'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookForDeliveries } from '../../test/deliveries.ts'
import { openShop, page, windowAround } from '../../test/ordering.ts'
import { inCompany, startPortal, type Portal, type User } from '../../test/portal.ts'
import { workbookRows } from '../../test/workbook-text.ts'
import { newId } from '../kit/database/uuid.ts'

// What the portal sends, as those see it who look after the company. The mechanism has its test in the kit, what is sent
// in those of the areas.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
}, 180_000)
afterAll(() => portal.close())

const states = { waits: 'Waiting', there: 'Delivered', refused: 'Failed', unanswered: 'Failed' } as const
type Name = keyof typeof states

/** A company that has sent four messages, by what became of them. */
async function open() {
  const shop = await openShop(portal)
  const rows = Object.entries(states).map(([name, state]) => ({
    name,
    state,
    key: newId(),
    record: newId(),
    due: state === 'Waiting' ? '2099-01-01' : null,
    settled: state === 'Waiting' ? null : '2026-11-28T10:00:00Z',
    receipt: state === 'Delivered' ? 'R-17' : null,
    response: name === 'refused' ? '1102 unknown' : null,
    problem: name === 'unanswered' ? 'TimeoutError' : null,
  }))
  await inCompany(
    portal,
    shop.company.id,
    `insert into delivery (company_id, kind, key, record_id, name, recipient, state, tries, requested_at, due_at, settled_at, receipt, response, problem)
     select $1, 'healthInsurance', key, record, name, 'Insurer', state, 2, '2026-11-28T09:00:00Z', due, settled, receipt, response, problem
     from jsonb_to_recordset($2) as r(name text, state text, key text, record uuid, due timestamptz, settled timestamptz, receipt text, response text, problem text)`,
    [shop.company.id, JSON.stringify(rows)],
  )
  return shop
}
const ask = (user: User, over: object = {}) => portal.call(deliveries.page, user.token, { ...page, ...over })
async function idsOf(user: User): Promise<Record<Name, string>> {
  const { body } = await ask(user)
  return Object.fromEntries(body.rows.map(({ deliveryName, id }) => [deliveryName, id])) as Record<
    Name,
    string
  >
}
const again = (user: User, ids: readonly string[], dryRun = false) =>
  portal.call(sendDeliveriesAgain, user.token, { selection: { mode: 'ids', ids: [...ids] }, dryRun })

describe('what is sent', () => {
  it('is listed with its state, the receiver’s words and the reason, found by its name and written to a file', async () => {
    const { boss } = await open()
    const { body } = await ask(boss, { search: 'unanswered' })
    expect(body.rows).toMatchObject([
      {
        deliveryKind: 'healthInsurance',
        recipient: 'Insurer',
        deliveryState: 'Failed',
        tries: 2,
        deliveryProblem: 'The receiver did not answer in time',
        actions: { sendAgain: null },
      },
    ])
    const failed = await ask(boss, { filters: { deliveryState: { in: ['Failed'] } } })
    expect(failed.body.rows.map(({ deliveryName }) => deliveryName).toSorted()).toEqual([
      'refused',
      'unanswered',
    ])
    const there = await ask(boss, { search: 'R-17' })
    expect(there.body.rows).toMatchObject([
      { deliveryName: 'there', actions: { sendAgain: expect.stringContaining('there has not failed') } },
    ])
    const file = await portal.call(deliveries.excel, boss.token, {
      columns: ['deliveryName', 'deliveryKind', 'deliveryState', 'response'],
      filters: { deliveryName: { in: ['refused'] } },
      search: '',
      sort: [],
    })
    expect(file.status).toBe(200)
    expect((await workbookRows(file.body)).at(-1)).toEqual([
      'refused',
      'Medula notification',
      'Failed',
      '1102 unknown',
    ])
  })

  it('is sent again where it has failed, and only there', async () => {
    const { boss, company } = await open()
    const ids = await idsOf(boss)
    const tried = await again(boss, Object.values(ids), true)
    expect(tried.body).toMatchObject({
      done: 2,
      refused: 2,
      reasons: [{ refusal: 'DeliveryNotFailed', count: 2 }],
    })
    expect((await ask(boss, { filters: { deliveryState: { in: ['Waiting'] } } })).body.rows).toHaveLength(1)
    await again(boss, Object.values(ids))
    const { body } = await ask(boss, { filters: { deliveryState: { in: ['Waiting'] } } })
    expect(body.rows.map(({ deliveryName }) => deliveryName).toSorted()).toEqual([
      'refused',
      'unanswered',
      'waits',
    ])
    expect(body.rows.find(({ id }) => id === ids.unanswered)).toMatchObject({
      tries: 0,
      deliveryProblem: null,
      recipient: 'Insurer',
    })
    const { rows } = await portal.owner.query<{ keys: string[] }>(
      `select data -> 'keys' as keys from pgboss.job where name = 'healthInsurance' and (data ->> 'companyId')::int = $1`,
      [company.id],
    )
    expect(rows.flatMap(({ keys }) => keys)).toHaveLength(2)
    const log = await portal.call(activity.page, boss.token, {
      ...page,
      ...windowAround(),
    })
    expect(JSON.stringify(log.body)).toContain('delivery.sentAgain')
  })

  it('that has failed is told once to those who may send it again', async () => {
    const { boss, company, customer } = await open()
    const clerk = await company.user({ without: ['deliveries-sendAgain'] })
    const part = await company.user({ customer })
    // Failures of the health insurance are told to those who manage orders; these are of answers to partners.
    await inCompany(portal, company.id, `update delivery set kind = 'ediAnswers' where company_id = $1`, [
      company.id,
    ])
    await lookForDeliveries(portal, company.id)
    await lookForDeliveries(portal, company.id)
    const told = async ({ token }: User) =>
      (await portal.call(getMyNotices, token, { before: null })).body.notices.map(({ event, facts }) => [
        event,
        facts['count'],
      ])
    expect([await told(boss), await told(clerk), await told(part)]).toEqual([
      [['delivery.failed', 2]],
      [],
      [],
    ])
  })

  it('is shown and sent again by permission, to who sees the whole company, and to nobody of another', async () => {
    const { boss, company, customer } = await open()
    const ids = await idsOf(boss)
    const clerk = await company.user({ permissions: ['deliveries-getDeliveries'] })
    expect((await ask(clerk)).body.rows[0]?.actions).toEqual({})
    expect((await again(clerk, [ids.refused])).status).toBe(403)
    const nobody = await company.user({ without: ['deliveries-getDeliveries'] })
    expect((await ask(nobody)).status).toBe(403)
    const part = await company.user({ customer })
    const stranger = (await open()).boss
    for (const other of [part, stranger]) {
      expect((await ask(other)).body.rows.some(({ id }) => id === ids.refused)).toBe(false)
      expect((await again(other, [ids.refused])).body).toMatchObject({
        done: 0,
        reasons: [{ refusal: 'NotFound' }],
      })
    }
    expect((await ask(boss, { search: 'refused' })).body.rows[0]?.deliveryState).toBe('Failed')
  })
})
