import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { approvedOrder } from '@kervan/contract/order/order-management'
import { placeOrder } from '@kervan/contract/order/order-new'
import { getCart } from '@kervan/contract/order/cart'
import { setCartQuantities } from '@kervan/contract/order/cart'
import { deliveryTo, openShop, orderOf, type Shop } from '../../../test/ordering.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { verifyAudit } from '../records/audit.ts'
import { migrate } from '../database/migrate.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { newId } from '../database/uuid.ts'

// The ground gives way: the database is restarted under load, the disk runs full. What was acknowledged stays, what was
// not can be sent again under its key, and everybody is told in their words.

const passing = ['DatabaseUnavailable', 'Overloaded', 'StorageFull', 'RequestInFlight']

/** A portal on a database of its own in this folder. */
async function onOwnDatabase(dataDir: string): Promise<{ portal: Portal; postgres: EmbeddedPostgres }> {
  const postgres = await startEmbeddedPostgres({ dataDir, fsync: true })
  await migrate(postgres.ownerUrl)
  const portal = await startPortal({ database: { ownerUrl: postgres.ownerUrl, drop: () => postgres.stop() } })
  return { portal, postgres }
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kervan-outage-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/** Fills the cart and locations it, as often as it takes, each attempt under one key; answers how often it had to ask. */
async function orderAgainAndAgain(shop: Shop, buyer: User): Promise<{ code: string; refused: string[] }> {
  const refused: string[] = []
  const until = async <T extends { status: number; code: string | null }>(
    ask: () => Promise<T>,
  ): Promise<T> => {
    for (;;) {
      const answer = await ask()
      if (answer.status === 200) return answer
      expect(passing).toContain(answer.code)
      refused.push(answer.code ?? '')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const quantities = [{ variantId: shop.product.variants[0]?.id ?? '', quantity: 2 }]
  const filled = await until(() =>
    shop.portal.call(setCartQuantities, buyer.token, { delivery: deliveryTo(shop.location), quantities }),
  )
  const request = { cartVersion: filled.body.cart.version, requestKey: newId() }
  const placed = await until(() => shop.portal.call(placeOrder, buyer.token, request))
  return { code: placed.body.orders[0]?.orderCode ?? '', refused }
}

describe('a database that is restarted under load', () => {
  it('loses no order, doubles none, and the portal goes on by itself', async () => {
    const folder = ownFolder()
    const { portal } = await onOwnDatabase(folder)
    try {
      const shop = await openShop(portal)
      const buyers = await Promise.all(
        Array.from({ length: 8 }, () => shop.company.user({ customer: shop.customer })),
      )
      const refused: string[] = []
      const over = new AbortController()
      const codes: string[] = []
      const load = Promise.all(
        buyers.map(async (buyer) => {
          while (!over.signal.aborted) {
            const order = await orderAgainAndAgain(shop, buyer)
            codes.push(order.code)
            refused.push(...order.refused)
          }
        }),
      )
      for (let round = 0; round < 2; round++) {
        const before = codes.length
        await expect.poll(() => codes.length).toBeGreaterThan(before + 10)
        process.kill(
          Number(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]),
          'SIGINT',
        )
      }
      const after = codes.length
      await expect.poll(() => codes.length).toBeGreaterThan(after + 10)
      over.abort()
      await load
      expect(refused).toContain('DatabaseUnavailable')
      const { rows } = await portal.owner.query<{ code: string }>(
        'select code from sales_order where company_id = $1 order by code',
        [shop.company.id],
      )
      expect(rows.map((row) => row.code)).toEqual(codes.toSorted())
      expect(
        await portal.app.services.db.withCompany(shop.company.id, (tx) => verifyAudit(tx, shop.company.id)),
      ).toEqual({ entries: codes.length, firstBroken: null })
    } finally {
      await portal.close()
    }
  })
})

describe('a disk that runs full under the running server', () => {
  it('refuses with its name, goes on reading, and works again once there is room', async ({ skip }) => {
    const disk = join(ownFolder(), 'disk')
    mkdirSync(disk)
    skip(
      process.getuid?.() !== 0 ||
        spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk]).status !== 0,
      'needs the right to mount',
    )
    try {
      const { portal } = await onOwnDatabase(join(disk, 'database'))
      try {
        const shop = await openShop(portal)
        const order = await orderOf(shop)
        spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=4k'])

        // Writes go on as long as the pages at hand have room; then they are refused, and never half done.
        const refused = await firstRefusal(shop)
        expect(refused.message).toMatch(/no space left|database/)
        // Once in a while it is the log of the database that finds no room, and then it stops until there is some.
        if (refused.code === 'StorageFull')
          expect((await portal.call(getCart, shop.buyer.token, {})).status).toBe(200)
        else expect(refused.code).toBe('DatabaseUnavailable')

        rmSync(join(disk, 'filler'))
        await expect
          .poll(async () => (await portal.call(getCart, shop.buyer.token, {})).status, { interval: 200 })
          .toBe(200)
        const approved = await portal.call(approvedOrder, shop.boss.token, {
          orderCode: order.orderCode,
          version: order.version,
          lineIds: order.lines.map((line) => line.id),
        })
        expect(approved.status).toBe(200)
        expect(
          await portal.app.services.db.withCompany(shop.company.id, (tx) => verifyAudit(tx, shop.company.id)),
        ).toMatchObject({ firstBroken: null })
      } finally {
        await portal.close()
      }
    } finally {
      execFileSync('umount', ['-l', disk])
    }
  })
})

/** Orders and orders until the database has no page left for one. */
async function firstRefusal(shop: Shop): Promise<{ code: string; message: string }> {
  for (let tries = 0; tries < 5_000; tries++) {
    const answer = await shop.portal.call(setCartQuantities, shop.buyer.token, {
      delivery: deliveryTo(shop.location),
      quantities: [{ variantId: shop.product.variants[0]?.id ?? '', quantity: 1 + (tries % 50) }],
    })
    if (answer.status === 200) {
      const placed = await shop.portal.call(placeOrder, shop.buyer.token, {
        cartVersion: answer.body.cart.version,
        requestKey: newId(),
      })
      if (placed.status === 200) continue
      return { code: placed.code ?? '', message: placed.refused?.Message ?? '' }
    }
    return { code: answer.code ?? '', message: answer.refused?.Message ?? '' }
  }
  throw new Error('the disk never ran full')
}
