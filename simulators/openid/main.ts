import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import { portOf } from '../port.ts'
import { chooser } from './chooser.ts'
import { demoClient, demoTenant, people } from './people.ts'
import { faults, openProvider, type Fault, type Person, type Provider } from './provider.ts'

// Stands in for Microsoft Entra in demo and tests: an OpenID provider of its own process, with switches for every way
// a token can be wrong. `PORT=4455 node simulators/openid/main.ts`; the address is printed as the first line.
//
//   GET  /{tenant}/v2.0/.well-known/openid-configuration, /{tenant}/discovery/v2.0/keys
//   GET  /{tenant}/oauth2/v2.0/authorize     a page to choose a person or to cancel; `fault=` in its address spoils the token
//   POST /{tenant}/oauth2/v2.0/token         the code against PKCE
//   GET  /admin/demo                         the tenant, client and people of the demo
//   POST /admin/token                        a token at once, for tests: { tenant, clientId, nonce, person, fault }
//   POST /admin/keys                         { rotate: true }, { down: true | false }, { failing: true | false } or { slowMs: 500 }; answers how often keys were asked for

export async function startOpenIdSimulator(
  port = Number(process.env['PORT'] ?? 0),
): Promise<{ url: string; close(): Promise<void> }> {
  let provider: Provider | null = null
  const server = createServer((request, response) => {
    if (!provider) return void response.writeHead(503).end()
    answer(provider, request, response).catch((error: unknown) => {
      response.writeHead(400, { 'content-type': 'application/json', ...open }).end(
        JSON.stringify({
          error: 'invalid_request',
          error_description: error instanceof Error ? error.message : String(error),
        }),
      )
    })
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const taken = portOf(server)
  const url = `http://localhost:${taken}`
  provider = await openProvider(url)
  return { url, close: () => new Promise((done) => server.close(() => done())) }
}

/** The browser of the portal asks from another origin. */
const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST',
  'cache-control': 'no-store',
}

async function answer(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', provider.url)
  const json = (body: unknown, status = 200) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...open }).end(JSON.stringify(body))
  if (request.method === 'OPTIONS') return void response.writeHead(204, open).end()
  if (url.pathname === '/admin/demo') return json({ tenant: demoTenant, client: demoClient, people })
  if (url.pathname === '/admin/token') return json({ token: await provider.token(await bodyOf(request)) })
  if (url.pathname === '/admin/keys') return json(await provider.administer(await bodyOf(request)))
  const [, tenant = '', ...rest] = url.pathname.split('/')
  switch (rest.join('/')) {
    case 'v2.0/.well-known/openid-configuration':
      return json(provider.discovery(tenant))
    case 'discovery/v2.0/keys': {
      const keys = await provider.keys()
      if (keys === 'failing') return json({}, 503)
      return keys ? json(keys) : void response.destroy()
    }
    case 'oauth2/v2.0/authorize':
      return void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
        .end(chooser(url.searchParams, provider.people(tenant), faults))
    case 'oauth2/v2.0/choose': {
      const chosen = new URLSearchParams(await textOf(request))
      return void response.writeHead(302, { location: provider.choose(tenant, chosen) }).end()
    }
    case 'oauth2/v2.0/token':
      return json(await provider.redeem(tenant, new URLSearchParams(await textOf(request))))
    default:
      return json({ error: 'not_found' }, 404)
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

async function bodyOf<T>(request: IncomingMessage): Promise<T> {
  return JSON.parse((await textOf(request)) || '{}')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const simulator = await startOpenIdSimulator()
  process.stdout.write(`${simulator.url}\n`)
  const stop = () => void simulator.close().then(() => process.exit(0))
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Whoever started it and goes away takes it along.
  process.on('disconnect', () => process.exit(0))
}

export type { Fault, Person }
