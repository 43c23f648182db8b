import { afterAll, beforeAll, expect, it } from 'vitest'
import { getAllProjectList } from '@kervan/contract/access/web-resources'
import { subscriptions } from '@kervan/contract/administration/subscriptions'
import { fold } from '../../kit/lists/fold.ts'
import { newId } from '../../kit/database/uuid.ts'
import { page } from '../../../test/ordering.ts'
import { workbookRows } from '../../../test/workbook-text.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

it('[SUB-001] subscriptions show their state and what is left or too much of their credit, to their company only', async () => {
  const company = await portal.company()
  const user = await company.user()
  const add = (
    service_id: string,
    total_credit: number,
    used_credit: number,
    state: 'Active' | 'CreditExceeded',
  ) =>
    portal.app.services.db.withCompany(company.id, (tx) =>
      tx
        .insertInto('subscription')
        .values({
          company_id: company.id,
          id: newId(),
          service_id,
          service_name: `Service ${service_id}`,
          search_text: `service ${service_id.toLowerCase()}`,
          state,
          start_date: '2026-03-01',
          credit_period: 'Monthly',
          total_credit,
          used_credit,
        })
        .execute(),
    )
  await add('KIGO', 100, 40, 'Active')
  await add('TRACE', 100, 130, 'CreditExceeded')
  const ask = async (over: object = {}, token = user.token) =>
    (await portal.call(subscriptions.page, token, { ...page, ...over })).body
  expect((await ask()).rows).toMatchObject([
    {
      serviceId: 'KIGO',
      startDate: '2026-03-01',
      subscriptionState: 'Active',
      totalCredit: 100,
      usedCredit: 40,
      remainingCredit: 60,
      exceededCredit: 0,
    },
    {
      serviceId: 'TRACE',
      subscriptionState: 'CreditExceeded',
      usedCredit: 130,
      remainingCredit: 0,
      exceededCredit: 30,
    },
  ])
  expect((await ask({ filters: { exceededCredit: { from: '1' } } })).total).toBe(1)
  expect((await ask({ search: 'trace' })).total).toBe(1)
  expect((await ask({}, (await (await portal.company()).user()).token)).total).toBe(0)
  expect(
    (
      await portal.call(subscriptions.excel, user.token, {
        columns: ['serviceName', 'remainingCredit'],
        sort: [],
        filters: {},
        search: '',
      })
    ).status,
  ).toBe(200)
})

it('[SUB-001] a service has the state of its subscription wherever it shows', async () => {
  const company = await portal.company()
  const user = await company.user()
  const add = (service_id: string, state: 'CreditExceeded' | 'Closed') =>
    portal.app.services.db.withCompany(company.id, (tx) =>
      tx
        .insertInto('subscription')
        .values({
          company_id: company.id,
          id: newId(),
          service_id,
          service_name: service_id,
          search_text: fold(service_id),
          state,
          start_date: '2026-03-01',
          credit_period: 'Monthly',
          total_credit: 10,
          used_credit: 1,
        })
        .execute(),
    )
  await add('OMP-ORDERS', 'CreditExceeded')
  await add('TRACE-1', 'Closed')
  for (const [code, service] of [
    ['ORDERS', 'OMP'],
    ['PLAN-1', 'PLAN'],
    ['TRACE-1', 'TRACE'],
  ])
    await portal.owner.query(
      'insert into project (company_id, code, service, name) values ($1, $2, $3, $2)',
      [company.id, code, service],
    )
  const { projects } = (await portal.call(getAllProjectList, user.token, {})).body
  expect(projects.map((one) => [one.projectCode, one.subscriptionState])).toEqual([
    ['ORDERS', 'CreditExceeded'],
    ['PLAN-1', null],
    ['TRACE-1', 'Closed'],
  ])
})

it('[SUB-001] [HOM-001] services that bear the name of their product are called as the reader calls it, in lists, order, search, filter and workbook; own names stay', async () => {
  const company = await portal.company()
  const user = await company.user()
  const services = [
    ['OMP', 'OMP-ORDERS', 'Order management'],
    ['ARE', 'ARE-1', 'İkmal'],
    ['Custom', 'Custom-MARKET', 'Price expectation'],
    ['KIGO', 'KIGO-1', 'Unser Rabatt'],
    ['Custom', 'Custom-2', 'Order management'],
  ] as const
  await portal.app.services.db.withCompany(company.id, async (tx) => {
    await tx
      .insertInto('subscription')
      .values(
        services.map(([, service_id, service_name]) => ({
          company_id: company.id,
          id: newId(),
          service_id,
          service_name,
          search_text: fold(`${service_name} ${service_id}`),
          state: 'Active' as const,
          start_date: '2026-03-01',
          credit_period: 'Monthly' as const,
          total_credit: 10,
          used_credit: 1,
        })),
      )
      .execute()
  })
  for (const [service, code, name] of services)
    await portal.owner.query(
      'insert into project (company_id, code, service, name) values ($1, $2, $3, $4)',
      [company.id, code, service, name],
    )
  const list = async (language: string, over: object = {}) =>
    (await portal.call(subscriptions.page, user.token, { ...page, ...over }, { language })).body.rows.map(
      ({ serviceName }) => serviceName,
    )
  expect(await list('de')).toEqual([
    'Bestellverwaltung',
    'Nachschub',
    'Order management',
    'Price expectation',
    'Unser Rabatt',
  ])
  expect(await list('tr', { sort: [{ column: 'serviceName', direction: 'desc' }] })).toEqual([
    'Unser Rabatt',
    'Sipariş yönetimi',
    'Price expectation',
    'Order management',
    'İkmal',
  ])
  expect(await list('en')).toEqual([
    'Order management',
    'Order management',
    'Price expectation',
    'Replenishment',
    'Unser Rabatt',
  ])
  expect(await list('de', { search: 'bestellverw' })).toEqual(['Bestellverwaltung'])
  expect(await list('tr', { search: 'SİPARİŞ' })).toEqual(['Sipariş yönetimi'])
  // Also by what was written down, and by the code.
  expect(await list('de', { search: 'order man' })).toEqual(['Bestellverwaltung', 'Order management'])
  expect(await list('de', { search: 'are-1' })).toEqual(['Nachschub'])
  expect(await list('de', { filters: { serviceName: { contains: 'Nachs' } } })).toEqual(['Nachschub'])
  const { body } = await portal.call(
    subscriptions.excel,
    user.token,
    { columns: ['serviceName'], sort: [], filters: {}, search: '' },
    { language: 'de' },
  )
  expect((await workbookRows(body)).slice(1).flat()).toEqual([
    'Bestellverwaltung',
    'Nachschub',
    'Order management',
    'Price expectation',
    'Unser Rabatt',
  ])
  const projects = async (language: string) =>
    (await portal.call(getAllProjectList, user.token, {}, { language })).body.projects.map(
      ({ projectCode, name }) => [projectCode, name],
    )
  expect(await projects('de')).toEqual([
    ['ARE-1', 'Nachschub'],
    ['Custom-2', 'Order management'],
    ['Custom-MARKET', 'Price expectation'],
    ['KIGO-1', 'Unser Rabatt'],
    ['OMP-ORDERS', 'Bestellverwaltung'],
  ])
  expect((await projects('tr')).at(-1)).toEqual(['OMP-ORDERS', 'Sipariş yönetimi'])
})
