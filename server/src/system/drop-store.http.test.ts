import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityFiles } from '@kervan/contract/company/mci-files'
import { dataLog } from '@kervan/contract/data/data-log'
import { ediMessages } from '@kervan/contract/order/edi'
import { getOutsideSystems } from '@kervan/contract/system/schedules'
import { demoAccess, type Fault } from '../../../simulators/s3/main.ts'
import { edifact } from '../../test/edifact.ts'
import { openMciDesk } from '../../test/mci.ts'
import { openShop, page } from '../../test/ordering.ts'
import { startPortal, type Company, type Portal, type User } from '../../test/portal.ts'
import { watch } from '../../test/watch.ts'
import { killWorker, startWorker } from '../../test/worker-process.ts'
import { readEnvironment } from '../kit/config.ts'
import { lookingIntoStore } from './drop-store.ts'

// Files that another system puts into a store, which is a process of its own, from the store to the records and the data log.

const simulatorFile = join(import.meta.dirname, '../../../simulators/s3/main.ts')
const bucket = 'deliveries'
const prefix = 'kervan/in/'

let simulator: ChildProcess
let url: string
let portal: Portal
let env: Record<string, string>
/** By how much the clock of the portal is ahead. */
let ahead = 0
beforeAll(async () => {
  url = await startSimulator('0')
  env = {
    DROP_S3_ENDPOINT: url,
    DROP_S3_BUCKET: bucket,
    DROP_S3_PREFIX: prefix,
    DROP_S3_REGION: demoAccess.region,
    DROP_S3_ACCESS_KEY: demoAccess.key,
    DROP_S3_SECRET: demoAccess.secret,
  }
  portal = await startPortal({ now: () => new Date(Date.now() + ahead) })
}, 180_000)
afterAll(async () => {
  await portal.close()
  simulator.kill()
})

async function startSimulator(port: string): Promise<string> {
  simulator = spawn(process.execPath, [simulatorFile], {
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = (await once(simulator.stdout!, 'data')) as [Buffer]
  return String(line).trim()
}

const admin = async (path: string, method: string, body: string) => {
  const answer = await fetch(`${url}/admin/${path}`, { method, body })
  expect(answer.ok).toBe(true)
}
const setFault = (fault: Fault, only?: string, times?: number) =>
  admin('fault', 'POST', JSON.stringify({ fault, only, times }))
const setAccess = (access: object) => admin('access', 'POST', JSON.stringify(access))

type Desk = { company: Company; user: User; code: string }

async function open(): Promise<Desk> {
  const company = await portal.company()
  return withCode({ company, user: await company.user() })
}

async function withCode<T extends { company: Company }>(desk: T): Promise<T & { code: string }> {
  const { rows } = await portal.owner.query<{ code: string }>('select code from company where id = $1', [
    desk.company.id,
  ])
  return { ...desk, code: rows[0]?.code ?? '' }
}

const good = 'Code;Name;Stands for;Point of sale\nKIOSK;Kiosk;PrimaryPointOfSales;Yes\n'

/** Puts a file into the store, as if it had been put there so many seconds ago. */
const drop = ({ code }: Desk, path: string, text = good, seconds = 60) =>
  admin(`objects/${bucket}/${prefix}${code}/${path}?seconds=${seconds}`, 'PUT', text)

/** The keys of a company behind the prefix, those that were taken too. */
async function keys({ code }: Desk): Promise<string[]> {
  const answer = await fetch(`${url}/admin/objects`)
  const { keys } = (await answer.json()) as { keys: string[] }
  return keys
    .filter((key) => key.includes(`/${code}/`))
    .map((key) => key.slice(`${bucket}/${prefix}`.length).replace(`${code}/`, ''))
}

/** Looks once. The portal of the test has no store, so that nobody looks meanwhile. */
async function look() {
  const { services } = portal.app
  const config = { ...services.config, dropStore: readEnvironment(env, {}).config.dropStore }
  return (await lookingIntoStore({ ...services, config })?.()) ?? null
}

/** The changes of the data log, newest first, once their jobs have ended. */
async function changes({ company, user }: Desk) {
  const { rows } = await portal.owner.query<{ job_id: string }>(
    'select job_id from master_change where company_id = $1 and job_id is not null',
    [company.id],
  )
  for (const { job_id: jobId } of rows) await watch(portal, user.token, jobId)
  const page = { page: 1, pageSize: 50, sort: [], filters: {}, search: '' }
  return (await portal.call(dataLog.page, user.token, page)).body.rows
}

const begun = async ({ company }: Desk): Promise<number> => {
  const { rows } = await portal.owner.query<{ count: number }>(
    'select count(*)::int from master_change where company_id = $1',
    [company.id],
  )
  return rows[0]?.count ?? 0
}

describe('[DAT-002] a file in the store', () => {
  it('takes effect by itself, stands in the data log and is moved away under the id of its change', async () => {
    const desk = await open()
    await drop(desk, 'locationType/types.csv')
    await look()
    const [change, ...others] = await changes(desk)
    expect(others).toEqual([])
    expect(change).toMatchObject({ source: 'FileDrop', state: 'Active', added: 1, fileOrRecord: 'types.csv' })
    expect(await keys(desk)).toEqual([`taken/locationType/${change?.id}-types.csv`])
  })

  it('stays in the data log for correction when a row is faulty; others are left where they are', async () => {
    const desk = await open()
    await drop(desk, 'locationType/faulty.csv', good.replace('PrimaryPointOfSales', 'Nothing'))
    await drop(desk, 'locationType/fresh.csv', good, 3)
    await drop(desk, 'locationType/notes.txt')
    await drop(desk, 'locationType/deeper/types.csv')
    await drop(desk, 'ships/types.csv')
    await look()
    expect(await changes(desk)).toMatchObject([{ state: 'ValidationFailed', faulty: 1 }])
    expect(await keys(desk)).toEqual([
      'locationType/deeper/types.csv',
      'locationType/fresh.csv',
      'locationType/notes.txt',
      'ships/types.csv',
      expect.stringMatching(/^taken\/locationType\/[\w-]+-faulty.csv$/),
    ])
  })

  it('is taken once by workers that look at the same moment, and again when it is put there anew', async () => {
    const desk = await open()
    await drop(desk, 'locationType/types.csv')
    await Promise.all([look(), look(), look()])
    expect(await changes(desk)).toHaveLength(1)
    expect(await keys(desk)).toHaveLength(1)
    ahead += 30_000
    await drop(desk, 'locationType/types.csv', good, 0)
    await look()
    expect(await changes(desk)).toHaveLength(2)
  })

  it('is taken once when the store fails between taking and moving', async () => {
    const desk = await open()
    await drop(desk, 'locationType/types.csv')
    await setFault('error500', 'PUT')
    expect(await look()).toBeNull()
    await setFault('none')
    // It has taken effect by now, and is still where it was put.
    expect(await changes(desk)).toMatchObject([{ state: 'Active' }])
    expect(await keys(desk)).toEqual(['locationType/types.csv'])
    await look()
    expect(await begun(desk)).toBe(1)
    expect(await keys(desk)).toEqual([expect.stringMatching(/^taken/)])
  })

  it('is taken once when the worker is killed between taking and moving', async () => {
    const desk = await open()
    await setFault('hang', 'PUT')
    await drop(desk, 'locationType/types.csv')
    const worker = await startWorker(portal, env)
    await expect.poll(() => begun(desk), { timeout: 60_000, interval: 20 }).toBe(1)
    await killWorker(portal, worker)
    await setFault('none')
    expect(await keys(desk)).toEqual(['locationType/types.csv'])
    await look()
    expect(await changes(desk)).toMatchObject([{ state: 'Active', added: 1 }])
    expect(await keys(desk)).toEqual([expect.stringMatching(/^taken/)])
  }, 120_000)

  it('of an MCI entity stands in the IO log and waits for activation (MCI-002)', async () => {
    const desk = await withCode(await openMciDesk(portal, 'ManageByMergedInputs'))
    await drop(desk, 'mci/safety/stock.csv', `Item;Pieces\n${desk.product};12\n`)
    await look()
    const { rows } = await portal.owner.query<{ job_id: string }>(
      'select job_id from mci_file where company_id = $1',
      [desk.company.id],
    )
    for (const { job_id: jobId } of rows) await watch(portal, desk.user.token, jobId)
    const page = { page: 1, pageSize: 50, sort: [], filters: {}, search: '', entityId: null }
    const log = await portal.call(entityFiles.page, desk.user.token, page)
    expect(log.body.rows).toMatchObject([{ fileName: 'stock.csv', mciInput: 'Erp', state: 'Succeeded' }])
    expect(await keys(desk)).toEqual([`taken/mci/safety/${log.body.rows[0]?.id}-stock.csv`])
  })
})

describe('[ORD-023] EDI messages in the store', () => {
  async function openEdi() {
    const shop = await openShop(portal, { product: { stock: 500 } })
    const desk = await withCode({ company: shop.company, user: shop.boss })
    return { ...desk, shop, gateway: await shop.company.user({ type: 'APIUser' }) }
  }
  type EdiDesk = Awaited<ReturnType<typeof openEdi>>
  const put = (desk: EdiDesk, name: string, text = edifact(desk.shop), seconds = 60) =>
    drop(desk, `edi/in/${name}`, text, seconds)
  async function settled({ company, gateway }: EdiDesk) {
    const { rows } = await portal.owner.query<{ job_id: string }>(
      'select distinct job_id from edi_message where company_id = $1',
      [company.id],
    )
    for (const { job_id: jobId } of rows) await watch(portal, gateway.token, jobId)
  }
  const messages = async ({ user }: EdiDesk) =>
    (await portal.call(ediMessages.page, user.token, page)).body.rows

  it('become orders of the API user, are moved away, and are answered beside them, each once', async () => {
    const desk = await openEdi()
    await put(desk, 'order.edi')
    await Promise.all([look(), look()])
    await settled(desk)
    await Promise.all([look(), look()])
    await look()
    const [message, ...others] = await messages(desk)
    expect(others).toEqual([])
    expect(message).toMatchObject({ ediState: 'Accepted', ediSource: 'Store', recordUser: desk.gateway.name })
    const mark = message?.id.slice(-12)
    expect(await keys(desk)).toEqual([
      `edi/out/${mark}-ORDRSP-PO-9.edi`,
      `taken/edi/in/${message?.id}-order.edi`,
    ])
  })

  it('that are cut off are answered with the reason; other files and fresh ones are left', async () => {
    const desk = await openEdi()
    await put(desk, 'half.edi', edifact(desk.shop).slice(0, 120))
    await put(desk, 'picture.png')
    await put(desk, 'fresh.edi', edifact(desk.shop), 3 - ahead / 1_000)
    await drop(desk, 'edi/order.edi', edifact(desk.shop))
    await look()
    await settled(desk)
    await look()
    const [message, ...others] = await messages(desk)
    expect(others).toEqual([])
    expect(message).toMatchObject({ ediState: 'Failed' })
    expect(await keys(desk)).toEqual([
      'edi/in/fresh.edi',
      'edi/in/picture.png',
      'edi/order.edi',
      `edi/out/${message?.id.slice(-12)}-half.edi.error.txt`,
      `taken/edi/in/${message?.id}-half.edi`,
    ])
  })

  it('keep their answer until the store takes it', async () => {
    const desk = await openEdi()
    await put(desk, 'order.edi')
    await look()
    await settled(desk)
    await setFault('error500', 'PUT', 3)
    await look()
    expect((await keys(desk)).filter((key) => key.startsWith('edi/out/'))).toEqual([])
    await setFault('none')
    await look()
    expect((await keys(desk)).filter((key) => key.startsWith('edi/out/'))).toHaveLength(1)
  })
})

describe('[DAT-002] a store that cannot be read', () => {
  it('is seen among the systems outside, and is looked into again', async () => {
    const desk = await open()
    const state = async () => {
      const { body } = await portal.call(getOutsideSystems, desk.user.token, {})
      return body.systems.find(({ name }) => name === 'S3')
    }
    simulator.kill('SIGKILL')
    await once(simulator, 'exit')
    expect(await look()).toBeNull()
    expect(await look()).toBeNull()
    expect(await state()).toMatchObject({ breaker: 'Open', lastError: 'ECONNREFUSED' })
    await startSimulator(new URL(url).port)
    await drop(desk, 'locationType/types.csv')
    expect(await look()).toBeNull()
    ahead += 61_000
    await look()
    expect(await changes(desk)).toMatchObject([{ state: 'Active' }])
    expect(await state()).toMatchObject({ breaker: 'Closed' })
  })

  it('because its secret was changed is named in the log, which never repeats a secret', async () => {
    await setAccess({ ...demoAccess, secret: 'changed meanwhile' })
    expect(await look()).toBeNull()
    // It answers and lets nobody in, which is to be seen where the systems outside are looked at.
    const desk = await open()
    const { body } = await portal.call(getOutsideSystems, desk.user.token, {})
    const state = body.systems.find(({ name }) => name === 'S3')
    expect(state).toMatchObject({ breaker: 'Closed', lastError: 'HTTP 403' })
    await setAccess(demoAccess)
    const log = portal.logLines.join('')
    expect(log).toContain('SignatureDoesNotMatch')
    for (const secret of [demoAccess.secret, demoAccess.key, 'Signature='])
      expect(log.includes(secret)).toBe(false)
  })
})
