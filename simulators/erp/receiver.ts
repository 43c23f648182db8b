import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { portOf } from '../port.ts'

// Stands in for the side of an ERP that takes transfers of work orders (WRK-002) in demo and tests: a process of its own
// that acknowledges each line. `PORT=4497 KEY=… node simulators/erp/receiver.ts`; its address is printed as the first line.
//
//   POST /transfers   { transfer, serviceDate, sender, recipient, lines: [{ key, product, amount, … }] }
//     Authorization: Bearer <key>; Idempotency-Key: whatever names the transfer for good
//   200 { receipt, repeated, lines: [{ key, status: 'taken' | 'refused', message }] }   the same key has the same answer
//   401 E08 not the key · 400 E06 no Idempotency-Key · 409 E09 the key was used for another transfer · 422 E10 not readable
//
//   POST /admin/fault   { fault, times, ms, product, message }: the next `times` transfers (without it, all) go wrong.
//                       With `product` alone: lines of this product are refused from now on. `none` ends faults
//   GET  /admin/received   { asked, transfers: [{ key, receipt, times }], lines: { <key of a line>: how often it had an effect },
//                         goods: { <key of a line>: the product that was moved, which is the substitute where there is one } }

/**
 * dropBefore: the connection is closed and nothing was taken; dropAfter: it is closed, but the transfer was taken; slow:
 * answered after `ms`; error500; malformed: taken, and the answer is no JSON; withoutLines: taken, and only the first line is
 * acknowledged; refuse: 422 with `message`.
 */
export const faults = [
  'none',
  'dropBefore',
  'dropAfter',
  'slow',
  'error500',
  'malformed',
  'withoutLines',
  'refuse',
] as const
type FaultKind = (typeof faults)[number]
type Line = { key: string; product: string; amount: number; substitution?: boolean; substitutes?: string[] }
const goodsOf = ({ product, substitution, substitutes }: Line) =>
  substitution ? (substitutes?.[0] ?? product) : product
type Taken = {
  key: string
  receipt: string
  times: number
  hash: string
  lines: { key: string; status: 'taken' | 'refused'; message: string | null }[]
}

/** Starts the receiver. Answers its address and how to stop it. */
export async function startErpReceiver({
  port = Number(process.env['PORT'] ?? 0),
  key = process.env['KEY'] ?? 'erp-simulator-key',
  refusedProducts = (process.env['REFUSED_PRODUCTS'] ?? '').split(';').filter(Boolean),
} = {}): Promise<{ url: string; close(): Promise<void> }> {
  const taken = new Map<string, Taken>()
  const effects = new Map<string, number>()
  const goods = new Map<string, string>()
  const refused = new Set(refusedProducts)
  let asked = 0
  let fault = { kind: 'none' as FaultKind, times: 0, ms: 0, message: '' }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      json(response, 500, { code: 'E50', message: error instanceof Error ? error.message : String(error) }),
    )
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://erp')
    const body = await textOf(request)
    if (pathname === '/admin/received') return json(response, 200, received())
    if (pathname === '/admin/fault') return json(response, 200, change(body))
    if (pathname !== '/transfers' || request.method !== 'POST')
      return json(response, 404, { code: 'E07', message: 'no such address' })
    asked += 1
    if (request.headers.authorization !== `Bearer ${key}`)
      return json(response, 401, { code: 'E08', message: 'not the key' })
    const named = request.headers['idempotency-key']
    if (typeof named !== 'string' || named === '')
      return json(response, 400, { code: 'E06', message: 'Idempotency-Key is missing' })
    const going = nextFault()
    if (going.kind === 'dropBefore') return void request.socket.destroy()
    if (going.kind === 'error500') return json(response, 500, { code: 'E50', message: 'internal error' })
    if (going.kind === 'refuse') return json(response, 422, { code: 'E20', message: going.message })
    if (going.kind === 'slow') await pause(going.ms)
    const lines = linesOf(body)
    if (!lines) return json(response, 422, { code: 'E10', message: 'the transfer cannot be read' })
    const known = taken.get(named)
    const hash = createHash('sha256').update(body).digest('hex')
    if (known && known.hash !== hash)
      return json(response, 409, { code: 'E09', message: 'the key was used for another transfer' })
    const transfer = known ?? take(named, hash, lines)
    transfer.times += 1
    if (going.kind === 'dropAfter') return void request.socket.destroy()
    if (going.kind === 'malformed') return void response.writeHead(200).end('{"receipt":"ER-')
    const shown = going.kind === 'withoutLines' ? transfer.lines.slice(0, 1) : transfer.lines
    json(response, 200, { receipt: transfer.receipt, repeated: known !== undefined, lines: shown })
  }

  function take(named: string, hash: string, lines: readonly Line[]): Taken {
    const transfer: Taken = {
      key: named,
      receipt: `ER-${String(taken.size + 1).padStart(6, '0')}`,
      times: 0,
      hash,
      lines: lines.map((line) =>
        refused.has(goodsOf(line))
          ? { key: line.key, status: 'refused', message: `Material ${goodsOf(line)} is blocked` }
          : { key: line.key, status: 'taken', message: null },
      ),
    }
    for (const line of lines) goods.set(line.key, goodsOf(line))
    taken.set(named, transfer)
    for (const { key: line, status } of transfer.lines)
      if (status === 'taken') effects.set(line, (effects.get(line) ?? 0) + 1)
    return transfer
  }

  function nextFault() {
    if (fault.kind === 'none' || fault.times <= 0) return { ...fault, kind: 'none' as FaultKind }
    fault.times -= 1
    return fault
  }

  function change(body: string) {
    const wanted: Partial<Record<'fault' | 'message' | 'product', string>> & { times?: number; ms?: number } =
      JSON.parse(body || '{}')
    if (wanted.product !== undefined) refused.add(wanted.product)
    if (wanted.fault === undefined) return { refused: [...refused] }
    const kind = faults.find((one) => one === wanted.fault)
    if (!kind) throw new Error(`fault is one of ${faults.join(', ')}`)
    if (kind === 'none') refused.clear()
    fault = {
      kind,
      times: wanted.times ?? Infinity,
      ms: wanted.ms ?? 0,
      message: wanted.message ?? 'not now',
    }
    return { fault: kind }
  }

  function received() {
    return {
      asked,
      transfers: [...taken.values()].map(({ key: named, receipt, times }) => ({
        key: named,
        receipt,
        times,
      })),
      lines: Object.fromEntries(effects),
      goods: Object.fromEntries(goods),
    }
  }
}

function linesOf(body: string): Line[] | null {
  try {
    const { lines } = JSON.parse(body) as { lines: Line[] }
    return Array.isArray(lines) && lines.every(({ key, amount }) => key && amount > 0) ? lines : null
  } catch {
    return null
  }
}

function json(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const simulator = await startErpReceiver()
  process.stdout.write(`${simulator.url}\n`)
  const stop = () => void simulator.close().then(() => process.exit(0))
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Whoever started it and goes away takes it along.
  process.on('disconnect', () => process.exit(0))
}
