import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getProductMatrix, saveProductMatrix } from '@kervan/contract/company/product-matrix'
import { getProductOverview, productSupply } from '@kervan/contract/company/product-parts'
import { productVariantKind } from '@kervan/contract/company/products'
import { supplyRelationKind } from '@kervan/contract/company/network'
import type { InputOf } from '@kervan/contract/kit/call'
import { openShop, orderOf, page, type Shop } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'

// A product's colours and sizes in one matrix, the product at a glance, and who supplies it where.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

type Rows = InputOf<typeof saveProductMatrix>['rows']
const open = () => openShop(portal, { product: { variants: 3, code: 'SHIRT', stock: 10 } })
const look = async ({ boss, product }: Shop) =>
  (await portal.call(getProductMatrix, boss.token, { productId: product.id })).body
const save = ({ boss, product }: Shop, rows: Rows, token = boss.token) =>
  portal.call(saveProductMatrix, token, { productId: product.id, rows })

describe('[PRD-002] the variants of a product in one matrix', () => {
  it('are saved together: prices, barcodes, states and a new one, as one change with one entry', async () => {
    const shop = await open()
    const { variants, productCode } = await look(shop)
    expect(productCode).toBe('SHIRT')
    const [one, two] = variants
    const rows: Rows = [
      { id: one!.id, version: one!.version, gtin: '4006381333931', listPrice: '12.5' },
      { id: two!.id, version: two!.version, status: 'Passive' },
      { id: null, version: null, code: 'SHIRT-NEW', color: 'Lime', size: 'XL', status: 'Active' },
    ]
    const saved = await save(shop, rows)
    expect(saved).toMatchObject({ status: 200, body: { saved: 3, waits: false } })
    const after = (await look(shop)).variants
    expect(after).toHaveLength(4)
    expect(after.find(({ id }) => id === one!.id)).toMatchObject({
      gtin: '4006381333931',
      listPrice: '12.5',
      version: one!.version + 1,
      color: one!.color,
    })
    expect(after.find(({ code }) => code === 'SHIRT-NEW')).toMatchObject({ color: 'Lime', size: 'XL' })
    const { rows: entries } = await portal.owner.query(
      `select after from audit_entry where company_id = $1 and record_id = $2`,
      [shop.company.id, saved.body.changeId],
    )
    expect(entries).toMatchObject([{ after: { added: 1, changed: 2, removed: 0 } }])
    // It is reverted in one step like every change.
    const changeId = saved.body.changeId as string
    const back = { changeId, confirmed: true }
    expect((await portal.call(productVariantKind.revert, shop.boss.token, back)).body.state).toBe('Reverted')
    expect((await look(shop)).variants).toHaveLength(3)
  })

  it('are refused whole at the cells that are wrong, and nothing is written', async () => {
    const shop = await open()
    const { variants } = await look(shop)
    const [one, two] = variants
    const refused = await save(shop, [
      { id: one!.id, version: one!.version, listPrice: '9' },
      { id: two!.id, version: two!.version, gtin: '4006381333932' },
      { id: null, version: null, code: one!.code, color: 'Lime', size: 'XL' },
      { id: null, version: null, code: 'TWICE', color: one!.color, size: one!.size },
    ])
    expect(refused).toMatchObject({ status: 422, code: 'RecordInvalid' })
    const issues = refused.refused?.Facts?.['issues'] as { field: string; code: string; message: string }[]
    expect(issues.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'rows.1.gtin CheckDigitWrong',
      'rows.2.code KeyTaken',
      'rows.3.code CellTaken',
    ])
    for (const { message } of issues) expect(message).not.toMatch(/masterData|\{\{/)
    expect((await look(shop)).variants).toEqual(variants)
  })

  it('say who was quicker, and are nobody else’s', async () => {
    const shop = await open()
    const [one] = (await look(shop)).variants
    const row = { id: one!.id, version: one!.version }
    const both = await Promise.all([
      save(shop, [{ ...row, listPrice: '1' }]),
      save(shop, [{ ...row, listPrice: '2' }]),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)).toMatchObject({
      code: 'ChangedMeanwhile',
      refused: { Facts: { changedBy: shop.boss.name } },
    })
    const stranger = await (await portal.company()).user()
    expect((await save(shop, [row], stranger.token)).status).toBe(404)
    const other = await shop.company.product({ code: 'OTHER' })
    const foreign = other.variants[0]!
    expect((await save(shop, [{ id: foreign.id, version: 1, listPrice: '1' }])).code).toBe('NotFound')
    const part = await shop.company.user({ customer: shop.customer, locations: [shop.location] })
    expect((await save(shop, [row], part.token)).code).toBe('WholeCompanyNeeded')
  })
})

it('[PRD-001] a product at a glance counts its variants, stock, restrictions and orders', async () => {
  const shop = await open()
  await orderOf(shop, [2])
  await shop.company.block(shop.product, shop.location)
  const ask = { productId: shop.product.id }
  const { body } = await portal.call(getProductOverview, shop.boss.token, ask)
  expect(body).toMatchObject({
    status: 'Active',
    variants: 3,
    activeVariants: 3,
    onHand: 30,
    free: 28,
    restrictions: 1,
    orders: 1,
    pieces: 2,
    nextPrice: null,
  })
  const stranger = await (await portal.company()).user()
  expect((await portal.call(getProductOverview, stranger.token, ask)).code).toBe('NotFound')
})

it('[PRD-001] [LOC-004] who supplies a product where: the nearest supplier that has free pieces, or nobody', async () => {
  const shop = await open()
  const { company, boss, customer } = shop
  const near = await company.location(null, { code: 'NEAR', type: 'PrimaryCompanyDistributionCenter' })
  const far = await company.location(null, { code: 'FAR', type: 'PrimaryCompanyDistributionCenter' })
  const store = await company.location(customer, { code: 'STORE', type: 'PrimaryPointOfSales' })
  for (const [supplier, priority] of [
    [near, 1],
    [far, 2],
  ] as const)
    await portal.call(supplyRelationKind.save, boss.token, {
      id: null,
      version: null,
      values: {
        supplier: supplier.code,
        receiver: store.code,
        leadTimeDays: 1,
        priority,
        active: true,
        note: null,
      },
      confirmed: true,
    })
  const rows = async () =>
    (await portal.call(productSupply.page, boss.token, { ...page, productId: shop.product.id })).body.rows
  const ofStore = async () => (await rows()).find(({ receiverCode }) => receiverCode === 'STORE')
  expect(await ofStore()).toMatchObject({ supplierCode: null, free: 0, suppliers: 0 })
  const put = (location: string, pieces: number) =>
    portal.owner.query(
      `insert into stock (company_id, id, location_id, variant_id, on_hand) values ($1, gen_random_uuid(), $2, $3, $4)`,
      [company.id, location, shop.product.variants[0]!.id, pieces],
    )
  await put(far.id, 7)
  expect(await ofStore()).toMatchObject({ supplierCode: 'FAR', free: 7, suppliers: 1, freeInAll: 7 })
  await put(near.id, 2)
  expect(await ofStore()).toMatchObject({ supplierCode: 'NEAR', free: 2, suppliers: 2, freeInAll: 9 })
})
