import { getMyNotices } from '@kervan/contract/account/own-notices'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobResults } from '@kervan/contract/jobs/jobs'
import { approveOrders } from '@kervan/contract/order/order-management'
import { loadActor } from './kit/http/actor.ts'
import type { JobRun } from './kit/work/jobs.ts'
import { newId } from './kit/database/uuid.ts'
import { cellsOf } from '../test/cells.ts'
import { copyOrder } from '../test/manyOrders.ts'
import { approve, look, openShop, orderOf, page, windowAround, type Shop } from '../test/ordering.ts'
import { startPortal, type Portal } from '../test/portal.ts'
import { watch } from '../test/watch.ts'
import { handlers } from './handlers.ts'
import { runBulkJob } from './kit/lists/handle-bulk.ts'

const runBulk = runBulkJob(handlers)

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const question = { sort: [], filters: {}, search: '' }
const everything = () => ({
  mode: 'query' as const,
  query: { ...question, ...windowAround() },
  exclude: [],
  asOf: new Date(Date.now() + 1_000).toISOString(),
})
const ask = async (shop: Shop, jobId: string, over: object = {}, token = shop.boss.token) =>
  portal.call(jobResults.page, token, { ...page, jobId, ...over })

describe('[ORD-010] more than a thousand orders', () => {
  it('are decided as a job, and each has its result: paged, filtered, searched, sorted, as a file, for its owner', async () => {
    const shop = await openShop(portal)
    const first = await orderOf(shop)
    await copyOrder(shop, first, 1_000)
    const decided = await look(shop, 'COPY-00500')
    await approve(shop, decided)
    const { body } = await portal.call(
      approveOrders,
      shop.boss.token,
      { selection: everything(), dryRun: false },
      { language: 'tr' },
    )
    expect(body).toMatchObject({ done: 0, refused: 0, results: [] })
    const jobId = body.jobId as string
    const job = await watch(portal, shop.boss.token, jobId)
    expect(job).toMatchObject({
      state: 'Succeeded',
      done: 1_001,
      total: 1_001,
      counts: { done: 1_000, refused: 1 },
      hasResults: true,
      actions: { cancel: 'This job has already ended (Finished).' },
    })

    const { notices } = (await portal.call(getMyNotices, shop.boss.token, { before: null })).body
    expect(notices.filter(({ event }) => event !== 'order.arrived')).toMatchObject([
      { event: 'job.succeeded', facts: { job: 'bulk', count: 1_001, refused: 1 }, recordCode: jobId },
    ])

    // All chunks together are one notice and one mail for who placed the orders.
    const own = (await portal.call(getMyNotices, shop.buyer.token, { before: null })).body.notices
    expect(own.filter(({ event }) => event === 'order.approved')).toMatchObject([
      { facts: { by: shop.boss.name, count: 1_000, order: null }, recordCode: null },
      { facts: { count: 1, order: 'COPY-00500' } },
    ])
    const mails = await portal.owner.query(
      `select from outbox where company_id = $1 and payload ->> 'template' = 'ordersApproved'`,
      [shop.company.id],
    )
    expect(mails.rowCount).toBe(2)

    const { body: all } = await ask(shop, jobId)
    expect(all).toMatchObject({ total: 1_001, totalIsExact: true })
    expect(all.rows[0]).toMatchObject({
      id: decided.id,
      code: 'COPY-00500',
      result: 'Refused',
      lineCount: 0,
      message: 'Hiçbir kalem buna uygun değil (durum: Onaylandı).',
    })
    expect(all.rows[1]).toMatchObject({ code: 'COPY-00001', result: 'Passed', lineCount: 1, message: null })
    expect((await ask(shop, jobId, { page: 11, pageSize: 100 })).body.rows).toHaveLength(1)
    expect((await ask(shop, jobId, { filters: { result: { in: ['Refused'] } } })).body).toMatchObject({
      total: 1,
    })
    expect(
      (
        await ask(shop, jobId, { search: 'copy-0070', sort: [{ column: 'code', direction: 'desc' }] })
      ).body.rows.map(({ code }) => code),
    ).toEqual(Array.from({ length: 10 }, (_, at) => `COPY-0070${9 - at}`))
    const file = await portal.call(
      jobResults.excel,
      shop.boss.token,
      { columns: ['code', 'result', 'message'], ...question, jobId },
      { language: 'de' },
    )
    const cells = await cellsOf(file.body as unknown as Buffer)
    expect([cells.length, cells[0], cells[1]?.slice(0, 2)]).toEqual([
      1_002,
      ['Code', 'Ergebnis', 'Meldung'],
      ['COPY-00500', 'Abgelehnt'],
    ])

    const colleague = await shop.company.user()
    expect(await ask(shop, jobId, {}, colleague.token)).toMatchObject({ status: 404, code: 'JobNotFound' })
    expect(
      await portal.call(jobResults.excel, colleague.token, { columns: ['code'], ...question, jobId }),
    ).toMatchObject({ status: 404, code: 'JobNotFound' })
    expect(await ask(shop, newId())).toMatchObject({ status: 404, code: 'JobNotFound' })
  })

  it('are gone on with where a worker died: none twice, none forgotten, one that is gone is told without a code', async () => {
    const shop = await openShop(portal)
    await copyOrder(shop, await orderOf(shop), 399)
    const { rows } = await portal.owner.query<{ id: string }>(
      `select id from sales_order where company_id = $1 order by id`,
      [shop.company.id],
    )
    const ids = [...rows.map(({ id }) => id), newId()]
    const { services } = portal.app
    const run = await services.db.withCompany(shop.company.id, async (tx): Promise<JobRun<'bulk'>> => {
      const id = newId()
      const actor = await loadActor(tx, shop.company.id, shop.boss.id)
      const input = { call: approveOrders.name, ids, input: { dryRun: false }, language: 'en' as const }
      await tx
        .insertInto('job')
        .values({
          company_id: shop.company.id,
          id,
          kind: 'bulk',
          membership_id: shop.boss.id,
          state: 'Succeeded',
          input: JSON.stringify(input),
          created_at: services.clock.now(),
        })
        .execute()
      return {
        id,
        input,
        actor,
        services,
        attempt: 1,
        signal: new AbortController().signal,
        progress: async () => {},
      }
    })
    const died = new Error('the worker died')
    await expect(runBulk({ ...run, progress: () => Promise.reject(died) })).rejects.toBe(died)
    expect((await ask(shop, run.id)).body.total).toBe(250)
    const told: unknown[] = []
    expect(await runBulk({ ...run, attempt: 2, progress: async (state) => void told.push(state) })).toEqual({
      done: 400,
      refused: 1,
    })
    expect(told).toEqual([{ done: 401, total: 401, counts: { done: 400, refused: 1 } }])
    expect((await ask(shop, run.id)).body.rows[0]).toMatchObject({
      id: ids.at(-1),
      code: null,
      result: 'Refused',
      message: expect.any(String),
    })
    expect(
      (
        await portal.owner.query(`select distinct version from sales_order where company_id = $1`, [
          shop.company.id,
        ])
      ).rows,
    ).toEqual([{ version: 2 }])
  })
})
