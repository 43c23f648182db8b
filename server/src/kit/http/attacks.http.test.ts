import { statusOf } from '@kervan/contract/kit/refusal-catalogue'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createRole } from '@kervan/contract/administration/roles'
import { register } from '@kervan/contract/registration/registration'
import { uploadCartFiles } from '@kervan/contract/order/cart'
import { updateCart } from '@kervan/contract/order/cart'
import { openShop } from '../../../test/ordering.ts'
import { password, startPortal, type Portal } from '../../../test/portal.ts'
import { openTemporaryFolders } from '../temporary.ts'
import { isGoneCaller, toRefusal } from './faults.ts'
import { ofFastify } from './send.ts'

// What was found by attack: each of these was a fault of the server, or told a stranger more than it should.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ own: true })
})
afterAll(() => portal.close())

describe('a path that is no file of the web application', () => {
  let address: URL
  const app = Fastify()
  beforeAll(async () => {
    const root = await mkdtemp(join(tmpdir(), 'kervan-web-'))
    await writeFile(join(root, 'index.html'), '<!doctype html>')
    await app.register(fastifyStatic, { root })
    app.setErrorHandler((error, _, reply) => {
      const { refusal, fault } = toRefusal(ofFastify(error))
      return reply.code(statusOf(refusal.code)).send({ fault })
    })
    address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  })
  afterAll(() => app.close())

  it.each([
    '/../package.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//etc/passwd',
    '/assets/%00',
    '/assets/..%5c..%5cpackage.json',
  ])('is not found and no fault of the server: %s', async (path) => {
    const response = await new Promise<IncomingMessage>((done, failed) =>
      httpRequest({ host: address.hostname, port: address.port, path }, done).on('error', failed).end(),
    )
    expect([response.statusCode, await text(response)]).toEqual([404, expect.not.stringContaining('true')])
  })
})

describe('a body that is no text', () => {
  const role = (name: string, token: string) =>
    `{"Token":"${token}","name":"${name}","permissions":[],"secondFactorRequired":false}`

  it.each([
    ['half of a character, written as an escape', 'a\\ud800b'],
    ['the other half', 'a\\uDC00b'],
  ])('%s is refused', async (_, name) => {
    const boss = await (await portal.company()).user()
    const { status, body } = await portal.post(createRole.path, role(name, boss.token))
    expect([status, (body as { ErrorCode: string }).ErrorCode]).toEqual([422, 'BodyUnreadable'])
  })

  it('a whole character, written as two escapes, is taken', async () => {
    const boss = await (await portal.company()).user()
    const { status, body } = await portal.post(createRole.path, role('a\\ud83d\\ude00b', boss.token))
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('')])
  })

  it('bytes that are not UTF-8 are refused instead of kept as something else', async () => {
    const { buyer } = await openShop(portal)
    const body = Buffer.concat([
      Buffer.from(`{"Token":"${buyer.token}","externalPoCode":"a`),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from('","externalContact":"","note":""}'),
    ])
    const response = await fetch(`${portal.url}${updateCart.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('BodyUnreadable')
  })
})

describe('[REG-002] a name that a stranger gives', () => {
  it.each([
    ['a line break', 'a\r\nBcc: x'],
    ['an address of a page', 'Click https://evil.example'],
    ['one without its scheme', 'www.evil.example now'],
    ['a mail address', 'call@evil.example'],
  ])('with %s is refused', async (_, firstName) => {
    const company = await portal.company()
    const answer = await portal.call(register, null, {
      companyIntCode: company.id,
      firstName,
      lastName: 'B',
      username: 'somebody@example.test',
      city: 'Ankara',
      gln: '8680001000016',
      language: 'en',
    })
    expect([answer.status, answer.code]).toEqual([422, 'InvalidInput'])
  })
})

describe('an upload that is refused', () => {
  it('says that its connection ends, and the next request on the same agent is answered', async () => {
    const { buyer } = await openShop(portal)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const form = new FormData()
    form.append('Token', buyer.token)
    form.append('files', new Blob([new Uint8Array(33 * 1024 * 1024)]), 'a.pdf')
    const encoded = new Response(form)
    const body = Buffer.from(await encoded.arrayBuffer())
    const send = (headers: Record<string, string>, bytes: Buffer, path: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const request = httpRequest(`${portal.url}${path}`, { method: 'POST', agent, headers }, resolve)
        request.on('error', reject)
        request.end(bytes)
      })
    const refused = await send(
      { 'content-type': encoded.headers.get('content-type') ?? '', 'content-length': String(body.length) },
      body,
      uploadCartFiles.path,
    )
    expect([refused.statusCode, refused.headers.connection]).toEqual([422, 'close'])
    expect(await text(refused)).toContain('FileTooLarge')
    const next = await send(
      { 'content-type': 'application/json' },
      Buffer.from('{}'),
      '/api/Session/GetSession',
    )
    expect(next.statusCode).toBeGreaterThanOrEqual(200)
    next.resume()
  })
})

describe('the log', () => {
  it('holds the path of a request and not its query', async () => {
    await fetch(`${portal.url}/api/UserManagement/GetUsers?password=hunter2`)
    await expect.poll(() => portal.logLines.join()).toContain('/api/UserManagement/GetUsers')
    expect(portal.logLines.join()).not.toContain('hunter2')
  })

  it('does not end the process when it cannot be written', () => {
    const script = `import { openLog } from '${join(import.meta.dirname, '../log.ts')}'
      const log = openLog('info')
      for (let n = 0; n < 20; n++) log.info({ n }, 'line')
      await new Promise((resolve) => setTimeout(resolve, 50))
      process.stderr.write('alive')`
    const { stderr, status } = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" --input-type=module -e "$SCRIPT" > /dev/full`],
      { env: { ...process.env, SCRIPT: script }, encoding: 'utf8' },
    )
    expect([status, stderr]).toEqual([0, expect.stringContaining('alive')])
  })

  it('counts a caller that went away as nobody’s fault', () =>
    expect(
      isGoneCaller(Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })),
    ).toBe(true))
})

describe('a full disk', () => {
  it('is named, also where a library wrapped what the system said', () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
    const wrapped = new Error('cannot write file', { cause: Object.assign(new Error('x'), { cause: full }) })
    const { refusal: refused, fault } = toRefusal(wrapped)
    expect([refused.code, statusOf(refused.code), fault]).toEqual(['StorageFull', 507, true])
  })
})

describe('readiness', () => {
  it('tells nobody why it is missing', async () => {
    const own = await startPortal({ own: true })
    try {
      await own.app.services.db.close()
      const response = await fetch(`${own.url}/health/ready`)
      expect([response.status, await response.text()]).toEqual([503, 'not ready'])
      expect(own.logLines.join()).toContain('not ready')
    } finally {
      await own.close().catch(() => {})
    }
  })

  it('is missing while the disk of the data folder is full', async ({ skip }) => {
    const disk = await mkdtemp(join(tmpdir(), 'kervan-full-'))
    skip(
      process.getuid?.() !== 0 ||
        spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]).status !== 0,
      'needs the right to mount',
    )
    const own = await startPortal({ env: { PORTAL_DATA_DIR: disk } })
    try {
      const ready = async () => (await fetch(`${own.url}/health/ready`)).status
      expect(await ready()).toBe(200)
      await writeFile(join(disk, 'filler'), Buffer.alloc(20 * 1024 * 1024))
      expect(await ready()).toBe(503)
      await rm(join(disk, 'filler'))
      expect(await ready()).toBe(200)
    } finally {
      await own.close()
      spawnSync('umount', ['-l', disk])
    }
  })
})

describe('temporary folders', () => {
  it('of processes that died are emptied by the next start, those of living ones are not', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kervan-temporary-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const all = join(dataDir, 'temporary')
    for (const pid of [4_194_300, process.ppid, process.pid]) {
      await mkdir(join(all, `${hostname()}.${pid}`, 'upload-x'), { recursive: true })
      await writeFile(join(all, `${hostname()}.${pid}`, 'upload-x', '1'), 'a customer’s file')
    }
    const temporary = await openTemporaryFolders(dataDir)
    expect(await readdir(all)).toEqual([`${hostname()}.${process.ppid}`])
    const folder = await temporary.make('import')
    await openTemporaryFolders(dataDir)
    expect(await readdir(folder)).toEqual([])
  })
})

describe('[ACC-005] a sign-in that met a database that was down', () => {
  it('stands in the login log as an error once the database is back, and nothing as blocked', async () => {
    const company = await portal.company()
    const user = await company.user({ signIn: true })
    await portal.owner.query('alter table login_throttle rename to login_throttle_away')
    const signIn = () =>
      portal.post('/api/Authentication/Login', {
        username: user.username,
        password,
        companyIntCode: company.id,
      })
    try {
      expect((await signIn()).status).toBe(500)
      await portal.owner.query('alter table login_attempt rename to login_attempt_away')
      expect((await signIn()).status).toBe(500)
    } finally {
      await portal.owner.query('alter table login_attempt_away rename to login_attempt')
      await portal.owner.query('alter table login_throttle_away rename to login_throttle')
    }
    expect((await signIn()).status).toBe(200)
    const { rows } = await portal.owner.query<{ state: string }>(
      'select state from login_attempt where company_id = $1 order by at',
      [company.id],
    )
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['Error', 'Error', 'Succces', 'Succces'])
  })
})
