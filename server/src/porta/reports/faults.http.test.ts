import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { importCodes } from '@kervan/contract/porta/applications'
import { getMyDiscountRequest } from '@kervan/contract/porta/discount-requests'
import { getItsValidation, validateThroughIts } from '@kervan/contract/porta/its-validation'
import { reportRequests } from '@kervan/contract/porta/reports'
import { existing } from '@kervan/contract/kit/typed'
import { lookForDeliveries, makeDeliveriesDue } from '../../../test/deliveries.ts'
import { applyFor, openPharmacy, type Pharmacy } from '../../../test/pharmacy.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { killWorker, startWorker } from '../../../test/worker-process.ts'
import { canary, maker, payerGln, startSimulator, type Simulator } from '../evidence/its.testing.ts'

// What goes wrong in the middle: ITS of twenty packs, a worker that is killed, clocks that do not agree. Each has one
// effect, and nothing is lost.

const patience = { timeout: 90_000, interval: 200 }

describe('[DSC-009] [ITS-001] ITS goes down in the middle of twenty', () => {
  let its: Simulator
  let portal: Portal
  let pharmacy: Pharmacy
  let pharmacist: User
  beforeAll(async () => {
    its = await startSimulator()
    portal = await startPortal({ env: { ITS_URL: its.url, ITS_SPACING_MS: '0', ITS_SGK_GLN: payerGln } })
    pharmacy = await openPharmacy({ portal })
    pharmacist = await pharmacy.company.user({ locations: [pharmacy.location] })
  }, 120_000)
  afterAll(async () => {
    await portal.close()
    its.stop()
  })

  const serials = Array.from({ length: 20 }, (_, at) => `TWENTY${String(at).padStart(2, '0')}`)
  const validate = async (requestIds: readonly string[]) => {
    const { body } = await portal.call(validateThroughIts, pharmacist.token, {
      requestIds: [...requestIds],
      itsUserName: `${pharmacy.gln}0000`,
      itsPassword: canary,
    })
    const ask = async () =>
      (await portal.call(getItsValidation, pharmacist.token, { runId: body.runId })).body
    await vi.waitUntil(async () => (await ask()).finished, patience)
    return (await ask()).packs
  }
  const stateOf = async (requestId: string) =>
    (await portal.call(getMyDiscountRequest, pharmacist.token, { requestId })).body.requestState

  it('what it has answered is Pending, the others say why and stay as they are; asked again they pass as well', async () => {
    await fetch(`${its.url}/admin/seed`, {
      method: 'POST',
      body: JSON.stringify({
        gtins: [pharmacy.gtin],
        stakeholders: [{ gln: pharmacy.gln, kind: 'pharmacy', name: 'Eczane', city: 'İzmir', active: true }],
        users: { [`${pharmacy.gln}0000`]: canary },
        packs: serials.map((sn) => ({
          gtin: pharmacy.gtin,
          sn,
          bn: 'B24A07',
          xd: '2031-12-31',
          maker,
          pharmacy: pharmacy.gln,
          fate: 'sold',
        })),
      }),
    })
    const made = await Promise.all(serials.map((serial) => applyFor(pharmacy, pharmacist, serial)))
    await its.fault('partial')
    // A clock that is a day ahead of the portal's changes nothing.
    await its.clock(new Date(Date.now() + 86_400_000))
    const first = await validate(made.map(({ id }) => id))
    await its.fault('none')
    expect(first).toHaveLength(20)
    const failed = first.filter(({ result }) => result === 'Failed')
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.length).toBeLessThan(20)
    for (const { requestId, result, message } of first) {
      expect(await stateOf(requestId)).toBe(result === 'Failed' ? 'PreApplication' : 'Pending')
      if (result === 'Failed') expect(message).toBeTruthy()
    }
    const second = await validate(failed.map(({ requestId }) => requestId))
    await its.clock(null)
    expect(second.map(({ result }) => result)).toEqual(failed.map(() => 'Succeeded'))
    for (const { id } of made) expect(await stateOf(id)).toBe('Pending')
  }, 120_000)
})

describe('[DSC-004] a clock a day behind', () => {
  it('says that the day of the sale is still to come, and makes nothing', async () => {
    const behind = () => new Date(Date.now() - 86_400_000)
    const portal = await startPortal({ now: behind })
    onTestFinished(() => portal.close())
    const pharmacy = await openPharmacy({ portal })
    const pharmacist = await pharmacy.company.user({ locations: [pharmacy.location] })
    const { body } = await portal.call(importCodes, pharmacist.token, {
      dataMatrices: pharmacy.code('CLOCK01'),
      ...pharmacy.origin,
      dryRun: false,
    })
    expect(body).toMatchObject({ made: 0, results: [{ refusal: 'SaleDateInFuture' }] })
    expect(body.results[0]?.message).toContain('still to come')
  }, 60_000)
})

describe('[DSC-016] a worker is killed between sending a report and noting its receipt', () => {
  let warehouses: ChildProcess
  let url: string
  const key = 'key-of-the-warehouse'
  const post = (path: string, body: object) =>
    fetch(url + path, { method: 'POST', body: JSON.stringify(body) })
  const received = async () =>
    (await (await fetch(`${url}/admin/received`)).json()) as {
      asked: number
      reports: { receipt: string }[]
      requests: Record<string, number>
    }
  beforeAll(async () => {
    warehouses = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../../../simulators/warehouse/main.ts')],
      { env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    )
    const [line] = await once(existing(warehouses.stdout), 'data')
    url = String(line).trim()
    await post('/admin/seed', { warehouses: [{ code: 'DEPOT-KILL', key }], seed: 1 })
  }, 60_000)
  afterAll(() => void warehouses.kill())

  it('the next one sends it under the same key: the warehouse has it once, and the request its receipt', async () => {
    const env = { WAREHOUSES_URL: url, WAREHOUSES_KEYS: `DEPOT-KILL=${key}` }
    const idle = await startPortal({ worker: false, env })
    onTestFinished(() => idle.close())
    const pharmacy = await openPharmacy({ portal: idle })
    const { id: company } = pharmacy.company
    await inCompany(idle, company, `update location set code = 'DEPOT-KILL' where id = $1`, [
      pharmacy.warehouse.id,
    ])
    const pharmacist = await pharmacy.company.user({ locations: [pharmacy.location] })
    const reviewer = await pharmacy.company.user()
    const { id, code } = await applyFor(pharmacy, pharmacist, 'KILLED01')
    await inCompany(
      idle,
      company,
      `update discount_request set state = 'Approved', decided_at = now(), payment_location_code = 'DEPOT-KILL' where id = $1`,
      [id],
    )
    const seen = async () => (await idle.call(getMyDiscountRequest, pharmacist.token, { requestId: id })).body
    const worker = await startWorker(idle, env)
    // The report is with the warehouse, and the worker waits for the answer.
    await post('/admin/fault', { fault: 'slow', times: 1, ms: 3_000 })
    await idle.call(reportRequests, reviewer.token, {})
    await vi.waitUntil(async () => (await received()).asked === 1, patience)
    await killWorker(idle, worker)
    await vi.waitUntil(async () => (await received()).requests[code] === 1, patience)
    expect((await seen()).requestState).toBe('Completed')
    await startWorker(idle, env)
    await vi.waitUntil(async () => {
      await makeDeliveriesDue(idle, company)
      await lookForDeliveries(idle, company)
      return (await seen()).requestState === 'ApplicationOnThirdPartyDomain'
    }, patience)
    const { requests, reports } = await received()
    expect(requests).toEqual({ [code]: 1 })
    expect((await seen()).receipt).toBe(reports[0]?.receipt)
  }, 240_000)
})
