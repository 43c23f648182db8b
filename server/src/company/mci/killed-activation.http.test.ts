import { afterAll, beforeAll, expect, it } from 'vitest'
import { activateEntityFile, getEntityFile } from '@kervan/contract/company/mci-files'
import { activateMciFile, mciRows, openMciDesk, uploadMciFile, type MciDesk } from '../../../test/mci.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { startProcess } from '../../../test/worker-process.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ own: true })
})
afterAll(() => portal.close())

/** Each write of an activation takes its time, so that a kill finds some of many within each of them. */
async function slowDown(): Promise<void> {
  await portal.owner.query(`
    create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.1); return null; end $$`)
  for (const table of ['mci_file', 'mci_entity', 'audit_entry'])
    await portal.owner.query(
      `create trigger slow after insert or update on ${table} for each statement execute function slow()`,
    )
}

type Case = { desk: MciDesk; old: string; next: string }

/** A company whose services read one piece, and a file of two that can be activated. */
async function prepared(): Promise<Case> {
  const desk = await openMciDesk(portal)
  const file = (pieces: number) => uploadMciFile(desk, `Item;Pieces\n${desk.product};${pieces}\n`)
  const { id: old } = await file(1)
  expect((await activateMciFile(desk, old)).status).toBe(200)
  return { desk, old, next: (await file(2)).id }
}

/** What services read, and the states of both files. */
async function seen({ desk, old, next }: Case): Promise<[unknown[], string[]]> {
  const state = async (mciFileId: string) =>
    (await portal.call(getEntityFile, desk.user.token, { mciFileId })).body.state
  const { rows } = await mciRows(desk)
  return [rows.map(({ values }) => values['Pieces']), [await state(old), await state(next)]]
}
const before = [[1], ['Active', 'Succeeded']]
const after = [[2], ['Succeeded', 'Active']]

it('[MCI-001] [MCI-002] kill -9 within twenty activations leaves each old or new, never a mixture', async () => {
  const cases: Case[] = []
  for (let at = 0; at < 20; at++) cases.push(await prepared())
  await slowDown()
  const server = await startProcess(portal, portal.app.services.config.dataDir, { ROLE: 'web' })
  const acknowledged = new Set<Case>()
  // One begins every 30 ms, so that the kill finds each of them at another moment of its work.
  const answers = cases.map(async (one, at) => {
    await new Promise((begin) => setTimeout(begin, at * 30))
    const { status } = await fetch(`${server.url}${activateEntityFile.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Token: one.desk.user.token, mciFileId: one.next, requestKey: `activate-${at}` }),
    })
    if (status === 200) acknowledged.add(one)
  })
  await expect.poll(() => acknowledged.size, { interval: 5 }).toBeGreaterThanOrEqual(5)
  server.child.kill('SIGKILL')
  await Promise.allSettled(answers)
  await server.ended
  // What the database was doing for it ends by itself.
  await expect
    .poll(async () => {
      const { rows } = await portal.owner.query(
        `select from pg_stat_activity where datname = current_database() and state = 'active' and query ~ 'mci_|audit_' and pid <> pg_backend_pid()`,
      )
      return rows.length
    })
    .toBe(0)

  const unfinished: Case[] = []
  for (const one of cases) {
    const now = await seen(one)
    expect([before, after]).toContainEqual(now)
    if (acknowledged.has(one)) expect(now).toEqual(after)
    if (now[0][0] === 1) unfinished.push(one)
  }
  // Otherwise the kill came too late to say anything.
  expect(unfinished.length).toBeGreaterThan(2)
  for (const one of unfinished) {
    expect((await activateMciFile(one.desk, one.next)).status).toBe(200)
    expect(await seen(one)).toEqual(after)
  }
}, 300_000)
