import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { portOf } from '../port.ts'
import { faultOfSignature, type Access } from './signature.ts'

// Stands in for a store that speaks S3 (DAT-002) in tests and for trying it out: a process of its own that keeps objects
// in memory and checks every signature. `PORT=4477 node simulators/s3/main.ts`; its address is printed as the first line.
//
//   GET  /<bucket>?list-type=2   prefix, delimiter, continuation-token, max-keys
//   GET, PUT, DELETE /<bucket>/<key>   with range, if-match, x-amz-copy-source and its if-match
//   GET  /admin/objects          the keys, and which requests came
//   PUT  /admin/objects/<bucket>/<key>?seconds=60   puts an object that is so many seconds old
//   POST /admin/fault            { fault, times, only }: the next `times` requests (without it, all) of that method go wrong
//   POST /admin/access           { key, secret, region } that are asked for from now on

/** error500: answered as broken; hang: no answer; lost: done, but the connection ends before the answer; cut: an answer that ends in its middle; endless: a list that names the same continuation after every page. */
export const faults = ['none', 'error500', 'hang', 'lost', 'cut', 'endless'] as const
export type Fault = (typeof faults)[number]

export const demoAccess: Access = { key: 'KERVANDEMO', secret: 'kervan/demo+secret', region: 'eu-1' }

type Stored = { body: Buffer; changedAt: Date; tag: string }

/** Starts the store on this port; answers its address and how to stop it. */
export async function startS3Simulator(
  port = Number(process.env['PORT'] ?? 0),
): Promise<{ url: string; close(): Promise<void> }> {
  const objects = new Map<string, Stored>()
  const asked: string[] = []
  let access = demoAccess
  let fault: { kind: Fault; times: number; only: string | null } = { kind: 'none', times: 0, only: null }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      refuse(response, 400, error instanceof Error ? error.message : String(error)),
    )
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const open = portOf(server)
  return {
    url: `http://127.0.0.1:${open}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request
    const url = new URL(path, 'http://store')
    if (url.pathname.startsWith('/admin/')) return admin(request, response, url)
    asked.push(`${method} ${url.pathname}`)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const body = await buffer(request)
    const wrong = faultOfSignature({ method, url: path, headers }, access, new Date())
    if (wrong) return refuse(response, 403, wrong)
    const hash = headers['x-amz-content-sha256']
    if (hash !== 'UNSIGNED-PAYLOAD' && hash !== createHash('sha256').update(body).digest('hex'))
      return refuse(response, 400, 'XAmzContentSHA256Mismatch')
    const now = nextFault(method)
    if (now === 'hang') return
    if (now === 'error500') return refuse(response, 500, 'InternalError')
    serve(response, { method, url, headers, body }, now)
  }

  function serve(
    response: ServerResponse,
    {
      method,
      url,
      headers,
      body,
    }: { method: string; url: URL; headers: Record<string, string>; body: Buffer },
    now: Fault,
  ): void {
    const name = decodeURIComponent(url.pathname.slice(1))
    const send = (status: number, content: Buffer | string = '', more: Record<string, string> = {}) => {
      if (now === 'lost') return void response.destroy()
      response.writeHead(status, { 'content-length': Buffer.byteLength(content), ...more })
      if (now !== 'cut') return void response.end(content)
      response.write(content.slice(0, content.length / 2))
      setTimeout(() => response.destroy(), 20)
    }
    if (!name.includes('/') || name.endsWith('/'))
      return list(send, name.replace(/\/$/, ''), url.searchParams, now === 'endless')
    const found = objects.get(name)
    const missed = (header: string, one = found) => header in headers && headers[header] !== one?.tag
    switch (method) {
      case 'GET': {
        if (!found) return refuse(response, 404, 'NoSuchKey')
        if (missed('if-match')) return refuse(response, 412, 'PreconditionFailed')
        const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers['range'] ?? '') ?? []
        const part = found.body.subarray(Number(from), to === '' ? undefined : Number(to) + 1)
        return send('range' in headers ? 206 : 200, part, { etag: found.tag })
      }
      case 'PUT': {
        const source = headers['x-amz-copy-source']
        if (source === undefined) {
          put(name, body, new Date())
          return send(200)
        }
        const from = objects.get(decodeURIComponent(source).replace(/^\//, ''))
        if (!from) return refuse(response, 404, 'NoSuchKey')
        if (missed('x-amz-copy-source-if-match', from)) return refuse(response, 412, 'PreconditionFailed')
        put(name, from.body, new Date())
        return send(200, `<CopyObjectResult><ETag>${from.tag}</ETag></CopyObjectResult>`)
      }
      case 'DELETE':
        if (found && missed('if-match')) return refuse(response, 412, 'PreconditionFailed')
        objects.delete(name)
        return send(204)
      default:
        return refuse(response, 405, 'MethodNotAllowed')
    }
  }

  function list(
    send: (status: number, content: string) => void,
    bucket: string,
    query: URLSearchParams,
    isEndless: boolean,
  ): void {
    const prefix = query.get('prefix') ?? ''
    const delimiter = query.get('delimiter') ?? ''
    const most = Number(query.get('max-keys') ?? 1_000)
    const after = query.get('continuation-token') ?? ''
    const entries = new Map<string, Stored | null>()
    for (const [name, stored] of objects) {
      const key = name.slice(bucket.length + 1)
      if (!name.startsWith(`${bucket}/`) || !key.startsWith(prefix)) continue
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
      entries.set(...((end < 0 ? [key, stored] : [key.slice(0, end + 1), null]) as [string, Stored | null]))
    }
    const keys = [...entries.keys()].toSorted().filter((key) => key > after)
    const page = keys.slice(0, most)
    const parts = page.map((key) => {
      const stored = entries.get(key)
      return stored
        ? `<Contents><Key>${escaped(key)}</Key><LastModified>${stored.changedAt.toISOString()}</LastModified><ETag>${escaped(stored.tag)}</ETag><Size>${stored.body.length}</Size></Contents>`
        : `<CommonPrefixes><Prefix>${escaped(key)}</Prefix></CommonPrefixes>`
    })
    const last = isEndless ? 'again' : keys.length > most ? escaped(page.at(-1) ?? '') : null
    const next = last === null ? '' : `<NextContinuationToken>${last}</NextContinuationToken>`
    send(
      200,
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${last !== null}</IsTruncated>${next}${parts.join('')}</ListBucketResult>`,
    )
  }

  async function admin(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const json = (body: unknown) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const body = await buffer(request)
    const [, , what, ...rest] = url.pathname.split('/')
    if (what === 'objects' && request.method === 'PUT') {
      const age = Number(url.searchParams.get('seconds') ?? 0)
      put(decodeURIComponent(rest.join('/')), body, new Date(Date.now() - age * 1_000))
      return json({})
    }
    if (what === 'objects') return json({ keys: [...objects.keys()].toSorted(), asked })
    if (what === 'access') {
      access = JSON.parse(body.toString())
      return json({})
    }
    if (what !== 'fault') return void response.writeHead(404).end()
    const wanted: { fault: Fault; times?: number; only?: string } = JSON.parse(body.toString())
    if (!faults.includes(wanted.fault)) throw new Error(`fault is one of ${faults.join()}`)
    fault = { kind: wanted.fault, times: wanted.times ?? Infinity, only: wanted.only ?? null }
    return json({})
  }

  function nextFault(method: string): Fault {
    if (fault.times <= 0 || (fault.only !== null && fault.only !== method)) return 'none'
    fault.times -= 1
    return fault.kind
  }

  function put(name: string, body: Buffer, changedAt: Date): void {
    objects.set(name, { body, changedAt, tag: `"${createHash('md5').update(body).digest('hex')}"` })
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${escaped(code)}</Code><Message>${escaped(code)}</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const simulator = await startS3Simulator()
  process.stdout.write(`${simulator.url}\n`)
  const stop = () => void simulator.close().then(() => process.exit(0))
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Whoever started it and goes away takes it along.
  process.on('disconnect', () => process.exit(0))
}
