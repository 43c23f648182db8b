import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWarehouseSimulator, type FaultKind } from './main.ts'
import { fields, type ReportedRequest } from './reports.ts'

const key = 'key-of-the-warehouse'
let folder: string
let simulator: Awaited<ReturnType<typeof startWarehouseSimulator>>
/** Each test has a warehouse of its own. */
let warehouse = ''
let number = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kervan-warehouse-'))
  simulator = await startWarehouseSimulator(0, folder)
})
afterAll(async () => {
  await simulator.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  warehouse = `DEPO-${++number}`
  await admin('seed', { warehouses: [{ code: warehouse, key }], shares: {} })
  await admin('fault', { fault: 'none' })
})

type Received = {
  asked: number
  reports: { warehouse: string; key: string; receipt: string; way: string; times: number }[]
  requests: Record<string, number>
}
async function admin<T = unknown>(path: string, body?: object): Promise<T> {
  const response = await fetch(
    `${simulator.url}/admin/${path}`,
    body && { method: 'POST', body: JSON.stringify(body) },
  )
  return response.json() as Promise<T>
}
const setFault = (fault: FaultKind, over: object = {}) => admin('fault', { fault, times: 1, ...over })
const received = async () => {
  const { reports, requests, asked } = await admin<Received>('received')
  return { asked, requests, reports: reports.filter((one) => one.warehouse === warehouse) }
}

const requestOf = (code: string, over: Partial<ReportedRequest> = {}): ReportedRequest => ({
  requestCode: code,
  gtin: '08699999001014',
  serialNumber: 'SN-17',
  lotNumber: 'L1',
  expiryDate: '2028-01-31',
  pointOfSaleGln: '8689999100010',
  paymentLocationCode: warehouse,
  declaredSaleDate: '2026-11-20',
  validSaleDate: '2026-11-19',
  declarationId: 'D-4711',
  period: '2026-11',
  ...over,
})
const csvOf = (rows: readonly ReportedRequest[]) =>
  [fields.join(';'), ...rows.map((row) => fields.map((field) => row[field]).join(';'))].join('\r\n')

type Answer = {
  status: number
  body: { receipt?: string; repeated?: boolean; code?: string; message?: string; rows?: object[] }
}
async function send(
  name: string,
  rows: readonly ReportedRequest[],
  { way = 'reports', ...headers }: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${simulator.url}/warehouses/${warehouse}/${way}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': name, ...headers },
    body: way === 'files' ? csvOf(rows) : JSON.stringify({ requests: rows }),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

describe('[DSC-016] the simulator of the warehouses', () => {
  it('takes a report by call and by file, each with a receipt of its own', async () => {
    const call = await send('r1', [requestOf('A-1'), requestOf('A-2', { declaredSaleDate: '' })])
    const file = await send('r2', [requestOf('A-3')], { way: 'files' })
    expect([call.status, file.status]).toEqual([200, 200])
    expect(call.body).toMatchObject({
      receipt: expect.stringMatching(/^WR-\d{6}$/),
      requests: 2,
      repeated: false,
    })
    expect(file.body.receipt).not.toBe(call.body.receipt)
    expect((await received()).reports).toMatchObject([
      { key: 'r1', way: 'call', requests: ['A-1', 'A-2'], times: 1 },
      { key: 'r2', way: 'file', requests: ['A-3'], times: 1 },
    ])
  })

  it('answers the same key with the same receipt, and another report under it with a refusal', async () => {
    const first = await send('r1', [requestOf('B-1')])
    const again = await send('r1', [requestOf('B-1')])
    expect(again.body).toEqual({ ...first.body, repeated: true })
    expect((await send('r1', [requestOf('B-2')])).body.code).toBe('W09')
    const { requests, reports } = await received()
    expect([requests['B-1'], requests['B-2'], reports[0]?.times]).toEqual([1, undefined, 2])
  })

  it('shows a request that was reported twice', async () => {
    await send('r1', [requestOf('C-1')])
    await send('r2', [requestOf('C-1')])
    expect((await received()).requests['C-1']).toBe(2)
  })

  it('takes a report and closes the connection: sent again it has its receipt, and was taken once', async () => {
    await setFault('dropAfter')
    await expect(send('r1', [requestOf('D-1')])).rejects.toThrow('fetch failed')
    expect((await received()).requests['D-1']).toBe(1)
    expect((await send('r1', [requestOf('D-1')])).body).toMatchObject({ repeated: true })
    expect((await received()).requests['D-1']).toBe(1)
    await setFault('dropBefore')
    await expect(send('r2', [requestOf('D-2')])).rejects.toThrow('fetch failed')
    expect((await received()).requests['D-2']).toBeUndefined()
  })

  it('refuses with code and words, fails, is busy, and answers what nobody can read', async () => {
    await setFault('refuse', { code: 'W77', message: 'Dönem kapandı' })
    expect(await send('r1', [requestOf('E-1')])).toMatchObject({
      status: 422,
      body: { code: 'W77', message: 'Dönem kapandı' },
    })
    await setFault('error500')
    expect((await send('r1', [requestOf('E-1')])).status).toBe(500)
    await setFault('throttled')
    expect((await send('r1', [requestOf('E-1')])).status).toBe(429)
    expect((await received()).requests['E-1']).toBeUndefined()
    await setFault('malformed')
    await expect(send('r1', [requestOf('E-1')])).rejects.toThrow(SyntaxError)
    await setFault('noReceipt')
    const without = await send('r1', [requestOf('E-1')])
    expect([without.status, without.body.receipt]).toEqual([200, undefined])
    expect((await received()).requests['E-1']).toBe(1)
  })

  it('is slow, and goes wrong for one warehouse only', async () => {
    const other = warehouse
    await setFault('slow', { ms: 60_000, times: 5, warehouse: other })
    const waiting = new AbortController()
    const asked = fetch(`${simulator.url}/warehouses/${other}/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'r1' },
      body: '{}',
      signal: waiting.signal,
    })
    warehouse = `DEPO-${++number}`
    await admin('seed', { warehouses: [{ code: warehouse, key }] })
    expect((await send('r1', [requestOf('F-1')])).status).toBe(200)
    waiting.abort()
    await expect(asked).rejects.toThrow('aborted')
  })

  it('refuses a report of which anything is wrong as a whole, with every fault', async () => {
    const { status, body } = await send('r1', [
      requestOf('G-1'),
      requestOf('G-2', { gtin: '869', period: '' }),
      requestOf('G-3', { declaredSaleDate: '', validSaleDate: '', paymentLocationCode: 'ELSE' }),
      requestOf('G-1'),
    ])
    expect(status).toBe(422)
    expect(body.rows).toMatchObject([
      { requestCode: 'G-2', field: 'gtin', code: 'W02' },
      { requestCode: 'G-2', field: 'period', code: 'W01' },
      { requestCode: 'G-3', field: 'declaredSaleDate', code: 'W01' },
      { requestCode: 'G-3', field: 'paymentLocationCode', code: 'W04' },
      { requestCode: 'G-1', field: 'requestCode', code: 'W03' },
    ])
    expect((await send('r1', [])).body.code).toBe('W11')
    expect((await received()).reports).toEqual([])
  })

  it('takes nothing without its key, without the name of the report, or for nobody', async () => {
    expect((await send('r1', [requestOf('H-1')], { authorization: 'Bearer other' })).body.code).toBe('W08')
    expect((await send('', [requestOf('H-1')])).body.code).toBe('W06')
    warehouse = 'NOBODY'
    expect((await send('r1', [requestOf('H-1')])).body.code).toBe('W07')
  })

  it('takes files from a folder and writes the receipt into another', async () => {
    const inside = join(folder, warehouse, 'in')
    await mkdir(inside, { recursive: true })
    const put = async (name: string, rows: readonly ReportedRequest[]) => {
      await writeFile(join(inside, `${name}.part`), `\ufeff${csvOf(rows)}\n`)
      await rename(join(inside, `${name}.part`), join(inside, `${name}.csv`))
      await admin('scan', {})
      const text = await readFile(join(folder, warehouse, 'out', `${name}.receipt.json`), 'utf8')
      return JSON.parse(text) as Record<string, unknown>
    }
    const first = await put('2026-11', [requestOf('I-1')])
    expect(first).toMatchObject({ status: 200, repeated: false, requests: 1 })
    expect(await put('2026-11', [requestOf('I-1')])).toMatchObject({
      receipt: first['receipt'],
      repeated: true,
    })
    expect(await put('2026-12', [requestOf('I-2', { gtin: 'x' })])).toMatchObject({
      status: 422,
      code: 'W02',
    })
    expect(await readdir(inside)).toEqual([])
    expect((await received()).requests).toMatchObject({ 'I-1': 1 })
  })

  it('goes wrong by chance as seeded, the same each time', async () => {
    const run = async (name: string) => {
      await admin('seed', { seed: 7, shares: { error500: 0.3, refuse: 0.2 } })
      const said: number[] = []
      for (let at = 0; at < 30; at++)
        said.push((await send(`${name}-${at}`, [requestOf(`${name}-${at}`)])).status)
      return said
    }
    const first = await run('J')
    expect(new Set(first)).toEqual(new Set([200, 422, 500]))
    expect(await run('K')).toEqual(first)
  })
})
