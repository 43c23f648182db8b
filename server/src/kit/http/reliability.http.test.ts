import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { logout } from '@kervan/contract/access/authentication'
import { uploadImport, type ImportView } from '@kervan/contract/order/order-import'
import { placeOrder } from '@kervan/contract/order/order-new'
import { getCart } from '@kervan/contract/order/cart'
import { distributeAmount, getReplenishment } from '@kervan/contract/order/replenishment'
import { approvedOrder } from '@kervan/contract/order/order-management'
import { fillCart, openShop, orderOf, stockOf, type Shop } from '../../../test/ordering.ts'
import { signIn, startPortal, type Portal } from '../../../test/portal.ts'
import { watch } from '../../../test/watch.ts'
import { killWorker, startProcess, startWorker } from '../../../test/worker-process.ts'
import { verifyAudit } from '../records/audit.ts'
import { openDatabase } from '../database/db.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import { migrate } from '../database/migrate.ts'
import { announceForgotten } from '../work/outbox.ts'
import { freePort } from '../postgres/postmaster.ts'
import { appUrlOf } from '../database/roles.ts'
import { newId } from '../database/uuid.ts'

// What a day in production brings: processes that die, a database that goes away, mail servers that say no.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ own: true })
})
afterAll(() => portal.close())

const ownerUrl = () => (portal.owner.options as { connectionString: string }).connectionString

describe('withCompany', () => {
  it('tries again when the database asks for it, and gives up after three times', async () => {
    const company = await portal.company()
    const { db } = portal.app.services
    let tries = 0
    const flaky = (times: number) =>
      db.withCompany(company.id, async (tx) => {
        tries += 1
        if (tries <= times)
          await sql`do $$ begin raise exception 'busy' using errcode = '40001'; end $$`.execute(tx)
        return 'done'
      })
    expect(await flaky(2)).toBe('done')
    tries = 0
    await expect(flaky(9)).rejects.toMatchObject({ code: '40001' })
    expect(tries).toBe(4)
  })

  it('gives back a connection that knows no company any more, also after an error', async () => {
    const company = await portal.company()
    const db = openDatabase(await appUrlOf(ownerUrl()), { max: 1, onError: () => {} })
    try {
      await expect(db.withCompany(company.id, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
      await expect(db.pool.query('select * from counter')).rejects.toThrow(
        /app.company_id|invalid input syntax/,
      )
      await expect(db.withCompany(0, async () => 1)).rejects.toThrow('not a company')
    } finally {
      await db.close()
    }
  })

  it('waits three seconds for a lock and then says that somebody is working on it', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    const client = await portal.owner.connect()
    await client.query('begin')
    await client.query('select from sales_order where id = $1 for update', [order.id])
    const answer = await portal.call(approvedOrder, shop.boss.token, {
      orderCode: order.orderCode,
      version: 1,
      lineIds: order.lines.map((line) => line.id),
    })
    await client.query('rollback')
    client.release()
    expect(answer).toMatchObject({ status: 409, code: 'RequestInFlight' })
  })

  it('survives its connections being cut under load; requests fail cleanly or succeed, and the next ones work', async () => {
    const shop = await openShop(portal)
    const asked = Promise.all(Array.from({ length: 200 }, () => portal.call(getCart, shop.buyer.token, {})))
    for (let n = 0; n < 5; n++)
      await portal.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'kervan_app' and application_name = 'kervan' and datname = current_database()`,
      )
    for (const answer of await asked) {
      if (answer.status !== 200) expect([answer.status, answer.code]).toEqual([503, 'DatabaseUnavailable'])
    }
    expect((await portal.call(getCart, shop.buyer.token, {})).status).toBe(200)
  })
})

describe('bringing the database up to date', () => {
  it('can be done by many processes at once, again and again', async () => {
    for (let round = 0; round < 4; round++)
      await expect(Promise.all(Array.from({ length: 4 }, () => migrate(ownerUrl())))).resolves.toHaveLength(4)
  })
})

describe('[USR-010] the audit log', () => {
  it('shows every change of an order, and a changed or missing entry is found', async () => {
    const shop = await openShop(portal)
    for (let n = 0; n < 3; n++) await orderOf(shop)
    const verify = () =>
      portal.app.services.db.withCompany(shop.company.id, (tx) => verifyAudit(tx, shop.company.id))
    expect(await verify()).toEqual({ entries: 3, firstBroken: null })
    await portal.owner.query(
      `update audit_entry set actor_name = 'Somebody else' where company_id = $1 and seq = 2`,
      [shop.company.id],
    )
    expect((await verify()).firstBroken).toBe(2)
    const other = await openShop(portal)
    for (let n = 0; n < 3; n++) await orderOf(other)
    await portal.owner.query('delete from audit_entry where company_id = $1 and seq = 3', [other.company.id])
    expect(
      (await portal.app.services.db.withCompany(other.company.id, (tx) => verifyAudit(tx, other.company.id)))
        .firstBroken,
    ).toBe(3)
  })

  it('keeps its order when many write at once', async () => {
    const shop = await openShop(portal)
    const buyers = await Promise.all(
      Array.from({ length: 10 }, () => shop.company.user({ customer: shop.customer })),
    )
    await Promise.all(buyers.map((buyer) => orderOf({ ...shop, buyer })))
    expect(
      await portal.app.services.db.withCompany(shop.company.id, (tx) => verifyAudit(tx, shop.company.id)),
    ).toEqual({ entries: 10, firstBroken: null })
  })
})

describe('mail', () => {
  it('leaves through SMTP after the order stands, once, in the reader’s language, without forged headers', async () => {
    const received: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _, done) => void buffer(stream).then((mail) => (received.push(String(mail)), done())),
    })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    const { port } = smtp.server.address() as { port: number }
    const own = await startPortal({
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://portal.example' },
    })
    try {
      const shop = await openShop(own, { name: 'Selvi\r\nBcc: evil@example.test' })
      const cart = await fillCart(shop, [5])
      await own.owner.query(`update membership set language = 'de' where id = $1`, [shop.buyer.id])
      await own.call(placeOrder, shop.buyer.token, { cartVersion: cart.version, requestKey: newId() })
      await expect.poll(() => received.length).toBe(1)
      expect(received[0]).toContain(`To: ${shop.buyer.username}`)
      expect(received[0]?.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
      expect(received[0]).toMatch(/hat Ihre Bestellung|=\?UTF-8/)
      expect(received[0]).toMatch(/^Content-Type: multipart\/alternative/m)
      expect(received[0]).toMatch(/^Auto-Submitted: auto-generated/m)
      expect(received[0]).toContain('https://portal.example/order/my-orders')
      await expect
        .poll(
          async () =>
            (await own.owner.query('select count(*)::int as left from outbox where done_at is null')).rows[0]
              .left,
        )
        .toBe(0)
    } finally {
      await own.close()
      await new Promise<void>((resolve) => smtp.close(resolve))
    }
  })

  it('that nobody announced, because its process died after the commit, is found and announced; what was tried or is new is not', async () => {
    const company = await portal.company()
    const put = (age: string, attempts: number) =>
      portal.owner.query(
        `insert into outbox (company_id, id, kind, payload, attempts, created_at) values ($1, $2, 'mail', $3, $4, now() - $5::interval)`,
        [
          company.id,
          newId(),
          JSON.stringify({
            to: 'lost@mail.example',
            language: 'en',
            template: 'ordersPlaced',
            facts: { name: 'N', company: 'C', count: 1, lines: 1, quantity: 1 },
          }),
          attempts,
          age,
        ],
      )
    await put('3 minutes', 0)
    await put('3 minutes', 1)
    await put('1 minute', 0)
    // The portal looks by itself once a minute and may have been first.
    const found: number[] = []
    const waiting = async () => {
      found.push(await announceForgotten(portal.app.services))
      const { rows } = await portal.owner.query<{ attempts: number }>(
        'select attempts from outbox where company_id = $1 and done_at is null order by created_at',
        [company.id],
      )
      return rows.map(({ attempts }) => attempts)
    }
    await expect.poll(waiting).toEqual([1, 0])
    expect(Math.max(...found)).toBeLessThanOrEqual(1)
  })

  it('without SMTP is caught and shown on a page', async () => {
    const shop = await openShop(portal)
    await orderOf(shop)
    await expect
      .poll(async () => (await fetch(`${portal.url}/dev/mails`)).text())
      .toContain(shop.buyer.username)
  })
})

describe('the process', () => {
  async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'kervan-process-'))
    try {
      await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  it('killed in the middle of an import leaves it to the next one, which starts it over and finishes it', async () => {
    const idle = await startPortal({ worker: false, own: true })
    try {
      const shop: Shop = await openShop(idle, { product: { variants: 50, code: 'KILL' } })
      const rows = Array.from({ length: 15_000 }, (_, row) => [
        shop.product.variants[row % 50]!.code,
        5,
        shop.location.code,
        `2099-01-${String((row % 27) + 1).padStart(2, '0')}`,
        'Road',
      ])
      const file = await buffer(
        writeWorkbook({
          sheets: [
            {
              name: 'S',
              columns: [
                'Product code',
                'Quantity',
                'Delivery location',
                'Delivery date',
                'Shipping type',
              ].map((header) => ({ header, kind: header === 'Quantity' ? 'integer' : 'text' })),
              rows,
            },
          ],
        }),
      )
      const { body } = await idle.upload(uploadImport, shop.buyer.token, {}, [{ name: 'x.xlsx', body: file }])
      const { jobId, id } = body as ImportView
      const first = await startWorker(idle)
      await expect
        .poll(
          async () => (await idle.owner.query('select done from job where id = $1', [jobId])).rows[0].done,
          { interval: 20 },
        )
        .toBeGreaterThan(500)
      await killWorker(idle, first)
      const second = await startWorker(idle)
      const job = await watch(idle, shop.buyer.token, jobId)
      expect(job).toMatchObject({ state: 'Succeeded', counts: { good: 15_000 } })
      const { rows: staged } = await idle.owner.query(
        'select count(*)::int as count from order_import_line where import_id = $1',
        [id],
      )
      expect(staged[0]).toEqual({ count: 15_000 })
      second.kill('SIGTERM')
      expect(await once(second, 'exit')).toEqual([0, null])
    } finally {
      await idle.close()
    }
  })

  it('killed while orders are placed has placed every order it acknowledged, whole, and no other twice', () =>
    inFolder(async (folder) => {
      const shop = await openShop(portal)
      const server = await startProcess(portal, folder)
      const remote: Portal = {
        ...portal,
        url: server.url,
        post: async (path, body) => {
          const response = await fetch(`${server.url}${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
          return { status: response.status, body: await response.json(), headers: response.headers }
        },
      }
      const acknowledged: string[] = []
      const buyers = await Promise.all(
        Array.from({ length: 8 }, () => shop.company.user({ customer: shop.customer })),
      )
      const carts = await Promise.all(
        buyers.map(async (buyer) => ({ buyer, cart: await fillCart(shop, [5], { buyer }) })),
      )
      const keys = new Map(buyers.map((buyer) => [buyer.id, newId()]))
      const tries = carts.map(async ({ buyer, cart }, at) => {
        if (at === 3) server.child.kill('SIGKILL')
        const { status, body } = await remote.post('/api/OrderNew/PlaceOrder', {
          Token: buyer.token,
          cartVersion: cart.version,
          requestKey: keys.get(buyer.id),
        })
        if (status === 200)
          acknowledged.push(
            ...(body as { orders: { orderCode: string }[] }).orders.map((order) => order.orderCode),
          )
      })
      await Promise.allSettled(tries)
      await server.ended
      // Every client asks again with its key, as ours does after a lost answer.
      for (const { buyer, cart } of carts)
        expect(
          (
            await portal.call(placeOrder, buyer.token, {
              cartVersion: cart.version,
              requestKey: keys.get(buyer.id)!,
            })
          ).status,
        ).toBe(200)
      const { rows } = await portal.owner.query<{ code: string; lines: number }>(
        'select o.code, count(l.id)::int as lines from sales_order o left join order_line l on l.order_id = o.id where o.company_id = $1 group by o.code order by o.code',
        [shop.company.id],
      )
      expect(rows).toHaveLength(8)
      expect(rows.every((row) => row.lines === 1)).toBe(true)
      expect(rows.map((row) => row.code)).toEqual(expect.arrayContaining(acknowledged))
    }))

  it('[ORD-017] killed while a scarce amount is given out has given out all of it or nothing, and once in the end', () =>
    inFolder(async (folder) => {
      const shop = await openShop(portal, { product: { stock: 60, pack: 12, maximum: 9_999 } })
      await orderOf(shop, [48])
      const variantId = shop.product.variants[0]?.id ?? ''
      const { body } = await portal.call(getReplenishment, shop.boss.token, {
        variantId,
        directly: true,
        backorder: true,
      })
      const given = body.lines.map(({ lineId, version }) => ({ lineId, version, quantity: 24 }))
      const request = { variantId, amount: 60, lines: given, requestKey: newId() }
      const server = await startProcess(portal, folder)
      // What is written last waits, so that the end comes in the middle of the work.
      const holder = new pg.Client({ connectionString: ownerUrl() })
      await holder.connect()
      await holder.query('begin; lock table audit_entry in exclusive mode')
      const lost = fetch(`${server.url}/api/${distributeAmount.name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...request, Token: shop.boss.token }),
      }).then(
        () => false,
        () => true,
      )
      const waiting = `select from pg_locks where relation = 'audit_entry'::regclass and not granted`
      await expect.poll(async () => (await portal.owner.query(waiting)).rowCount, { interval: 20 }).toBe(1)
      server.child.kill('SIGKILL')
      await server.ended
      expect(await lost).toBe(true)
      expect(await stockOf(shop, variantId)).toEqual({ on_hand: 60, reserved: 48 })
      await holder.query('rollback')
      await holder.end()
      const again = () => portal.call(distributeAmount, shop.boss.token, request)
      await expect.poll(async () => (await again()).status, { interval: 50 }).toBe(200)
      expect((await again()).body).toEqual({ orders: 1, lines: 1, quantity: 24, remainder: 36 })
      expect(await stockOf(shop, variantId)).toEqual({ on_hand: 60, reserved: 24 })
      const { rows } = await portal.owner.query<{ count: number }>(
        `select count(*)::int from audit_entry where company_id = $1 and operation = 'order.approved'`,
        [shop.company.id],
      )
      expect(rows).toEqual([{ count: 1 }])
    }))

  it('stops cleanly on SIGTERM, and signing out in one process holds in another', () =>
    inFolder(async (folder) => {
      const company = await portal.company()
      const user = await company.user({ signIn: false })
      const other = await startProcess(portal, folder)
      const token = await signIn(portal, company.id, user.username)
      const ask = async () =>
        (
          await fetch(`${other.url}/api/OrderNew/GetCart`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ Token: token }),
          })
        ).status
      expect(await ask()).toBe(200)
      await portal.call(logout, token, {})
      expect(await ask()).toBe(401)
      other.child.kill('SIGTERM')
      expect(await other.ended).toBe(0)
    }))

  it.each([
    ['a port that is none', { PORT: '99999' }, /PORT must be a number between 0 and 65535/],
    ['an address that is none', { DATABASE_URL: 'mysql://x' }, /DATABASE_URL must look like postgres/],
    [
      'a database that does not answer',
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' },
      /no PostgreSQL answers at 127\.0\.0\.1:1\/x; start it/,
    ],
    [
      'demo data in production',
      { NODE_ENV: 'production', DEMO: 'true' },
      /demo data is never loaded with NODE_ENV=production/,
    ],
  ])('does not start with %s, and says how to mend it', (_, env, sentence) =>
    inFolder(async (folder) => {
      const { ended, output } = await startProcess(portal, folder, env)
      expect(await ended).toBe(1)
      expect(output()).toMatch(sentence)
      expect(output()).not.toMatch(/ {4}at /)
    }),
  )

  it('says when another program has its port', () =>
    inFolder(async (folder) => {
      const taken = createServer()
      await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
      const { ended, output } = await startProcess(portal, folder, {
        PORT: String((taken.address() as { port: number }).port),
      })
      expect(await ended).toBe(1)
      expect(output()).toMatch(/Another program uses this port/)
      await new Promise((resolve) => taken.close(resolve))
    }))
})

describe('around the calls', () => {
  it('health, headers, manual and messages are there', async () => {
    expect(await (await fetch(`${portal.url}/health/live`)).text()).toBe('ok')
    expect((await fetch(`${portal.url}/health/ready`)).status).toBe(200)
    const answer = await portal.post('/api/OrderNew/GetCart', {})
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await fetch(`${portal.url}/assets/localization/tr.json`)).status).toBe(200)
    // No mail leaves a portal of the tests, and so nothing that it says claims one.
    const words = await (await fetch(`${portal.url}/assets/localization/en.json`)).text()
    expect(words).toContain('Track this order in My orders.')
    expect(words).not.toMatch(/emailed|"mailed"/)
    expect((await fetch(`${portal.url}/assets/localization/xx.json`)).status).toBe(404)
  })

  it('an answer that takes the two minutes a statement may take is not cut off, and whoever sends nothing is', () => {
    const server = portal.app.http!.server
    expect(server.timeout).toBe(130_000)
    expect(server.headersTimeout).toBeLessThanOrEqual(60_000)
    expect(server.requestTimeout).toBeLessThanOrEqual(60_000)
    // None of them means never.
    expect(Math.min(server.timeout, server.headersTimeout, server.requestTimeout)).toBeGreaterThan(0)
  })

  it('[API-009] the OpenAPI document describes every call of the contract', async () => {
    const document = (await (await fetch(`${portal.url}/api/docs/openapi.json`)).json()) as {
      openapi: string
      paths: Record<
        string,
        { post?: { requestBody: { content: Record<string, { schema: { properties: object } }> } } }
      >
    }
    expect(document.openapi).toBe('3.1.0')
    const { calls } = await import('@kervan/contract/registry')
    expect(Object.keys(document.paths).toSorted()).toEqual(calls.map((call) => call.path).toSorted())
    expect(
      document.paths['/api/OrderNew/PlaceOrder']?.post?.requestBody.content['application/json']?.schema
        .properties,
    ).toHaveProperty('Token')
    expect(await (await fetch(`${portal.url}/api/docs`)).text()).toContain('swagger-ui')
  })

  it('[SHL-014] answers in the language of Accept-Language, English for an unknown one', async () => {
    const message = async (language: string) =>
      (
        (await portal.post('/api/OrderNew/GetCart', {}, { 'accept-language': language })).body as {
          Message: string
        }
      ).Message
    expect([
      await message('tr-TR,tr;q=0.9'),
      await message('de'),
      await message('fr'),
      await message('fr;q=1, de;q=0.5'),
    ]).toEqual(['Oturum süresi doldu!', 'Sitzung abgelaufen!', 'Session Expired!', 'Sitzung abgelaufen!'])
  })

  it('metrics have a port of their own', async () => {
    const port = await freePort()
    const own = await startPortal({ env: { METRICS_PORT: String(port) } })
    await own.post('/api/OrderNew/GetCart', {})
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(text).toContain('kervan_call_seconds_count{call="OrderNew/GetCart",status="401"} 1')
    expect(text).toContain('kervan_jobs_waiting')
    await own.close()
  })
})
