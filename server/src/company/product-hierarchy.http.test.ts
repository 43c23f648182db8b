import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productKind, productVariantKind } from '@kervan/contract/company/products'
import {
  getProductTree,
  moveProducts,
  productGroupKind,
  productLevelKind,
} from '@kervan/contract/company/product-tree'
import { orderableProducts } from '@kervan/contract/order/order-new'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { watch } from '../../test/watch.ts'
import { openShop, type Shop } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const plain = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '' }

async function node(shop: Shop, code: string, parent: string | null, over: object = {}) {
  return portal.call(productGroupKind.save, shop.boss.token, {
    id: null,
    version: null,
    values: {
      code,
      name: `Node ${code}`,
      parent,
      orderIndex: 0,
      nameEnglish: null,
      nameTurkish: null,
      nameGerman: null,
    },
    confirmed: true,
    ...over,
  })
}
async function made(shop: Shop, code: string, parent: string | null): Promise<string> {
  const { status, body } = await node(shop, code, parent)
  expect(status).toBe(200)
  return body.id
}
async function tree(shop: Shop) {
  const { body } = await portal.call(getProductTree, shop.boss.token, {})
  return body
}
async function categorise(shop: Shop, category: string | null, over: object = {}) {
  const got = await portal.call(productKind.get, shop.boss.token, { id: shop.product.id })
  return portal.call(productKind.save, shop.boss.token, {
    id: shop.product.id,
    version: got.body.version,
    values: { ...got.body.values, category, ...over },
    confirmed: true,
  })
}
const issue = (code: string, field: string | null = 'parent') => ({
  code: 'RecordInvalid',
  refused: { Facts: { issues: [{ field, code }] } },
})

describe('[PRD-001] the hierarchy of products', () => {
  it('refuses circles and what is deeper than the levels the company has named', async () => {
    const shop = await openShop(portal)
    const a = await made(shop, 'A', null)
    await made(shop, 'B', 'A')
    await made(shop, 'C', 'B')
    const circle = await node(shop, 'A', 'C', { id: a, version: 1 })
    expect(circle).toMatchObject(issue('GroupCycle'))
    for (const depth of [1, 2, 3])
      await portal.call(productLevelKind.save, shop.boss.token, {
        id: null,
        version: null,
        values: {
          depth,
          name: `Level ${depth}`,
          nameEnglish: null,
          nameTurkish: `Seviye ${depth}`,
          nameGerman: null,
        },
        confirmed: true,
      })
    expect(await node(shop, 'D', 'C')).toMatchObject(issue('GroupTooDeep'))
    const top = await made(shop, 'T', null)
    // What moves takes what lies below it along.
    expect(await node(shop, 'A', 'T', { id: a, version: 1 })).toMatchObject(issue('GroupTooDeep'))
    expect(await tree(shop)).toMatchObject({ levels: ['Level 1', 'Level 2', 'Level 3'], maximumDepth: 3 })
    const turkish = await portal.call(getProductTree, shop.boss.token, {}, { language: 'tr' })
    expect(turkish.body.levels).toEqual(['Seviye 1', 'Seviye 2', 'Seviye 3'])
    expect((await tree(shop)).nodes.map(({ id }) => id)).toContain(top)
  })

  it('two changes at once never close a circle', async () => {
    const shop = await openShop(portal)
    const [a, b] = [await made(shop, 'A', null), await made(shop, 'B', null)]
    const answers = await Promise.all([
      node(shop, 'A', 'B', { id: a, version: 1 }),
      node(shop, 'B', 'A', { id: b, version: 1 }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  it('counts products, moves them in one change, and is not deleted while in use', async () => {
    const shop = await openShop(portal)
    const [from, to] = [await made(shop, 'FROM', null), await made(shop, 'TO', null)]
    expect((await categorise(shop, 'FROM')).status).toBe(200)
    const count = async (id: string) => (await tree(shop)).nodes.find((one) => one.id === id)?.products
    expect(await count(from)).toBe(1)
    const remove = () =>
      portal.call(productGroupKind.remove, shop.boss.token, {
        selection: { mode: 'ids', ids: [from] },
        dryRun: true,
      } as never)
    expect(JSON.stringify((await remove()).body)).toContain(shop.product.code)
    const move = () => portal.call(moveProducts, shop.boss.token, { fromId: from, toId: to })
    expect((await move()).body).toEqual({ moved: 1, waits: false })
    expect((await move()).body).toEqual({ moved: 0, waits: false })
    expect([await count(from), await count(to)]).toEqual([0, 1])
    const history = await portal.call(productKind.history, shop.boss.token, { id: shop.product.id })
    expect(history.body.versions[0]?.fields).toEqual([{ field: 'category', before: 'FROM', after: 'TO' }])
    expect(
      await portal.call(moveProducts, shop.boss.token, { fromId: from, toId: shop.product.id }),
    ).toMatchObject({ code: 'NotFound' })
  })

  it('of another company is not reached', async () => {
    const [shop, other] = [await openShop(portal), await openShop(portal)]
    const theirs = await made(other, 'THEIRS', null)
    expect(await portal.call(moveProducts, shop.boss.token, { fromId: null, toId: theirs })).toMatchObject({
      code: 'NotFound',
    })
    expect(await categorise(shop, 'THEIRS')).toMatchObject(issue('ReferenceUnknown', 'category'))
    expect((await tree(shop)).nodes).toEqual([])
  })
})

describe('[PRD-001] a hierarchy by workbook', () => {
  const header = 'Code;Name;Parent node;Position'
  async function change(shop: Shop, lines: string[], mode: 'Merge' | 'Replace' = 'Merge') {
    const sent = await portal.upload(productGroupKind.upload, shop.boss.token, { mode }, [
      { name: 'tree.csv', body: Buffer.from([header, ...lines].join('\n')) },
    ])
    expect(sent.status).toBe(200)
    const { id, jobId } = sent.body as ChangeView
    await watch(portal, shop.boss.token, jobId as string)
    return (await portal.call(productGroupKind.getChange, shop.boss.token, { changeId: id })).body
  }
  const activate = (shop: Shop, changeId: string) =>
    portal.call(productGroupKind.activate, shop.boss.token, { changeId, confirmed: true })
  const edges = async (shop: Shop) => {
    const { nodes } = await tree(shop)
    const codes = new Map(nodes.map(({ id, code }) => [id, code]))
    return nodes.map(({ code, parentId }) => `${code}<${codes.get(parentId ?? '') ?? ''}`).toSorted()
  }

  it('names nodes that the file adds further down, replaces all of them, and goes back', async () => {
    const shop = await openShop(portal)
    await made(shop, 'OLD', null)
    await made(shop, 'BELOW', 'OLD')
    await made(shop, 'STAYS', 'BELOW')
    const file = await change(
      shop,
      ['LEAF;Leaf;mid;1', 'STAYS;Stays;LEAF;0', 'MID;Middle;TOP;1', 'TOP;Top;;1'],
      'Replace',
    )
    expect(file).toMatchObject({
      state: 'Succeeded',
      counts: { added: 3, changed: 1, removed: 2, faulty: 0 },
    })
    expect((await activate(shop, file.id)).body).toMatchObject({ state: 'Active' })
    expect(await edges(shop)).toEqual(['LEAF<MID', 'MID<TOP', 'STAYS<LEAF', 'TOP<'])
    const back = await portal.call(productGroupKind.revert, shop.boss.token, {
      changeId: file.id,
      confirmed: true,
    })
    expect(back.status).toBe(200)
    expect(await edges(shop)).toEqual(['BELOW<OLD', 'OLD<', 'STAYS<BELOW'])
  })

  it('is judged after its last row: circles, a parent that is nowhere, one that is faulty itself, one in use', async () => {
    const shop = await openShop(portal)
    await made(shop, 'USED', null)
    await categorise(shop, 'USED')
    const file = await change(
      shop,
      ['A;A;B;1', 'B;B;A;1', 'C;C;NOWHERE;1', 'D;;;1', 'E;E;D;1', 'F;F;E;1', 'G;G;;1'],
      'Replace',
    )
    expect(file).toMatchObject({ state: 'ValidationFailed', counts: { added: 1, removed: 0, faulty: 7 } })
    const { body } = await portal.call(productGroupKind.changeRows.page, shop.boss.token, {
      ...plain,
      changeId: file.id,
    })
    const told = body.rows.filter(({ action }) => action === 'Faulty')
    expect(told.map(({ row, message }) => [row, message !== null])).toHaveLength(7)
    expect(JSON.stringify(told)).toMatch(/NOWHERE.*does not exist/)
    expect(JSON.stringify(told)).toMatch(/added by this same file/)
    expect((await activate(shop, file.id)).code).toBe('ChangeFaulty')
  })

  it('delivers the good rows of a tree and none that hangs on a faulty one', async () => {
    const shop = await openShop(portal)
    const row = (code: string, parent: string | null) => ({ code, name: code, parent, orderIndex: 0 })
    const { body } = await portal.call(productGroupKind.deliver, shop.boss.token, {
      rows: [row('A', 'B'), row('B', 'A'), row('C', 'A'), row('E', 'D'), row('D', null)],
    })
    expect(body.rows.map(({ action, issues }) => [action, issues[0]?.code])).toEqual([
      ['Faulty', 'GroupCycle'],
      ['Faulty', 'GroupCycle'],
      ['Faulty', 'ReferenceFaulty'],
      ['Added', undefined],
      ['Added', undefined],
    ])
    expect(await edges(shop)).toEqual(['D<', 'E<D'])
  })
})

describe('[PRD-002] what a product is found by', () => {
  const found = async (shop: Shop, search: string) =>
    (await portal.call(productKind.list.page, shop.boss.token, { ...plain, search, day: null })).body.rows
      .length
  const gtin = '8680000000013'
  const variant = (shop: Shop, code: string, number: string | null) =>
    portal.call(productVariantKind.deliver, shop.boss.token, {
      rows: [{ product: shop.product.code, code, gtin: number, status: 'Active', sortOrder: 900 }],
    })

  it('the barcodes of its variants, after saves of either and deliveries', async () => {
    const shop = await openShop(portal)
    expect((await variant(shop, 'LATE', gtin)).body.rows[0]).toMatchObject({ issues: [] })
    expect(await found(shop, gtin)).toBe(1)
    expect((await categorise(shop, null, { brand: 'Othermark' })).status).toBe(200)
    expect([await found(shop, gtin), await found(shop, 'othermark')]).toEqual([1, 1])
    await variant(shop, 'LATE', null)
    expect(await found(shop, gtin)).toBe(0)
  })

  it('the name of its node, also once that is renamed; New Order shows it', async () => {
    const shop = await openShop(portal)
    const id = await made(shop, 'OLD', null)
    await categorise(shop, 'OLD')
    expect(await found(shop, 'node old')).toBe(1)
    const renamed = await node(shop, 'OLD', null, {
      id,
      version: 1,
      values: {
        code: 'OLD',
        name: 'Freshname',
        parent: null,
        orderIndex: 1,
        nameEnglish: null,
        nameTurkish: null,
        nameGerman: null,
      },
    })
    expect(renamed.status).toBe(200)
    expect([await found(shop, 'freshname'), await found(shop, 'node old')]).toEqual([1, 0])
    const listed = await portal.call(orderableProducts.page, shop.boss.token, plain)
    expect(listed.body.rows[0]).toMatchObject({ category: 'Freshname' })
  })

  it('a listing that ends before it begins is refused', async () => {
    const shop = await openShop(portal)
    expect(await categorise(shop, null, { listedFrom: '2026-05-02', listedTo: '2026-05-01' })).toMatchObject(
      issue('BeforeListing', 'listedTo'),
    )
  })
})
