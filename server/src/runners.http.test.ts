import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getMyJobs } from '@kervan/contract/jobs/jobs'
import {
  discardImport,
  getCurrentImport,
  uploadImport,
  type ImportView,
} from '@kervan/contract/order/order-import'
import { jobHandlers } from './runners.ts'
import { openShop, type Shop } from '../test/ordering.ts'
import { startPortal, type Portal } from '../test/portal.ts'
import { watch } from '../test/watch.ts'
import { damagedWorkbook, orderWorkbook } from '../test/order-workbook.ts'
import { endAbandoned } from './kit/work/run-job.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

async function upload(shop: Shop, body: Buffer, name = 'orders.xlsx'): Promise<ImportView> {
  const answer = await portal.upload(uploadImport, shop.buyer.token, {}, [{ name, body }])
  if (answer.status !== 200) throw new Error(answer.refused?.ErrorCode)
  return answer.body as ImportView
}
const rowOf = ({ product, location }: Shop, quantity: number) => [
  product.code,
  quantity,
  location.code,
  '2099-01-06',
  'Road',
]
const jobsOf = async (shop: Shop) => (await portal.call(getMyJobs, shop.buyer.token, {})).body.jobs
const currentOf = async (shop: Shop) =>
  (await portal.call(getCurrentImport, shop.buyer.token, {})).body.import

describe('[ORD-004] a job whose work is refused', () => {
  it('ends at the first try with the sentence of the refusal', async () => {
    const shop = await openShop(portal)
    const { jobId } = await upload(shop, damagedWorkbook())
    const job = await watch(portal, shop.buyer.token, jobId)
    expect(job).toMatchObject({ state: 'Failed', message: expect.stringMatching(/damaged/i) })
    const { rows } = await portal.owner.query('select attempts from job where id = $1', [jobId])
    expect(rows).toEqual([{ attempts: 1 }])
    expect(await currentOf(shop)).toMatchObject({ state: 'Failed', message: job.message })
  })

  it('holds up no other company: thirty damaged workbooks in front of a good one', async () => {
    const [noisy, quiet] = [await openShop(portal), await openShop(portal)]
    const views: ImportView[] = []
    for (let n = 0; n < 30; n++) views.push(await upload(noisy, damagedWorkbook(), `${n}.xlsx`))
    const began = performance.now()
    const { jobId } = await upload(quiet, await orderWorkbook([rowOf(quiet, 5)]))
    expect(await watch(portal, quiet.buyer.token, jobId)).toMatchObject({ state: 'Succeeded' })
    // Seconds, not the minute that it was; generous, because the machine may be busy with others.
    expect(performance.now() - began).toBeLessThan(15_000)
    for (const { jobId } of views) await watch(portal, noisy.buyer.token, jobId)
    expect((await jobsOf(noisy)).filter(({ finishedAt }) => finishedAt === null)).toEqual([])
  })
})

describe('companies take turns', () => {
  it('the first job of one stands before the waiting jobs of another', async () => {
    const idle = await startPortal({ worker: false, own: true })
    try {
      const [noisy, quiet] = [await openShop(idle), await openShop(idle)]
      for (const shop of [noisy, noisy, noisy, noisy, quiet])
        await idle.upload(uploadImport, shop.boss.token, {}, [{ name: 'a.xlsx', body: damagedWorkbook() }])
      const { rows } = await idle.owner.query<{ company: number }>(
        `select (data ->> 'companyId')::int as company from pgboss.job where name = 'order.import' order by priority desc, created_on`,
      )
      expect(rows.map(({ company }) => company)).toEqual([
        noisy.company.id,
        quiet.company.id,
        ...[1, 2, 3].map(() => noisy.company.id),
      ])
    } finally {
      await idle.close()
    }
  })
})

describe('a job that the queue has given up', () => {
  it('is told to its owner as failed, with the import it worked for; one that still waits is left alone', async () => {
    const idle = await startPortal({ worker: false, own: true })
    try {
      const [lost, waiting] = [await openShop(idle), await openShop(idle)]
      for (const shop of [lost, waiting])
        await idle.upload(uploadImport, shop.buyer.token, {}, [{ name: 'a.xlsx', body: damagedWorkbook() }])
      await idle.owner.query(
        `update pgboss.job set state = 'failed' where name = 'order.import' and (data ->> 'companyId')::int = $1`,
        [lost.company.id],
      )
      expect(await endAbandoned(idle.app.services, jobHandlers)).toBe(1)
      const states = async (shop: Shop) => [
        (await idle.call(getMyJobs, shop.buyer.token, {})).body.jobs[0],
        (await idle.call(getCurrentImport, shop.buyer.token, {})).body.import,
      ]
      const told = { state: 'Failed', message: expect.stringMatching(/./) }
      expect(await states(lost)).toMatchObject([{ ...told, finishedAt: expect.any(String) }, told])
      expect(await states(waiting)).toMatchObject([{ state: 'Waiting' }, { state: 'Reading' }])
      expect(await endAbandoned(idle.app.services, jobHandlers)).toBe(0)
    } finally {
      await idle.close()
    }
  })
})

describe('[ORD-004] an import that was put aside', () => {
  it('stays so when its job fails afterwards, and leaves no rows', async () => {
    const idle = await startPortal({ worker: false, own: true })
    try {
      const shop = await openShop(idle)
      const answer = await idle.upload(uploadImport, shop.buyer.token, {}, [
        { name: 'a.xlsx', body: damagedWorkbook() },
      ])
      const view = answer.body as ImportView
      await idle.call(discardImport, shop.buyer.token, { importId: view.id })
      await idle.owner.query(`update pgboss.job set state = 'failed' where name = 'order.import'`)
      await endAbandoned(idle.app.services, jobHandlers)
      const { rows } = await idle.owner.query('select state from order_import where id = $1', [view.id])
      expect(rows).toEqual([{ state: 'Discarded' }])
    } finally {
      await idle.close()
    }
  })

  it('by the next upload, has its job cancelled and not run', async () => {
    const shop = await openShop(portal)
    const first = await upload(shop, await orderWorkbook([rowOf(shop, 5)]))
    const second = await upload(shop, await orderWorkbook([rowOf(shop, 6)]))
    await watch(portal, shop.buyer.token, first.jobId)
    await watch(portal, shop.buyer.token, second.jobId)
    expect(await currentOf(shop)).toMatchObject({ id: second.id, state: 'Ready' })
    const kept = await portal.owner.query('select state from order_import where id = $1', [first.id])
    expect(kept.rows).toEqual([{ state: 'Discarded' }])
    const lines = await portal.owner.query('select from order_import_line where import_id = $1', [first.id])
    expect(lines.rowCount).toBe(0)
  })
})
