import type { ChildProcess } from 'node:child_process'
import { activateFileSet, addFiles, getFileSet, revertFileSet } from '@kervan/contract/data/file-sets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPortal, type Portal } from '../../test/portal.ts'
import { killWorker, startWorker } from '../../test/worker-process.ts'
import { sampleFile } from './sample-file.ts'

// A worker that is killed in the middle of a set of files: each sheet is whole or untouched, and the next worker goes on.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false, own: true })
}, 180_000)
afterAll(() => portal.close())

const kinds = ['partner', 'location', 'product', 'product_variant', 'stock'] as const
const whole = { partner: 3, location: 4, product: 20, product_variant: 20, stock: 20 }

async function countsOf(company: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of kinds) {
    const { rows } = await portal.owner.query<{ count: number }>(
      `select count(*)::int as count from ${table} where company_id = $1`,
      [company],
    )
    counts[table] = rows[0]?.count ?? 0
  }
  return counts
}

it('[DAT-002] killed while files are read, take effect and are taken back: nothing is lost or done twice', async () => {
  // Writes take their time, so that a kill finds the worker within them.
  await portal.owner.query(`
    create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.08); return null; end $$;
    create trigger slow after update on master_change for each statement execute function slow();
    create trigger slow after insert on audit_entry for each statement execute function slow()`)
  const company = await portal.company()
  const user = await company.user()
  const read = async () => (await portal.call(getFileSet, user.token, {})).body.set
  const states = async () => (await read())?.sheets.map(({ state }) => state) ?? []
  const before = await countsOf(company.id)
  const come = (when: () => Promise<boolean>) =>
    expect.poll(when, { timeout: 180_000, interval: 50 }).toBe(true)
  /** Kills the worker as soon as `when` holds, and lets another one take over. */
  const killedWhen = async (worker: ChildProcess, when: () => Promise<boolean>) => {
    await come(when)
    await killWorker(portal, worker)
    for (const [table, count] of Object.entries(await countsOf(company.id)))
      expect([0, whole[table as keyof typeof whole]]).toContain(count - (before[table] ?? 0))
    return startWorker(portal)
  }
  const { name, body } = await sampleFile('en')
  expect(await portal.upload(addFiles, user.token, {}, [{ name, body }])).toMatchObject({ status: 200 })
  let worker = await startWorker(portal)
  worker = await killedWhen(worker, async () => (await states()).length > 1)
  await come(async () => (await read())?.state === 'Open' && !(await states()).includes('Reading'))
  const setId = (await read())?.id ?? ''
  expect(await portal.call(activateFileSet, user.token, { setId })).toMatchObject({ status: 200 })
  worker = await killedWhen(worker, async () => (await states()).includes('Active'))
  await come(async () => (await read())?.state === 'Done')
  const added = Object.fromEntries(
    Object.entries(await countsOf(company.id)).map(([table, count]) => [table, count - (before[table] ?? 0)]),
  )
  expect(added).toEqual(whole)

  expect(await portal.call(revertFileSet, user.token, { setId })).toMatchObject({ status: 200 })
  await killedWhen(worker, async () => (await states()).includes('Reverted'))
  await come(async () => (await read())?.state === 'Reverted')
  expect(await countsOf(company.id)).toEqual(before)
}, 900_000)
