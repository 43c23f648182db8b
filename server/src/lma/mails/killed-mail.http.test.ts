import { join } from 'node:path'
import {
  approveExpectation,
  expectations,
  fuelMailLog,
  runExpectation,
} from '@kervan/contract/lma/expectations'
import { isWeekend } from '@kervan/contract/kit/days'
import { fuelContactKind } from '@kervan/contract/lma/parameters'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { startWorker } from '../../../test/worker-process.ts'
import { dayIn } from '../../kit/clock.ts'
import { readCaught } from '../../kit/work/mail.ts'
import { enter, enterDiesel, openFuelDesk } from '../fuel-desk.testing.ts'

// The process is killed between the approval of an expectation and its mail (LMA-007): nothing of it is lost, and what
// leaves a second time bears the number of the first.

/** Now, or the next moment that is no weekend in Türkiye: mails leave on these days alone. */
let shift = 0
const now = () => new Date(Date.now() + shift * 86_400_000)
while (isWeekend(dayIn('Europe/Istanbul', now()))) shift += 1

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ own: true, now, worker: false })
})
afterAll(() => portal.close())

/** What the worker waits for when it is killed, and how many mails have left by then. */
const held = [
  { when: 'before the mail leaves', lock: 'lock table fuel_mail in access exclusive mode', left: 0 },
  { when: 'before the log knows that it left', lock: 'lock table fuel_mail in exclusive mode', left: 1 },
]

it('[LMA-007] a mail whose process is killed between approval and sending leaves once, or under the same number', async () => {
  const desk = await openFuelDesk(portal)
  await enterDiesel(desk)
  const address = `killed-${desk.company.id}@example.com`
  await enter(desk, fuelContactKind, {
    email: address,
    name: null,
    language: 'tr',
    fuelMails: ['PriceExpectation'],
  })
  const { runId } = (await portal.call(runExpectation, desk.maker.token, { runDay: '2026-11-04' })).body
  expect((await portal.call(approveExpectation, desk.second.token, { runId })).status).toBe(200)

  const log = async () =>
    (await portal.call(fuelMailLog.page, desk.maker.token, page)).body.rows.map(
      ({ mailRecipient, mailState }) => [mailRecipient, mailState],
    )
  const sent = async () =>
    (await readCaught(join(portal.app.services.config.dataDir, 'mails'))).filter(({ to }) => to === address)
  expect(await log()).toEqual([[address, 'Waiting']])

  const connectionString = (portal.owner.options as { connectionString: string }).connectionString
  const waiting = async () =>
    (
      await portal.owner.query(
        `select from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'fuel_mail' and not l.granted`,
      )
    ).rowCount
  for (const { when, lock, left } of held) {
    const holder = new pg.Client({ connectionString })
    await holder.connect()
    await holder.query(`begin; ${lock}`)
    const worker = await startWorker(portal)
    await expect.poll(waiting, { message: when, interval: 50, timeout: 60_000 }).toBeGreaterThan(0)
    expect(await sent(), when).toHaveLength(left)
    worker.kill('SIGKILL')
    await new Promise((ended) => worker.once('exit', ended))
    await holder.query('rollback')
    await holder.end()
    await expect.poll(waiting, { message: when, interval: 50 }).toBe(0)
    // What the queue finds out when the lease of the killed worker ends.
    await portal.owner.query(
      `update pgboss.job set state = 'created', started_on = null where state = 'active'`,
    )
  }

  await startWorker(portal)
  await expect.poll(log, { timeout: 60_000 }).toEqual([[address, 'Sent']])
  const mails = await sent()
  expect(mails).toHaveLength(2)
  expect(new Set(mails.map(({ id }) => id)).size).toBe(1)
  const { body } = await portal.call(expectations.page, desk.maker.token, page)
  expect(body.rows.map(({ expectationState }) => expectationState)).toEqual(['Approved'])
})
