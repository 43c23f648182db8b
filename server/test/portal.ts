// A running portal for HTTP tests: the real server on a database of its own, with companies, people and goods that a
// test builds in words. Nothing is replaced but the clock and the address it listens on.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Call, ErrorAnswer, InputOf, OutputOf } from '@kervan/contract/kit/call'
import { startApp, type App } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { AnyHandler } from '../src/kit/http/handle.ts'
import { openLog } from '../src/kit/log.ts'
import { appUrlOf } from '../src/kit/database/roles.ts'
import { createDatabase, type TestDatabase } from './cluster.ts'
import { postForm, postTo, type Posted } from './post.ts'
import { deviceOf, deviceSigned } from './devices.ts'
import { makeCompany, type Company, type CompanyOptions } from './company.ts'

export { allPermissions } from './company.ts'
export { password, signIn } from './sessions.ts'
export { inCompany } from './statements.ts'
export type * from './company.ts'

export type Answer<C> = {
  status: number
  body: OutputOf<C>
  refused: ErrorAnswer | null
  code: string | null
  headers: Headers
}

export type Portal = {
  app: App
  url: string
  owner: pg.Pool
  logLines: string[]
  company(options?: CompanyOptions): Promise<Company>
  /** A call as it travels; `token` null asks as nobody. A call of devices is made by a device of the session's user. */
  call<C extends Call>(
    call: C,
    token: string | null,
    input: InputOf<C>,
    options?: { language?: string },
  ): Promise<Answer<C>>
  /** The same without types, for what must not be accepted. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Posted>
  upload(
    call: Call,
    token: string | null,
    fields: Record<string, string>,
    files: { name: string; body: Uint8Array | string }[],
    settings?: { tokenFirst?: boolean; language?: string },
  ): Promise<Answer<Call>>
  close(): Promise<void>
}

export type PortalOptions = {
  env?: Record<string, string>
  now?: () => Date
  worker?: boolean
  database?: TestDatabase
  setup?: boolean
  own?: boolean
  /** Handlers of calls that only this test declares. */
  further?: readonly AnyHandler[]
}

const shared = new Map<boolean, Promise<Portal>>()

/**
 * The portal of this process, which all files that it runs share, so a test works in companies of its own. What looks at
 * a whole database, changes what all companies share or watches the process asks for its `own`; so does every option
 * but `worker`, without which no job runs. `database`: one that the test made, where it has to go away or run out of
 * room. `setup`: with the way to a first company.
 */
export async function startPortal({ worker = true, ...options }: PortalOptions = {}): Promise<Portal> {
  if (Object.keys(options).length > 0) return startOwn({ worker, ...options })
  const running = shared.get(worker) ?? startOwn({ worker })
  shared.set(worker, running)
  const portal = await running
  portal.logLines.length = 0
  await portal.owner.query('delete from login_throttle')
  // It ends with the process.
  return { ...portal, close: async () => {} }
}

/** Requests are not shed: how busy the machine is must not decide what a test is answered. */
async function startOwn(options: PortalOptions): Promise<Portal> {
  const database = options.database ?? (await createDatabase())
  const dataDir = await mkdtemp(join(inject('cluster').folder, 'data-'))
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    NODE_ENV: 'test',
    ENTRA_AUTHORITY: 'http://127.0.0.1:9',
    PORTAL_DATA_DIR: dataDir,
    WEB_DIST: join(dataDir, 'none'),
    ROLE: options.worker === false ? 'web' : 'all',
    REQUEST_LIMITS: 'off',
    ...options.env,
  })
  const logLines: string[] = []
  const log = openLog(process.env['TEST_LOG'] ?? 'info', { write: (line) => void logLines.push(line) })
  const app = await startApp(config, await appUrlOf(database.ownerUrl), log, {
    ...(options.now && { clock: { now: options.now } }),
    ownerUrl: database.ownerUrl,
    setup: options.setup ?? false,
    ...(options.further && { further: options.further }),
  })
  const url = (app.address ?? '').replace('localhost', '127.0.0.1')
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 4 })
  owner.on('error', () => {})

  const post: Portal['post'] = (path, body, headers = {}) =>
    postTo(`${url}${path}`, typeof body === 'string' ? body : JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    })
  const portal: Portal = {
    app,
    url,
    owner,
    logLines,
    post,
    async call(call, token, input, settings = {}) {
      const headers = { 'accept-language': settings.language ?? 'en' }
      if (call.access === 'device') {
        const device = token === null ? null : await deviceOf(portal, token)
        const body = JSON.stringify(input)
        const signed = device ? deviceSigned(device, call.path, body) : {}
        const answered = await post(call.path, body, { ...headers, ...signed })
        return answerOf(answered.status, answered.body, answered.headers)
      }
      const body = token === null ? input : { ...(input as object), Token: token }
      const { status, body: answer, headers: got } = await post(call.path, body, headers)
      return answerOf(status, answer, got)
    },
    async upload(call, token, fields, files, { tokenFirst = true, language = 'en' } = {}) {
      const form = new FormData()
      if (tokenFirst && token) form.append('Token', token)
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      for (const file of files)
        form.append('files', new Blob([new Uint8Array(Buffer.from(file.body))]), file.name)
      if (!tokenFirst && token) form.append('Token', token)
      const { status, body, headers } = await postForm(`${url}${call.path}`, form, {
        'accept-language': language,
      })
      return answerOf(status, body, headers)
    },
    company: (companyOptions = {}) => makeCompany(portal, companyOptions),
    async close() {
      await app.close()
      await owner.end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return portal
}

function answerOf<C>(status: number, body: unknown, headers: Headers): Answer<C> {
  const refused = status === 200 ? null : (body as ErrorAnswer)
  return {
    status,
    body: body as OutputOf<C>,
    refused,
    code: refused?.ErrorCode ?? null,
    headers,
  }
}
