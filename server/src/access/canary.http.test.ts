import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createApiKey, apiKeys } from '@kervan/contract/administration/api-keys'
import { login, refreshSession } from '@kervan/contract/access/authentication'
import {
  changePassword,
  confirmSecondFactor,
  forgotPassword,
  getSecondFactor,
  replacePassword,
  startSecondFactor,
} from '@kervan/contract/access/own-security'
import { resetPassword } from '@kervan/contract/administration/user-acts'
import { getCart } from '@kervan/contract/order/cart'
import { addDays } from '@kervan/contract/kit/days'
import { password, startPortal, type Company, type Portal } from '../../test/portal.ts'

// Every secret of signing in goes every way it can go, well and badly; afterwards nothing that was written down holds
// one of them: no log line, no column of any table (jobs, outbox, answered requests and audit entries are tables).

let portal: Portal
let company: Company
let now = new Date()
beforeAll(async () => {
  portal = await startPortal({ env: { LOG_LEVEL: 'debug' }, now: () => now })
  company = await portal.company()
})
afterAll(() => portal.close())

const canary: Record<string, string> = {}
const keep = (name: string, value: string | null | undefined) => {
  expect([name, value]).toEqual([name, expect.stringMatching(/.{6,}/)])
  canary[name] = value as string
  return value as string
}

async function goEveryWay(): Promise<void> {
  const admin = await company.user()
  const user = await company.user({ signIn: false })
  const robot = await company.user({ type: 'APIUser', signIn: false })
  const sign = (secret: string, secondFactor?: string) =>
    portal.call(login, null, {
      username: user.username,
      password: secret,
      companyIntCode: company.id,
      device: keep('device', 'canary_device_'.padEnd(43, 'D')),
      ...(secondFactor && { secondFactor }),
    })
  const spoil = (path: string, body: object) => portal.post(path, { ...body, unknown: body })

  await sign(keep('mistyped password', 'Mistyped-Canary-77!'))
  const token = keep('session token', (await sign(password)).body.Token)
  await spoil('/api/OrderNew/GetCart', { Token: token })
  await portal.call(changePassword, token, {
    oldPassword: canary['mistyped password']!,
    newPassword: keep('refused password', 'short-Canary-1'.slice(0, 11)),
  })
  await portal.call(changePassword, token, {
    oldPassword: password,
    newPassword: keep('new password', 'Nightly-Canary-Song-4!'),
  })
  await spoil('/api/Authentication/Login', {
    username: user.username,
    password: canary['new password'],
    companyIntCode: 'x',
  })

  const second = keep('second token', (await sign(canary['new password']!)).body.Token)
  const renewed = keep('renewed token', (await portal.call(refreshSession, second, {})).body.Token)
  const { body: started } = await portal.call(startSecondFactor, renewed, {
    password: canary['new password']!,
  })
  const seed = keep('seed', started.seed)
  const codeNow = () => new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: now.getTime() })
  const { body: confirmed } = await portal.call(confirmSecondFactor, renewed, { code: codeNow() })
  for (const [index, code] of confirmed.recoveryCodes.entries()) {
    keep(`recovery code ${index}`, code)
    keep(`recovery code ${index}, plain`, code.replace('-', ''))
  }
  now = new Date(now.getTime() + 30_000)
  await sign(canary['new password']!, codeNow())
  await sign(canary['new password']!, confirmed.recoveryCodes[0])
  await spoil('/api/SecondFactor/ConfirmSecondFactor', { Token: renewed, code: confirmed.recoveryCodes[1] })
  await portal.call(getSecondFactor, renewed, {})

  const temporary = keep(
    'temporary password',
    (await portal.call(resetPassword, admin.token, { membershipId: user.id, proof: { password } })).body
      .temporaryPassword,
  )
  const limited = keep('limited token', (await sign(temporary, confirmed.recoveryCodes[2])).body.Token)
  await portal.call(replacePassword, limited, {
    oldPassword: temporary,
    newPassword: keep('last password', 'Evening-Canary-Song-5!'),
  })

  await portal.call(forgotPassword, null, { username: user.username, companyIntCode: company.id })
  const mails = join(portal.app.services.config.dataDir, 'mails', 'caught.jsonl')
  const mail = await vi.waitFor(
    async () => /\\n\\n(\S{20})\\n/.exec(await readFile(mails, 'utf8'))?.[1] ?? expect.fail('no mail yet'),
    { timeout: 60_000, interval: 100 },
  )
  keep('mailed password', mail)

  const { body: made } = await portal.call(createApiKey, admin.token, {
    membershipId: robot.id,
    name: 'Canary',
    scope: ['orderNew-getCart'],
    expiresOn: addDays(now.toISOString().slice(0, 10), 10),
    requestKey: 'canary-key-1',
  })
  const key = keep('API key', made.key)
  expect((await portal.call(getCart, key, {})).status).toBe(200)
  await spoil('/api/OrderNew/GetCart', { Token: key })
  await portal.call(apiKeys.page, admin.token, {
    membershipId: null,
    page: 1,
    pageSize: 50,
    sort: [],
    filters: {},
    search: '',
  })
}

/** Every value of every column that can hold a text, in every table of ours and of the queues. */
async function everythingWritten(): Promise<{ where: string; text: string }[]> {
  const { rows: columns } = await portal.owner.query<{
    schema: string
    table: string
    column: string
    type: string
  }>(`
    select n.nspname as schema, c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and format_type(a.atttypid, null) ~ '^(text|character varying|json|jsonb|bytea|text\\[\\])'`)
  expect(columns.length).toBeGreaterThan(100)
  const written: { where: string; text: string }[] = []
  for (const { schema, table, column, type } of columns) {
    const value = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const { rows } = await portal.owner.query<{ text: string | null }>(
      `select string_agg(${value}, E'\\n') as text from "${schema}"."${table}"`,
    )
    if (rows[0]?.text) written.push({ where: `${schema}.${table}.${column}`, text: rows[0].text })
  }
  return written
}

it('[USR-009] no password, token, API key, seed, code or temporary password is written down in clear', async () => {
  await goEveryWay()
  expect(Object.keys(canary)).toEqual(
    expect.arrayContaining([
      'new password',
      'session token',
      'API key',
      'seed',
      'recovery code 0',
      'temporary password',
      'mailed password',
    ]),
  )
  const written = [...(await everythingWritten()), { where: 'the log', text: portal.logLines.join('\n') }]
  expect(written.map((one) => one.where)).toEqual(
    expect.arrayContaining([
      'public.audit_entry.operation',
      'public.outbox.payload',
      'public.answered_request.answer',
      'the log',
    ]),
  )
  const found = written.flatMap(({ where, text }) =>
    Object.entries(canary).flatMap(([name, secret]) =>
      text.includes(secret) ? [`${name} in ${where}`] : [],
    ),
  )
  expect(found).toEqual([])
})

it('the scan finds what it looks for', async () => {
  const { username } = await company.user({ signIn: false })
  const found = (await everythingWritten())
    .filter(({ text }) => text.includes(username))
    .map((one) => one.where)
  expect(found).toEqual(
    expect.arrayContaining(['public.identity.username', 'public.identity.username_folded']),
  )
})
