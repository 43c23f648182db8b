import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { portOf } from '../port.ts'
import { movementsPage, signInPage } from './pages.ts'
import { Fault } from './packs.ts'
import { Registry } from './registry.ts'
import { seedPacks, type Seed } from './seed.ts'
import { services, type Answer, type Body } from './services.ts'

// Stands in for the Turkish drug-tracking system (ITS-001) in demo and tests: a process of its own that speaks its REST
// protocol and shows the pages of its stakeholders. `PORT=4488 node simulators/its/main.ts`; its address is printed as the
// first line. Paths are taken with and without a slash at their end.
//
//   POST /token/app/token/           { username, password } → { token }, good for an hour of the simulator's clock
//   POST /<service>/                 what `services.ts` lists, with Authorization: Bearer <token>
//   GET  /portal/login, POST /portal/login, GET /portal/movements?gtin=&sn=   the pages, with a cookie
//   POST /admin/seed                 { stakeholders, gtins, users: { <user name>: <password> }, packs } are added
//   POST /admin/pack                 { gtin, sn, … } changes a pack: recalled, finalized, queriedByPayer
//   POST /admin/clock                { now } from now on, or { now: null } for the machine's
//   POST /admin/fault                { fault, times, ms, spelling }: the next `times` calls (without it, all) go wrong
//   GET  /admin/asked                which calls came, without what they carried

/** slow: answered after `ms`; error500; expired: token and cookie are not taken; malformed: half of an answer; throttled; partial: every second pack fails in the system. */
export const faults = ['none', 'slow', 'error500', 'expired', 'malformed', 'throttled', 'partial'] as const
export type FaultKind = (typeof faults)[number]
/** The ways in which the number of a notification is spelled in the wild. */
export const spellings = ['notificationid', 'notification_id', 'notificationId', 'NOTIFICATIONID'] as const

export const payerGln = '8680000000017'
const tokenMinutes = 60

type Settings = { kind: FaultKind; times: number; ms: number; spelling: (typeof spellings)[number] }

/** Starts the system on this port, empty; answers its address and how to stop it. */
export async function startItsSimulator(
  port = Number(process.env['PORT'] ?? 0),
): Promise<{ url: string; registry: Registry; close(): Promise<void> }> {
  let clock: Date | null = null
  const now = () => clock ?? new Date()
  const registry = new Registry({ now, payer: payerGln })
  const users = new Map<string, string>()
  const tokens = new Map<string, { gln: string; until: number }>()
  const asked: string[] = []
  let fault: Settings = { kind: 'none', times: 0, ms: 0, spelling: 'notificationid' }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (error instanceof Fault) return json(response, 200, { fc: error.code, fm: error.message })
      return json(response, 400, { fc: '11031', fm: error instanceof Error ? error.message : String(error) })
    })
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const open = portOf(server)
  return {
    url: `http://127.0.0.1:${open}`,
    registry,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://its')
    const path = url.pathname.replace(/\/$/, '')
    const body = await textOf(request)
    if (path.startsWith('/admin/')) return admin(response, path, body)
    asked.push(path)
    const kind = nextFault()
    if (kind === 'slow') await pause(fault.ms)
    if (kind === 'error500') return json(response, 500, { fc: '11002', fm: 'database error' })
    if (kind === 'throttled') return json(response, 429, { fc: '11005', fm: 'too many inquiries' })
    if (path.startsWith('/portal/')) return pages(request, response, { url, body, kind })
    if (path === '/token/app/token') return json(response, 200, signIn(JSON.parse(body) as Body))
    const caller = callerOf(request.headers.authorization)
    if (!caller || kind === 'expired') return json(response, 401, { fc: '11023', fm: 'not authorised' })
    const service = services[path]
    if (!service) return json(response, 404, { fc: '11021', fm: `no service ${path}` })
    const given =
      kind === 'partial' ? withoutEverySecond(JSON.parse(body) as Body) : (JSON.parse(body) as Body)
    const result = service(registry, caller, given)
    if (kind === 'malformed') return void response.writeHead(200).end('{"notificationid":"12')
    return json(response, 200, spelled(kind === 'partial' ? withFailed(result, body) : result))
  }

  function signIn(body: Body): Answer {
    const [username, password] = [String(body['username']), String(body['password'])]
    if (users.get(username) !== password) throw new Fault('11023', 'user name or password is wrong')
    const token = randomUUID()
    tokens.set(token, { gln: username.slice(0, 13), until: now().getTime() + tokenMinutes * 60_000 })
    return { token }
  }

  function callerOf(header: string | undefined): string | null {
    const token = tokens.get(/^Bearer (.+)$/.exec(header ?? '')?.[1] ?? '')
    return token && token.until > now().getTime() ? token.gln : null
  }

  function nextFault(): FaultKind {
    if (fault.kind === 'none' || fault.times <= 0) return 'none'
    fault.times -= 1
    return fault.kind
  }

  function spelled(result: Answer): Answer {
    const { notificationid, ...rest } = result
    return notificationid === undefined ? rest : { [fault.spelling]: notificationid, ...rest }
  }

  function pages(
    request: IncomingMessage,
    response: ServerResponse,
    { url, body, kind }: { url: URL; body: string; kind: FaultKind },
  ): void {
    const html = (status: number, content: string, headers: Record<string, string> = {}) =>
      void response
        .writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
        .end(kind === 'malformed' ? content.slice(0, content.length / 2) : content)
    if (url.pathname === '/portal/login' && request.method === 'POST') {
      const form = new URLSearchParams(body)
      try {
        const { token } = signIn({ username: form.get('kullanici'), password: form.get('sifre') })
        return html(303, '', {
          location: '/portal/movements',
          'set-cookie': `oturum=${String(token)}; HttpOnly; Path=/portal`,
        })
      } catch {
        return html(200, signInPage('Kullanıcı adı veya şifre hatalı.'))
      }
    }
    const session = /oturum=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
    if (url.pathname === '/portal/login' || kind === 'expired' || !callerOf(`Bearer ${session ?? ''}`))
      return html(200, signInPage())
    const code = { gtin: url.searchParams.get('gtin') ?? '', sn: url.searchParams.get('sn') ?? '' }
    const pack = registry.find(code)
    const moved = registry.movements.filter(({ gtin, sn }) => gtin === pack?.gtin && sn === pack.sn)
    return html(200, movementsPage(pack, moved))
  }

  function admin(response: ServerResponse, path: string, body: string): void {
    const wanted: Body = body === '' ? {} : (JSON.parse(body) as Body)
    switch (path) {
      case '/admin/seed': {
        const { stakeholders = [], gtins = [], users: people = {}, packs = [] } = wanted as Partial<Seed>
        for (const one of stakeholders) registry.stakeholders.set(one.gln, one)
        for (const gtin of gtins) registry.gtins.add(gtin)
        for (const [name, password] of Object.entries(people)) users.set(name, password)
        seedPacks(registry, packs, payerGln)
        return json(response, 200, {
          payer: payerGln,
          stakeholders: registry.stakeholders.size,
          gtins: registry.gtins.size,
        })
      }
      case '/admin/pack':
        return json(response, 200, changePack(wanted))
      case '/admin/clock':
        clock = typeof wanted['now'] === 'string' ? new Date(wanted['now']) : null
        return json(response, 200, { now: now().toISOString() })
      case '/admin/fault':
        fault = faultOf(wanted)
        return json(response, 200, { fault: fault.kind })
      case '/admin/asked':
        return json(response, 200, { asked })
      default:
        return json(response, 404, {})
    }
  }

  function changePack({ gtin, sn, recalled, finalized, queriedByPayer }: Body): Answer {
    const pack = registry.find({ gtin: String(gtin), sn: String(sn) })
    if (!pack) throw new Fault('10201', 'unknown pack')
    if (typeof recalled === 'boolean') pack.recalled = recalled
    if (pack.sale && typeof finalized === 'boolean') pack.sale.finalized = finalized
    if (pack.sale && typeof queriedByPayer === 'boolean') pack.sale.queriedByPayer = queriedByPayer
    return { pack }
  }
}

function faultOf({ fault = 'none', times, ms, spelling }: Body): Settings {
  const kind = faults.find((one) => one === fault)
  if (!kind) throw new Error(`fault is one of ${faults.join(', ')}`)
  return {
    kind,
    times: typeof times === 'number' ? times : Infinity,
    ms: typeof ms === 'number' ? ms : 0,
    spelling: spellings.find((one) => one === spelling) ?? 'notificationid',
  }
}

const listOf = (body: Body): unknown[] => (Array.isArray(body['productList']) ? body['productList'] : [])

/** Only every other pack is notified: the system fails for the rest. */
const withoutEverySecond = (body: Body): Body => ({
  ...body,
  productList: listOf(body).filter((_, index) => index % 2 === 0),
})

/** The answer with those that failed, in the order in which they were asked. */
function withFailed(result: Answer, body: string): Answer {
  const key = 'productList' in result ? 'productList' : 'responseObjectList'
  const done = Array.isArray(result[key]) ? [...(result[key] as unknown[])] : []
  const all = listOf(JSON.parse(body) as Body) as { gtin: string; sn: string }[]
  return {
    ...result,
    [key]: all.map(({ gtin, sn }, index) => (index % 2 === 0 ? done.shift() : { gtin, sn, uc: '10206' })),
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const simulator = await startItsSimulator()
  process.stdout.write(`${simulator.url}\n`)
  const stop = () => void simulator.close().then(() => process.exit(0))
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Whoever started it and goes away takes it along.
  process.on('disconnect', () => process.exit(0))
}
