import { createServer } from 'node:http'
import { astray, issuesOf, seeded, type Issue, type Shares } from './deliveries.ts'
import { openDropFolder, openPortal, type Told } from './portal.ts'

// Stands in for the ERP of a company (ORD-009): reads its approved orders with an API key and sends the goods issues,
// also twice and out of order, until every line is completed or closed short.
//
//   PORTAL_URL=http://localhost:3000 API_KEY=kvn_… node simulators/erp/main.ts
//
//   DROP_FOLDER   writes the issues as CSV files into this folder instead: `<data>/drop/<company code>/goodsIssue`
//   RATE          messages a second (5)        BATCH       issues of one message (1)
//   PARTIAL       share of lines in parts (0.5) SHORT      share of lines closed short (0.1)
//   DUPLICATES    share that comes twice (0.2)  DISORDER   share that comes too early (0.2)
//   POLL_SECONDS  between two looks for orders (5)          DAYS  how far back orders are looked for (30)
//   SEED          the same deliveries for the same orders (1)
//   PORT          GET /admin/state: what was sent and what the portal said. The address is printed as the first line.
//
// The key needs orderManagement-getPendingOrders, orderManagement-getOrder and orderManagement-importGoodsIssues.

const number = (name: string, usual: number): number => {
  const value = Number(process.env[name] ?? usual)
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} must be a number from 0 on`)
  return value
}
const needed = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing; see the head of simulators/erp/main.ts`)
  return value
}

const portal = openPortal(needed('PORTAL_URL').replace(/\/$/, ''), needed('API_KEY'))
const dropFolder = process.env['DROP_FOLDER']
const deliver = dropFolder ? openDropFolder(dropFolder) : portal.deliver
const shares: Shares = {
  partial: number('PARTIAL', 0.5),
  short: number('SHORT', 0.1),
  duplicates: number('DUPLICATES', 0.2),
  disorder: number('DISORDER', 0.2),
}
const rate = number('RATE', 5)
const batch = Math.max(1, number('BATCH', 1))
const pollMs = number('POLL_SECONDS', 5) * 1_000
const days = number('DAYS', 30)
const chance = seeded(number('SEED', 1))

/** Codes are this run's own, so that one which is started again never sends another issue under a known code. */
const run = Date.now().toString(36).toUpperCase()
const state: {
  lines: number
  issues: number
  sent: number
  duplicates: number
  outOfOrder: number
  answers: Record<string, number>
  refused: Told[]
  failures: number
  lastFailure: string | null
} = {
  lines: 0,
  issues: 0,
  sent: 0,
  duplicates: 0,
  outOfOrder: 0,
  answers: {},
  refused: [],
  failures: 0,
  lastFailure: null,
}
const planned = new Set<string>()
const waiting: Issue[] = []
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms))
const dayFromNow = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

async function plan(): Promise<Issue[]> {
  const lines = await portal.approvedLines(dayFromNow(-days), dayFromNow(1))
  const fresh = lines.filter(({ lineCode }) => !planned.has(lineCode))
  const issues = fresh.flatMap((line) =>
    issuesOf(line, shares, chance, {
      day: dayFromNow(0),
      nextCode: () => `WA-${run}-${String(++state.issues).padStart(6, '0')}`,
    }),
  )
  for (const { lineCode } of fresh) planned.add(lineCode)
  state.lines += fresh.length
  return issues
}

/** As many as go into one message, none of them twice: what comes twice comes in two messages. */
function nextOf(issues: readonly Issue[]): Issue[] {
  const codes = new Set<string>()
  const end = issues.findIndex(({ code }) => codes.size >= batch || codes.size === codes.add(code).size)
  return issues.slice(0, end === -1 ? issues.length : end)
}

/** Sends what waits; what did not arrive stays and is sent again, which is why issues have codes. */
async function send(): Promise<void> {
  while (waiting.length > 0) {
    const some = nextOf(waiting)
    const told = await deliver(some)
    waiting.splice(0, some.length)
    state.sent += some.length
    for (const one of told) {
      state.answers[one.action] = (state.answers[one.action] ?? 0) + 1
      if (one.action === 'Faulty' && state.refused.length < 100) state.refused.push(one)
    }
    if (rate > 0) await pause(1_000 / rate)
  }
}

const server = createServer((request, response) => {
  const isState = request.url === '/admin/state'
  response
    .writeHead(isState ? 200 : 404, { 'content-type': 'application/json' })
    .end(isState ? JSON.stringify(state) : '{}')
})
await new Promise<void>((ready) => server.listen(number('PORT', 0), '127.0.0.1', ready))
process.stdout.write(`http://localhost:${(server.address() as { port: number }).port}\n`)

const stop = () => {
  server.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// Whoever started it and goes away takes it along.
process.on('disconnect', stop)

for (;;) {
  try {
    const { sent, duplicates, outOfOrder } = astray(await plan(), shares, chance)
    state.duplicates += duplicates
    state.outOfOrder += outOfOrder
    waiting.push(...sent)
    await send()
  } catch (error) {
    // Nothing is lost: what waits is sent after the next look.
    state.failures += 1
    state.lastFailure = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${state.lastFailure}\n`)
  }
  await pause(pollMs)
}
