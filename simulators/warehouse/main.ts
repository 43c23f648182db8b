import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { seeded } from '../erp/deliveries.ts'
import { portOf } from '../port.ts'
import { check, readCsv, readJson, Refused, type ReportedRequest } from './reports.ts'

// Stands in for the systems of pharmacy warehouses (DSC-016) in demo and tests: a process of its own that takes reports of
// approved discount requests, one report a call or a file, and gives a receipt for each.
// `PORT=4499 FOLDER=/data/warehouses node simulators/warehouse/main.ts`; its address is printed as the first line.
//
//   POST /warehouses/<code>/reports   { "requests": [ … ] } as JSON (`reports.ts` lists the fields)
//   POST /warehouses/<code>/files     the same as CSV: a header with the names of the fields, semicolons between them
//     Authorization: Bearer <key of the warehouse>; Idempotency-Key: whatever names the report, 1 to 200 characters
//   200 { receipt, requests, receivedAt, repeated }    taken: the same key has the same receipt, with `repeated: true`
//   422 { code, message, rows: [{ requestCode, field, code, message }] }    refused as a whole; nothing of it was taken
//   401 W08 not this warehouse's key · 404 W07 no such warehouse · 400 W06 no Idempotency-Key
//   409 W09 the key was used for another report · 429 W13 too many reports, with Retry-After · 500 W50
//   Codes of rows: W01 missing, W02 cannot be read, W03 twice in one report, W04 for another warehouse; of reports: W10
//   cannot be read, W11 empty, W12 more than 10,000 requests.
//
//   <FOLDER>/<code>/in/<name>.csv     a file that was put there whole (another name first, then renamed) is taken, its key
//     being <name>, and moved to `done`; the answer is written to `out/<name>.receipt.json`: { status, … } with the body above
//
//   POST /admin/seed    { warehouses: [{ code, key }], seed, shares: { <fault>: 0.1 } }: warehouses are added; with `shares`
//                       that part of all reports goes wrong, the same for the same seed
//   POST /admin/fault   { fault, times, warehouse, ms, code, message }: the next `times` reports (without it, all) go wrong,
//                       those to `warehouse` only where it is named. `none` ends it
//   POST /admin/scan    looks into the folders now; they are looked into each second as well
//   GET  /admin/received    { asked, reports: [{ warehouse, key, receipt, way, requests, times }],
//                             requests: { <request code>: in how many reports it was taken } }
//
// A request that is in two reports is taken twice: the warehouse pays by what it is told, and `requests` shows it.

/**
 * refuse: 422 with `code` and `message`; dropBefore: the connection is closed and nothing was taken; dropAfter: it is
 * closed, but the report was taken; slow: answered after `ms`; error500; throttled: 429; malformed: taken, and the answer is
 * no JSON; noReceipt: taken, and the answer has no number.
 */
export const faults = [
  'none',
  'refuse',
  'dropBefore',
  'dropAfter',
  'slow',
  'error500',
  'throttled',
  'malformed',
  'noReceipt',
] as const
export type FaultKind = (typeof faults)[number]

type Fault = {
  kind: FaultKind
  times: number
  warehouse: string | null
  ms: number
  code: string
  message: string
}
type Report = {
  warehouse: string
  key: string
  receipt: string
  way: 'call' | 'file' | 'folder'
  receivedAt: string
  requests: string[]
  /** How often it came. */
  times: number
  hash: string
}
type Reply = { status: number; body: object }

const noFault: Fault = { kind: 'none', times: 0, warehouse: null, ms: 0, code: 'W99', message: '' }
const scanEveryMs = 1_000

/** Starts the warehouses on this port; `folder`: where files for them are put. Answers the address and how to stop it. */
export async function startWarehouseSimulator(
  port = Number(process.env['PORT'] ?? 0),
  folder: string | null = process.env['FOLDER'] ?? null,
): Promise<{ url: string; close(): Promise<void> }> {
  const keys = new Map<string, string>()
  const reports = new Map<string, Report>()
  let asked = 0
  let fault = noFault
  let shares: [FaultKind, number][] = []
  let chance = seeded(1)

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      json(response, 500, { code: 'W50', message: error instanceof Error ? error.message : String(error) }),
    )
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  let scanning = Promise.resolve()
  const scanOnce = () => (scanning = scanning.then(scan))
  const timer = setInterval(() => void scanOnce(), scanEveryMs)
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    async close() {
      clearInterval(timer)
      await scanning
      await new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://warehouse')
    const body = await textOf(request)
    if (pathname.startsWith('/admin/')) return admin(response, pathname, body)
    const [, warehouse = '', way] = /^\/warehouses\/([^/]+)\/(reports|files)$/.exec(pathname) ?? []
    if (!way || request.method !== 'POST')
      return json(response, 404, { code: 'W07', message: 'no such address' })
    const code = decodeURIComponent(warehouse)
    asked += 1
    const key = keys.get(code)
    if (key === undefined) return json(response, 404, { code: 'W07', message: `no warehouse ${code}` })
    if (request.headers.authorization !== `Bearer ${key}`)
      return json(response, 401, { code: 'W08', message: 'not the key of this warehouse' })
    const named = request.headers['idempotency-key']
    if (typeof named !== 'string' || named === '' || named.length > 200)
      return json(response, 400, { code: 'W06', message: 'Idempotency-Key is missing' })
    const going = nextFault(code)
    if (going.kind === 'dropBefore') return void request.socket.destroy()
    if (going.kind === 'error500') return json(response, 500, { code: 'W50', message: 'internal error' })
    if (going.kind === 'throttled')
      return json(response, 429, { code: 'W13', message: 'too many reports' }, { 'retry-after': '60' })
    if (going.kind === 'slow') await pause(going.ms)
    const reply =
      going.kind === 'refuse'
        ? refusal(new Refused(going.code, going.message))
        : take(code, named, way === 'reports' ? 'call' : 'file', body)
    if (going.kind === 'dropAfter') return void request.socket.destroy()
    if (going.kind === 'malformed') return void response.writeHead(reply.status).end('{"receipt":"WR-')
    const { receipt, ...others } = reply.body as Record<string, unknown>
    json(response, reply.status, going.kind === 'noReceipt' || receipt === undefined ? others : reply.body)
  }

  /** Takes a report, or says why not. One that came before under its key gets its receipt again. */
  function take(warehouse: string, key: string, way: Report['way'], body: string): Reply {
    const hash = createHash('sha256').update(body).digest('hex')
    const name = JSON.stringify([warehouse, key])
    const known = reports.get(name)
    if (known && known.hash !== hash)
      return { status: 409, body: { code: 'W09', message: 'the key was used for another report' } }
    if (known) {
      known.times += 1
      return { status: 200, body: receiptOf(known, true) }
    }
    let requests: ReportedRequest[]
    try {
      requests = way === 'call' ? readJson(body) : readCsv(body)
      check(requests, warehouse)
    } catch (error) {
      if (error instanceof Refused) return refusal(error)
      throw error
    }
    const report: Report = {
      warehouse,
      key,
      receipt: `WR-${String(reports.size + 1).padStart(6, '0')}`,
      way,
      receivedAt: new Date().toISOString(),
      requests: requests.map(({ requestCode }) => requestCode),
      times: 1,
      hash,
    }
    reports.set(name, report)
    return { status: 200, body: receiptOf(report, false) }
  }

  function nextFault(warehouse: string): Fault {
    if (fault.kind !== 'none' && fault.times > 0 && (fault.warehouse ?? warehouse) === warehouse) {
      fault.times -= 1
      return fault
    }
    let left = shares.length > 0 ? chance() : 1
    for (const [kind, share] of shares) {
      if (left < share) return { ...noFault, kind, message: 'refused by chance' }
      left -= share
    }
    return noFault
  }

  /** What lies in the folders, each warehouse's in the order of its names. A folder has no fault but the report's own. */
  async function scan(): Promise<void> {
    if (folder === null) return
    for (const warehouse of keys.keys()) {
      const [inside, done, out] = ['in', 'done', 'out'].map((name) => join(folder, warehouse, name))
      if (!inside || !done || !out) continue
      const names = (await readdir(inside).catch(() => [])).filter((name) => name.endsWith('.csv'))
      for (const name of names.toSorted()) {
        asked += 1
        const key = name.slice(0, -'.csv'.length)
        const going = nextFault(warehouse)
        if (going.kind === 'error500' || going.kind === 'dropBefore') continue
        const { status, body } =
          going.kind === 'refuse'
            ? refusal(new Refused(going.code, going.message))
            : take(warehouse, key, 'folder', await readFile(join(inside, name), 'utf8'))
        await mkdir(done, { recursive: true })
        await mkdir(out, { recursive: true })
        if (going.kind !== 'dropAfter') {
          const target = join(out, `${key}.receipt.json`)
          await writeFile(`${target}.part`, JSON.stringify({ status, ...body }))
          await rename(`${target}.part`, target)
        }
        await rename(join(inside, name), join(done, name))
      }
    }
  }

  async function admin(response: ServerResponse, path: string, body: string): Promise<void> {
    const wanted: Record<string, unknown> = body === '' ? {} : JSON.parse(body)
    switch (path) {
      case '/admin/seed': {
        const { warehouses = [], seed, shares: wrong = {} } = wanted as Partial<Seed>
        for (const { code, key } of warehouses) keys.set(code, key)
        if (seed !== undefined) chance = seeded(seed)
        shares = Object.entries(wrong).map(([kind, share]) => [faultNamed(kind), share])
        return json(response, 200, { warehouses: [...keys.keys()] })
      }
      case '/admin/fault': {
        const { times, ms, code, message, warehouse } = wanted as Partial<Fault>
        const kind = faultNamed(wanted['fault'] ?? 'none')
        fault = {
          kind,
          times: times ?? Infinity,
          warehouse: warehouse ?? null,
          ms: ms ?? 0,
          code: code ?? 'W99',
          message: message ?? 'the warehouse does not take this report',
        }
        return json(response, 200, { fault: kind })
      }
      case '/admin/scan':
        await scanOnce()
        return json(response, 200, {})
      case '/admin/received':
        return json(response, 200, received())
      default:
        return json(response, 404, {})
    }
  }

  function received() {
    const requests: Record<string, number> = {}
    for (const report of reports.values())
      for (const code of report.requests) requests[code] = (requests[code] ?? 0) + 1
    return { asked, reports: [...reports.values()].map(({ hash: _hash, ...shown }) => shown), requests }
  }
}

type Seed = {
  warehouses: { code: string; key: string }[]
  seed: number
  shares: Record<string, number>
}

const receiptOf = ({ receipt, requests, receivedAt }: Report, repeated: boolean) => ({
  receipt,
  requests: requests.length,
  receivedAt,
  repeated,
})

const refusal = ({ code, message, rows }: Refused): Reply => ({ status: 422, body: { code, message, rows } })

function faultNamed(name: unknown): FaultKind {
  const kind = faults.find((one) => one === name)
  if (!kind) throw new Error(`fault is one of ${faults.join(', ')}`)
  return kind
}

function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const simulator = await startWarehouseSimulator()
  process.stdout.write(`${simulator.url}\n`)
  const stop = () => void simulator.close().then(() => process.exit(0))
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Whoever started it and goes away takes it along.
  process.on('disconnect', () => process.exit(0))
}
