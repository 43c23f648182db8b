import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { portOf } from '../port.ts'

// Stands in for the part of an ERP that credits returns (MED-001): a process of its own that takes a return that has come
// in and answers with the number of a credit note. `PORT=4496 KEY=… node simulators/erp/credit-notes.ts`; its address is
// printed as the first line.
//
//   POST /returns   { returnCode, orderCode, customerCode, currency, reason, lines: [{ orderLine, productCode, gtin, quantity, amount }] }
//     Authorization: Bearer <KEY>; Idempotency-Key: whatever names the return
//   200 { creditNote, amount, repeated }    the same key has the same number
//   422 { code, message }: E01 no lines, E02 a quantity that is no positive number · 401 E08 · 400 E06 no Idempotency-Key
//   POST /admin/fault  { fault: dropAfter | refuse | error500, times }: the next so many go wrong; dropAfter has credited
//   GET  /admin/state  { asked, notes: [{ key, creditNote, returnCode, amount, times }] }

type Note = { key: string; creditNote: string; returnCode: string; amount: string; times: number }
type Line = { quantity: number; amount: string }

/** Starts it on this port; answers the address and how to stop it. */
export async function startCreditNotes(
  port = Number(process.env['PORT'] ?? 0),
  key = process.env['KEY'] ?? 'erp-key',
): Promise<{ url: string; close(): void }> {
  const notes = new Map<string, Note>()
  let asked = 0
  let fault = { fault: 'none', times: 0 }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close: () => void server.close(),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request)
    const say = (status: number, what: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(what))
    if (request.url === '/admin/state') return say(200, { asked, notes: [...notes.values()] })
    if (request.url === '/admin/fault') {
      const wanted = JSON.parse(body) as { fault: string; times?: number }
      fault = { fault: wanted.fault, times: wanted.times ?? 1 }
      return say(200, fault)
    }
    asked += 1
    if (request.headers.authorization !== `Bearer ${key}`)
      return say(401, { code: 'E08', message: 'not the key' })
    const named = request.headers['idempotency-key']
    if (typeof named !== 'string') return say(400, { code: 'E06', message: 'Idempotency-Key is missing' })
    const going = fault.times-- > 0 ? fault.fault : 'none'
    if (going === 'error500') return say(500, { code: 'E50', message: 'internal error' })
    if (going === 'refuse') return say(422, { code: 'E03', message: 'the customer is blocked' })
    const reply = credit(named, body)
    if (going === 'dropAfter') return void request.socket.destroy()
    say(reply.status, reply.body)
  }

  function credit(named: string, body: string): { status: number; body: object } {
    const known = notes.get(named)
    if (known) {
      known.times += 1
      return { status: 200, body: { creditNote: known.creditNote, amount: known.amount, repeated: true } }
    }
    const { returnCode, lines } = JSON.parse(body) as { returnCode: string; lines: Line[] }
    if (lines.length === 0) return { status: 422, body: { code: 'E01', message: 'the return has no lines' } }
    if (lines.some(({ quantity }) => !(quantity > 0)))
      return { status: 422, body: { code: 'E02', message: 'a quantity is no positive number' } }
    // Hundredths, so that sums are exact.
    const hundredths = lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
    const note = {
      key: named,
      creditNote: `CN-${String(notes.size + 1).padStart(6, '0')}`,
      returnCode,
      amount: (hundredths / 100).toFixed(2),
      times: 1,
    }
    notes.set(named, note)
    return { status: 200, body: { creditNote: note.creditNote, amount: note.amount, repeated: false } }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { url } = await startCreditNotes()
  process.stdout.write(`${url}\n`)
  process.on('disconnect', () => process.exit(0))
}
