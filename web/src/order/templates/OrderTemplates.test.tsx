import { getOrderOptions } from '@kervan/contract/order/order-new'
import * as templates from '@kervan/contract/order/order-templates'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { uuid } from '../../../test/masterServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import OrderTemplates from './OrderTemplates.tsx'

const offered = { order: null, edit: null, copy: null, remove: null }
const row = {
  id: uuid(1),
  version: 2,
  templateId: 7,
  templateName: 'Week’s gloves',
  plannedDeliveryLocation: 'İstanbul Tuzla DC',
  productCount: 2,
  quantity: 36,
  changedAt: '2026-11-20T07:42:00.000Z',
  actions: offered,
}
const line = {
  variantId: uuid(31),
  productUniqueCode: 'GL-S',
  productName: 'Nitrile exam gloves',
  picture: { shape: 'box', color: '#676c73', photoId: null },
  color: 'Blue',
  size: 'S',
  packUnit: 12,
  minimumQuantity: 12,
  maximumQuantity: 600,
  quantity: 24,
  unitPrice: '10.50',
  amount: '252.00',
  pendingQuantity: 0,
  obstacle: null,
}
const withdrawn = 'This product is not sold any more.'
const template: templates.OrderTemplateView = {
  id: row.id,
  version: row.version,
  templateId: row.templateId,
  templateName: row.templateName,
  plannedDeliveryLocation: { id: uuid(21), code: 'L-1', name: 'İstanbul Tuzla DC' },
  currency: 'TRY',
  quantity: 36,
  pendingQuantity: 12,
  subtotal: '378.00',
  discount: '0.00',
  total: '378.00',
  lines: [
    line,
    {
      ...line,
      variantId: uuid(32),
      productUniqueCode: 'MASK',
      productName: 'Surgical mask',
      color: null,
      size: null,
      quantity: 12,
      amount: '126.00',
      pendingQuantity: 12,
      obstacle: withdrawn,
    },
  ],
  actions: offered,
}
const rights = [
  templates.orderTemplates.page,
  templates.saveOrderTemplate,
  templates.createTemplateFromCart,
  templates.deleteOrderTemplates,
  templates.orderFromTemplate,
].flatMap(({ permission }) => permission ?? [])
const looking = templates.getOrderTemplate.permission ?? ''

let server: MemoryServer
async function begin(permissions = [...rights, looking]) {
  await page.viewport(1440, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: permissions } })
  rememberDictionaries(server)
  serveList(server, templates.orderTemplates, [row])
  server.answer(templates.getCartLocations, () => ({ locations: [] }))
  server.answer(templates.getOrderTemplate, () => template)
  server.answer(getOrderOptions, () => ({
    locations: [
      { id: uuid(21), code: 'L-1', name: 'İstanbul Tuzla DC' },
      { id: uuid(22), code: 'L-2', name: 'Ankara Sincan' },
    ].map((place) => ({ ...place, city: 'İstanbul', district: 'Tuzla', group: null, customerId: uuid(6) })),
    topGroups: [],
    pointsOfSale: [],
    shipmentMethods: ['Road' as const, 'Rail' as const],
    categories: [],
    brands: [],
    rounding: 'Up' as const,
    pricesVisible: true,
    currency: 'TRY',
    earliestDeliveryDate: '2026-11-21',
    proposedDeliveryDate: '2026-11-26',
    lastDelivery: null,
  }))
}
beforeEach(() => begin())

const dialog = () => page.getByRole('dialog')
const openOne = () => page.getByRole('grid').getByText(row.templateName).click()

describe('[ORD-016] order templates', () => {
  test('one is made from the cart, its name is taken once, and it opens', async () => {
    const made = { id: row.id, templateId: 7, templateName: 'Week’s gloves', productCount: 2 }
    server.answer(templates.createTemplateFromCart, ({ templateName }) =>
      templateName === 'Taken'
        ? server.refuse(templates.createTemplateFromCart, 'TemplateNameTaken', { name: templateName })
        : made,
    )
    const { search } = await show(<OrderTemplates />)
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByRole('menuitem', { name: 'From the cart…' }).click()
    const name = dialog().getByRole('textbox', { name: 'Name' })
    await dialog().getByRole('button', { name: 'Save template' }).click()
    await expect.element(name).toHaveAccessibleDescription(/Enter a name\./)
    expect(server.sentTo(templates.createTemplateFromCart)).toEqual([])
    await name.fill('Taken')
    await dialog().getByRole('button', { name: 'Save template' }).click()
    await expect.element(name).toHaveAccessibleDescription(/You already have a template named Taken\./)
    await expectNoAxeFaults()
    await name.fill(' Week’s gloves ')
    await dialog().getByRole('button', { name: 'Save template' }).click()
    await expect.poll(() => search()).toMatchObject({ template: row.id })
    expect(server.sentTo(templates.createTemplateFromCart).at(-1)?.input).toEqual({
      templateName: 'Week’s gloves',
      locationId: null,
    })
  })

  test('of a cart for two locations one may be chosen', async () => {
    server.answer(templates.getCartLocations, () => ({
      locations: [
        { id: uuid(22), name: 'Ankara Sincan' },
        { id: uuid(21), name: 'İstanbul Tuzla DC' },
      ],
    }))
    server.answer(templates.createTemplateFromCart, () => ({
      id: row.id,
      templateId: 7,
      templateName: 'Ankara',
      productCount: 1,
    }))
    await show(<OrderTemplates />)
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByRole('menuitem', { name: 'From the cart…' }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Ankara')
    await dialog()
      .getByRole('combobox', { name: /^Delivery location of the cart/ })
      .click()
    await page.getByRole('option', { name: 'Ankara Sincan' }).click()
    await dialog().getByRole('button', { name: 'Save template' }).click()
    await expect
      .poll(() => server.sentTo(templates.createTemplateFromCart)[0]?.input)
      .toEqual({ templateName: 'Ankara', locationId: uuid(22) })
  })

  test('opened, it says quantity, amount and what is pending of each product, and why one cannot be ordered', async () => {
    await show(<OrderTemplates />)
    await openOne()
    await expect.element(dialog().getByText('₺378.00').first()).toBeVisible()
    await expect
      .element(dialog().getByRole('row', { name: /^Nitrile exam gloves.*GL-S.* 24 0 ₺10\.50 ₺252\.00$/ }))
      .toBeVisible()
    const refused = dialog().getByRole('row', { name: /^Surgical mask/ })
    await expect.element(refused.getByRole('gridcell', { name: '₺126.00' })).toBeVisible()
    await expect.element(dialog().getByText(withdrawn)).toBeVisible()
    await dialog()
      .getByRole('button', { name: /^Cannot be ordered/ })
      .click()
    await expect.element(refused).toBeVisible()
    await expect.element(dialog().getByRole('row', { name: /^Nitrile/ })).not.toBeInTheDocument()
    await expectNoAxeFaults()
  })

  test('ordered from, it is for the planned location, and what was rounded or left out is named', async () => {
    server.answer(templates.orderFromTemplate, () => ({
      added: 1,
      rounded: [{ productUniqueCode: 'GL-S', asked: 20, set: 24 }],
      leftOut: [{ productUniqueCode: 'MASK', message: withdrawn }],
      notes: [],
    }))
    await show(<OrderTemplates />)
    await openOne()
    await dialog()
      .getByRole('button', { name: /^Order from it/ })
      .click()
    const form = page.getByRole('dialog', { name: 'Order from Week’s gloves' })
    await expect
      .element(form.getByRole('combobox', { name: 'Delivery location' }))
      .toHaveValue('İstanbul Tuzla DC · L-1')
    await expectNoAxeFaults()
    await form.getByRole('button', { name: 'Put into the cart' }).click()
    const answer = page.getByRole('dialog', { name: 'Week’s gloves is in the cart' })
    await expect.element(answer.getByText(withdrawn)).toBeVisible()
    await expect.element(answer.getByText('20 → 24')).toBeVisible()
    await expect
      .element(answer.getByRole('link', { name: 'Go to the cart' }))
      .toHaveAttribute('href', '/order/new-order')
    expect(server.sentTo(templates.orderFromTemplate)[0]?.input).toEqual({
      orderTemplateId: row.id,
      locationId: uuid(21),
      deliveryDate: '2026-11-26',
      shipmentMethod: 'Road',
    })
  })

  test('who may not look into one is shown no products and may still rename and order it', async () => {
    await begin(rights)
    server.answer(templates.saveOrderTemplate, () => ({
      id: row.id,
      templateId: 7,
      templateName: 'Gloves',
      productCount: 2,
    }))
    server.answer(templates.orderFromTemplate, () => ({ added: 2, rounded: [], leftOut: [], notes: [] }))
    await show(<OrderTemplates />, `/here?template=${row.id}`)
    await expect.element(page.getByRole('grid').getByText(row.templateName)).toBeVisible()
    await expect.element(page.getByRole('button', { name: row.templateName })).not.toBeInTheDocument()
    await page.getByRole('grid').getByText(row.templateName).click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Edit/ }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Gloves')
    await expect.element(dialog().getByText('Products')).not.toBeInTheDocument()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => server.sentTo(templates.saveOrderTemplate)[0]?.input)
      .toEqual({ orderTemplateId: row.id, version: 2, templateName: 'Gloves' })
    await page.getByRole('grid').getByText(row.templateName).click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Order from it/ }).click()
    await dialog().getByRole('combobox', { name: 'Delivery location' }).click()
    await page.getByRole('option', { name: 'Ankara Sincan · L-2' }).click()
    await dialog().getByRole('button', { name: 'Put into the cart' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Week’s gloves is in the cart' })).toBeVisible()
    expect(server.sentTo(templates.getOrderTemplate)).toEqual([])
  })

  test('prices that are hidden have no columns', async () => {
    server.answer(templates.getOrderTemplate, () => ({
      ...template,
      subtotal: null,
      discount: null,
      total: null,
      lines: [{ ...line, unitPrice: null, amount: null }],
    }))
    await show(<OrderTemplates />)
    await openOne()
    await expect.element(dialog().getByRole('row', { name: /^Nitrile exam gloves.* 24 0$/ })).toBeVisible()
    await expect.element(dialog().getByRole('columnheader', { name: 'Amount' })).not.toBeInTheDocument()
  })
})
