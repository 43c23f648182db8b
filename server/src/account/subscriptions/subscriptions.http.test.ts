import { afterAll, beforeAll, expect, it } from 'vitest'
import { subscriptions } from '@kervan/contract/account/subscriptions'
import { newId } from '../../kit/uuid.ts'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

it('[SUB-001] subscriptions show their state and what is left or too much of their credit, to their company only', async () => {
  const company = await portal.company()
  const user = await company.user()
  const add = (service_id: string, total_credit: number, used_credit: number, state: 'Active' | 'CreditExceeded') =>
    portal.app.services.db.withCompany(company.id, (tx) => tx.insertInto('subscription').values({ company_id: company.id, id: newId(), service_id, service_name: `Service ${service_id}`, search_text: `service ${service_id.toLowerCase()}`, state, start_date: '2026-03-01', credit_period: 'Monthly', total_credit, used_credit }).execute())
  await add('KIGO', 100, 40, 'Active')
  await add('TRACE', 100, 130, 'CreditExceeded')
  const ask = async (over: object = {}, token = user.token) => (await portal.call(subscriptions.page, token, { ...page, ...over })).body
  expect((await ask()).rows).toMatchObject([
    { serviceId: 'KIGO', startDate: '2026-03-01', subscriptionState: 'Active', totalCredit: 100, usedCredit: 40, remainingCredit: 60, exceededCredit: 0 },
    { serviceId: 'TRACE', subscriptionState: 'CreditExceeded', usedCredit: 130, remainingCredit: 0, exceededCredit: 30 },
  ])
  expect((await ask({ filters: { exceededCredit: { from: '1' } } })).total).toBe(1)
  expect((await ask({ search: 'trace' })).total).toBe(1)
  expect((await ask({}, (await (await portal.company()).user()).token)).total).toBe(0)
  expect((await portal.call(subscriptions.excel, user.token, { columns: ['serviceName', 'remainingCredit'], sort: [], filters: {}, search: '' })).status).toBe(200)
})
