import { addPastedLines, checkPastedLines } from '@kervan/contract/order/pasted-lines'
import type { OutputOf } from '@kervan/contract/kit/call'
import * as importing from '@kervan/contract/order/order-import'
import * as cartCalls from '@kervan/contract/order/cart'
import * as orderNew from '@kervan/contract/order/order-new'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { chooseDelivery } from './delivery.ts'
import NewOrder from './NewOrder.tsx'
import type { OrderOptions } from './delivery.ts'

const order = { ...orderNew, ...cartCalls }

const id = (kind: number, index = 0) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`
const productId = id(1)
const places = [
  { id: id(2, 1), name: 'İstanbul Tuzla DC' },
  { id: id(2, 2), name: 'Ankara Sincan' },
].map((place, index) => ({
  ...place,
  code: `L-${index}`,
  city: 'İstanbul',
  district: 'Tuzla',
  group: null,
  customerId: id(6),
}))
const shops = [
  { id: id(2, 8), name: 'Ataşehir' },
  { id: id(2, 9), name: 'Bebek' },
].map((shop, index) => ({ ...shop, code: `S-${index}`, city: 'İstanbul', customerId: id(6) }))
const colors = [
  { name: 'Navy', hex: '#1f3a63' },
  { name: 'White', hex: '#ffffff' },
]
const variants = [
  ['Navy', 'S'],
  ['Navy', 'M'],
  ['Navy', 'L'],
  ['White', 'S'],
  ['White', 'L'],
].map(([color = '', size = ''], index) => ({
  variantId: id(3, index),
  color,
  size,
  variantCode: `SLV-ST-${color.slice(0, 2).toUpperCase()}-${size}`,
  gtin: null,
  unitPrice: '418.00',
  available: 100,
}))
const product: OutputOf<typeof orderNew.getProduct> = {
  id: productId,
  productCode: 'SLV-ST',
  productName: 'Scrub top V-neck',
  description: null,
  category: 'Apparel',
  brand: 'Selvi',
  season: 'NoSeason',
  flowType: 'Apparel',
  packUnit: 12,
  minimumQuantity: 12,
  maximumQuantity: 600,
  leadTimeDays: 4,
  listPrice: '418.00',
  currency: 'TRY',
  picture: { shape: 'shirt', color: '#1f3a63', photoId: null },
  colors,
  sizes: ['S', 'M', 'L'],
  variants,
  blockedLocationIds: [places[1]?.id ?? ''],
}

let server: MemoryServer
let cart: cartCalls.CartSummary
let quantities: Map<string, number>

function emptyCart(): cartCalls.CartSummary {
  return {
    version: 1,
    productCount: 0,
    lineCount: 0,
    quantity: 0,
    pendingQuantity: 0,
    orderedQuantity: 0,
    currency: 'TRY',
    subtotal: '0.00',
    discountPercent: '8',
    discount: '0.00',
    total: '0.00',
    externalPoCode: null,
    externalOrderDate: null,
    externalContact: null,
    medulaTransactionNo: null,
    asksMedulaTransactionNo: false,
    note: null,
    savedAt: null,
    files: [],
    products: [],
  }
}
function count(): cartCalls.CartSummary {
  const quantity = [...quantities.values()].reduce((sum, one) => sum + one, 0)
  const filled = quantity > 0
  cart = {
    ...cart,
    version: cart.version + 1,
    productCount: filled ? 1 : 0,
    lineCount: quantities.size,
    quantity,
    orderedQuantity: quantity,
    savedAt: '2026-11-21T10:41:00.000Z',
    subtotal: `${quantity * 418}.00`,
    total: `${quantity * 418}.00`,
    products: filled
      ? [
          {
            productId,
            productCode: 'SLV-ST',
            productName: product.productName,
            picture: product.picture,
            packUnit: 12,
            variantCount: quantities.size,
            quantity,
            pendingQuantity: 0,
            externalProductCodes: [],
            total: `${quantity * 418}.00`,
          },
        ]
      : [],
  }
  return cart
}

beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: [
        ...session.PermissionsUI,
        order.findVariants.permission ?? '',
        addPastedLines.permission ?? '',
        order.moveCartDelivery.permission ?? '',
      ],
    },
  })
  window.sessionStorage.clear()
  chooseDelivery({ locationId: places[0]?.id ?? '' })
  rememberDictionaries(server)
  cart = emptyCart()
  quantities = new Map()
  server.answer(order.getOrderOptions, (): OrderOptions => ({
    locations: places,
    topGroups: [],
    pointsOfSale: [],
    shipmentMethods: ['Road', 'Rail', 'Sea', 'Air'],
    categories: [{ code: 'APP', name: 'Apparel' }],
    brands: ['Selvi'],
    rounding: 'Up',
    pricesVisible: true,
    currency: 'TRY',
    earliestDeliveryDate: '2026-11-21',
    proposedDeliveryDate: '2026-11-26',
    lastDelivery: null,
  }))
  serveList(server, order.orderableProducts, [
    {
      id: productId,
      productCode: 'SLV-ST',
      productName: 'Scrub top V-neck',
      category: 'Apparel',
      categoryCode: 'APP',
      brand: 'Selvi',
      season: 'NoSeason',
      packUnit: 12,
      stock: 500,
      listPrice: '418.00',
      currency: 'TRY',
      flowType: 'Apparel',
      variantCount: 5,
      minimumQuantity: 12,
      maximumQuantity: 600,
      picture: product.picture,
      inCart: 0,
    },
    {
      id: id(1, 1),
      productCode: 'SLV-CAP',
      productName: 'Surgical cap',
      category: 'Apparel',
      categoryCode: 'APP',
      brand: 'Selvi',
      season: 'Summer',
      packUnit: 12,
      stock: 0,
      listPrice: '59.00',
      currency: 'TRY',
      flowType: 'Apparel',
      variantCount: 2,
      minimumQuantity: 12,
      maximumQuantity: 600,
      picture: { shape: 'unheard-of', color: '#1f3a63', photoId: null },
      inCart: 0,
    },
  ])
  server.answer(order.getProduct, () => product)
  server.answer(order.getCart, () => cart)
  server.answer(order.getCartQuantities, () => ({
    quantities: [...quantities].map(([variantId, quantity]) => ({
      variantId,
      quantity,
      externalProductCode: null,
    })),
  }))
  server.answer(order.setCartQuantities, (input) => {
    const rounded = []
    for (const { variantId, quantity } of input.quantities) {
      const set = Math.ceil(quantity / 12) * 12
      if (set !== quantity) rounded.push({ variantId, asked: quantity, set, pack: 12 })
      if (set === 0) quantities.delete(variantId)
      else quantities.set(variantId, set)
    }
    return { cart: count(), rounded }
  })
  server.answer(order.emptyCart, () => {
    quantities.clear()
    return count()
  })
  server.answer(
    order.updateCart,
    ({ externalOrderDate = cart.externalOrderDate, medulaTransactionNo = '', ...input }) =>
      (cart = {
        ...cart,
        ...input,
        externalOrderDate,
        medulaTransactionNo,
        version: cart.version + 1,
      }),
  )
  server.answer(importing.getCurrentImport, () => ({ import: null }))
  serveList(server, order.cartLines, [])
})

const open = (search = `?step=products&product=${productId}`) => show(<NewOrder />, `/here${search}`)
const cell = (name: string) => page.getByRole('textbox', { name, exact: true })
const sent = () =>
  server
    .sentTo(order.setCartQuantities)
    .map(({ input }) => (input.quantities as { quantity: number }[]).map(({ quantity }) => quantity))

describe('[ORD-001] products', () => {
  test('are searched from two letters on, walked through with arrow keys and opened in the address', async () => {
    const { search } = await open('')
    await expect.element(page.getByText('2 products', { exact: true })).toBeVisible()
    await userEvent.click(page.getByRole('searchbox', { name: 'Name, code or barcode' }))
    await userEvent.keyboard('s')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await vi.waitFor(() => expect(search().product).toBe(id(1, 1)))
    await userEvent.fill(page.getByRole('searchbox', { name: 'Name, code or barcode' }), 'cap')
    await expect.element(page.getByText('1 product', { exact: true })).toBeVisible()
    expect(server.sentTo(order.orderableProducts.page).map(({ input }) => input.search)).toEqual(['', 'cap'])
  })

  test('a fast hand loses no key: Enter opens the first product of what was typed, once its list is there', async () => {
    const { search } = await open('')
    await expect.element(page.getByText('2 products', { exact: true })).toBeVisible()
    await userEvent.click(page.getByRole('searchbox', { name: 'Name, code or barcode' }))
    await userEvent.keyboard('cap{ArrowDown}{Enter}')
    await vi.waitFor(() => expect(search().product).toBe(id(1, 1)))
    expect(search().q).toBe('cap')
  })
})

describe('[ORD-002] the matrix', () => {
  test('is filled by keyboard, kept on the server and counted in the cart', async () => {
    await open()
    await userEvent.click(cell('Navy S'))
    await userEvent.keyboard('24{Tab}48{Enter}')
    // White is not made in M: Enter stays where nothing is below.
    await expect.element(cell('Navy M')).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}{Enter}')
    await expect.element(cell('White S')).toHaveFocus()
    await userEvent.keyboard('12{Control>}d{/Control}')
    await expect.element(cell('White L')).toHaveValue('12')
    await vi.waitFor(() => expect(quantities.size).toBe(4))
    await expect.element(page.getByText('1 product · 96 pcs')).toBeVisible()
    await expect.element(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    await expectNoAxeFaults()
  })

  test('no full pack: both answers stand under the row; left alone it is rounded and said so', async () => {
    await open()
    await userEvent.click(cell('Navy M'))
    await userEvent.keyboard('40')
    await expect.element(page.getByText('Navy M: 40 is not a full pack.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Use 48' })).toBeVisible()
    await page.getByRole('button', { name: 'Use 36' }).click()
    await vi.waitFor(() => expect(sent()).toEqual([[36]]))
    await userEvent.click(cell('Navy L'))
    await userEvent.keyboard('40{Tab}')
    await expect.element(page.getByText('Navy L: 40 was rounded to 48.')).toBeVisible()
    await expect.element(cell('Navy L')).toHaveValue('48')
  })

  test('outside the bounds nothing is sent and the reason stays', async () => {
    await open()
    await userEvent.click(cell('Navy M'))
    await userEvent.keyboard('9000{Tab}')
    await expect
      .element(
        page.getByText(
          /Order between 12 and 600\. The entered quantity is outside the minimum and maximum order quantity determined by the company/,
        ),
      )
      .toBeVisible()
    await expect.element(cell('Navy M')).toHaveAttribute('aria-invalid', 'true')
    // What is sent later goes without it.
    await userEvent.keyboard('24')
    await vi.waitFor(() => expect(sent()).toEqual([[24]]))
  })

  test('a lost connection keeps what was typed and offers to try again', async () => {
    await open()
    await userEvent.click(cell('Navy S'))
    server.offline = true
    await userEvent.keyboard('24')
    await expect.element(page.getByText(/1 quantity not saved/)).toBeVisible()
    await expect.element(cell('Navy S')).toHaveValue('24')
    server.offline = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await vi.waitFor(() => expect(quantities.get(variants[0]?.variantId ?? '')).toBe(24))
  })
})

describe('[ORD-002] pasting from a spreadsheet', () => {
  const paste = (name: string, text: string) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    cell(name)
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }

  test('fills the cells from there on, and counts what met no variant', async () => {
    await open()
    await expect.element(cell('Navy S')).toBeEnabled()
    paste('Navy S', '12\t24\t36\t48\n60\t72\t84')
    await expect.element(page.getByText('2 values met no variant and were left out')).toBeVisible()
    for (const [name, value] of [
      ['Navy S', '12'],
      ['Navy M', '24'],
      ['Navy L', '36'],
      ['White S', '60'],
      ['White L', '84'],
    ] as const)
      await expect.element(cell(name)).toHaveValue(value)
    await vi.waitFor(() => expect([...quantities.values()]).toEqual([12, 24, 36, 60, 84]))
  })

  test('of what is no number sends nothing of it: the cell says so until it is taken back', async () => {
    await open()
    await expect.element(cell('Navy S')).toBeEnabled()
    paste('Navy S', 'twelve\t24')
    await expect.element(page.getByText(/^Navy S: .*twelve/)).toBeVisible()
    await expect.element(cell('Navy S')).toHaveAttribute('aria-invalid', 'true')
    await vi.waitFor(() => expect(sent()).toEqual([[24]]))
  })

  test('without a connection keeps all of it and offers to try again', async () => {
    await open()
    await expect.element(cell('Navy S')).toBeEnabled()
    server.offline = true
    paste('Navy S', '12\t24')
    await expect.element(page.getByText(/2 quantities not saved/)).toBeVisible()
    server.offline = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await vi.waitFor(() => expect([...quantities.values()]).toEqual([12, 24]))
  })

  test('by the button says how else, where the browser keeps the clipboard to itself', async () => {
    const denied = vi
      .spyOn(navigator.clipboard, 'readText')
      .mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
    await open()
    await page.getByRole('button', { name: 'Paste from spreadsheet' }).click()
    await expect.element(page.getByText('Choose a cell and press Ctrl V')).toBeVisible()
    expect(sent()).toEqual([])
    denied.mockRestore()
  })
})

test('[ORD-003] a product that cannot be shipped to the location is flagged and takes no quantity', async () => {
  chooseDelivery({ locationId: places[1]?.id ?? '' })
  await open()
  await expect.element(page.getByText(/product cannot be shipped to the selected location/)).toBeVisible()
  await expect.element(cell('Navy S')).toHaveAttribute('readonly')
})

test('[ORD-003] of several places the one of the last order is proposed; without one, the user is asked for it', async () => {
  const answer = (lastDelivery: OrderOptions['lastDelivery']) =>
    server.answer(order.getOrderOptions, (): OrderOptions => ({
      locations: places,
      topGroups: [],
      pointsOfSale: shops,
      shipmentMethods: ['Road'],
      categories: [],
      brands: [],
      rounding: 'Up',
      pricesVisible: true,
      currency: 'TRY',
      earliestDeliveryDate: '2026-11-21',
      proposedDeliveryDate: '2026-11-26',
      lastDelivery,
    }))
  const field = (name: string) =>
    page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name })).first()
  const begin = async (lastDelivery: OrderOptions['lastDelivery']) => {
    await cleanup()
    window.sessionStorage.clear()
    answer(lastDelivery)
    await open()
  }
  await begin(null)
  await expect.element(page.getByText('Choose a delivery location to enter quantities.')).toBeVisible()
  await expect.element(field('Delivery location')).toHaveValue('')
  await begin({ locationId: places[0]!.id, pointOfSaleId: shops[1]!.id })
  await expect.element(field('Delivery location')).toHaveValue(places[0]!.name)
  await expect.element(field('Point of sale')).toHaveValue(shops[1]!.name)
  // A place that may no longer be used is not proposed.
  await begin({ locationId: id(2, 77), pointOfSaleId: null })
  await expect.element(field('Delivery location')).toHaveValue('')
})

test('[ORD-003] place, day and point of sale stay through a reload, for the same user only', async () => {
  server.answer(order.getOrderOptions, (): OrderOptions => ({
    locations: places,
    topGroups: [],
    pointsOfSale: shops,
    shipmentMethods: ['Road', 'Sea'],
    categories: [],
    brands: [],
    rounding: 'Up',
    pricesVisible: true,
    currency: 'TRY',
    earliestDeliveryDate: '2026-11-21',
    proposedDeliveryDate: '2026-11-26',
    lastDelivery: null,
  }))
  const shop = () =>
    page
      .getByRole('combobox', { name: 'Point of sale' })
      .or(page.getByRole('textbox', { name: 'Point of sale' }))
      .first()
  const reload = async (stored: string) => {
    await cleanup()
    window.sessionStorage.setItem('kervan.delivery', stored)
    await open()
  }
  chooseDelivery({ pointOfSaleId: shops[1]!.id, shipmentMethod: 'Sea', deliveryDate: '2026-12-03' })
  const stored = window.sessionStorage.getItem('kervan.delivery') ?? ''
  await reload(stored)
  await expect.element(shop()).toHaveValue('Bebek')
  await expect
    .element(
      page
        .getByRole('combobox', { name: 'Shipping type' })
        .or(page.getByRole('textbox', { name: 'Shipping type' }))
        .first(),
    )
    .toHaveValue('Sea')
  for (const other of [
    stored.replace(/"owner":"[^"]*"/, '"owner":"101 somebody@else.example"'),
    '{"owner":1}',
    'not json',
  ]) {
    await reload(other)
    await expect.element(shop()).toHaveValue('')
  }
})

test('[ORD-005] products of two flows: the cart is emptied on request and the new quantity goes in', async () => {
  let mixed = true
  const accept = (variantId: string) => {
    quantities.set(variantId, 24)
    return { cart: count(), rounded: [] }
  }
  server.answer(order.setCartQuantities, (input) =>
    mixed
      ? server.refuse(order.setCartQuantities, 'FlowTypesMixed', {
          inCart: 'Pharma',
          added: 'Apparel',
        })
      : accept(input.quantities[0]?.variantId ?? ''),
  )
  server.answer(order.emptyCart, () => {
    mixed = false
    return count()
  })
  await open()
  await userEvent.click(cell('Navy S'))
  await userEvent.keyboard('24')
  await page.getByRole('button', { name: 'Empty cart and continue' }).click()
  await expect.element(page.getByText('1 product · 24 pcs')).toBeVisible()
})

describe('[ORD-007] placing', () => {
  const review = () => ({
    cart: {
      ...cart,
      version: 7,
      lineCount: 1,
      quantity: 24,
      orderedQuantity: 24,
      total: '10032.00',
      subtotal: '10032.00',
    },
    orders: [
      {
        type: 'DirectlyOrder' as const,
        locationId: places[0]?.id ?? '',
        locationName: 'İstanbul Tuzla DC',
        locationCity: 'İstanbul',
        shipmentMethod: 'Road' as const,
        deliveryDate: '2026-11-26',
        pointOfSaleId: places[0]?.id ?? null,
        pointOfSaleName: null,
        lineCount: 1,
        quantity: 24,
        subtotal: '10032.00',
        discount: '0.00',
        total: '10032.00',
      },
    ],
    notes: [
      {
        severity: 'warning' as const,
        code: 'Weekend',
        message: '1 line is to be delivered on a weekend.',
        lines: 1,
        lineIds: [id(4)],
        covered: null,
      },
    ],
    quotas: [],
    preOrders: null,
    placeable: true,
  })
  const answer = {
    orders: [
      {
        id: id(5),
        orderCode: 'SO-26-00042',
        type: 'DirectlyOrder' as const,
        locationName: 'İstanbul Tuzla DC',
        deliveryDate: '2026-11-26',
        lineCount: 1,
        quantity: 24,
        total: '10032.00',
        approvedLines: 0,
        rejectedLines: 0,
      },
    ],
    preOrders: [],
  }
  const keys = () => server.sentTo(order.placeOrder).map(({ requestKey }) => requestKey)
  beforeEach(() => server.answer(order.reviewCart, review))

  test('shows the orders it makes and places them once on a double click', async () => {
    server.answer(order.placeOrder, () => answer)
    await open('?step=review')
    await expect.element(page.getByText('This creates 1 order')).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Place order' }).dblClick()
    await expect
      .element(page.getByRole('link', { name: 'SO-26-00042' }))
      .toHaveAttribute('href', '/order/my-orders?order=SO-26-00042')
    // Several orders are told apart by where and when they go.
    for (const text of ['İstanbul Tuzla DC', '26 Nov 2026'])
      await expect.element(page.getByText(text)).toBeVisible()
    expect(keys()).toHaveLength(1)
    await expect.element(page.getByRole('navigation', { name: 'Steps of the order' })).not.toBeInTheDocument()
  })

  test('[QTA-002] an order that quotas reject as a whole is not told as a success', async () => {
    const [ordered] = answer.orders
    server.answer(order.placeOrder, () => ({
      ...answer,
      orders: ordered ? [{ ...ordered, quantity: 0, total: '0.00', rejectedLines: 1 }] : [],
    }))
    await open('?step=review')
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect.element(page.getByRole('heading', { name: 'Quotas rejected the whole order' })).toBeVisible()
    await expect.element(page.getByText('Order placed')).not.toBeInTheDocument()
  })

  test('[ORD-012] with two layers it says how many pre-approval orders it sends', async () => {
    server.answer(order.reviewCart, () => ({ ...review(), preOrders: 2 }))
    await open('?step=review')
    await expect.element(page.getByText('This sends 2 pre-approval orders')).toBeVisible()
    await expect.element(page.getByText('This creates 1 order')).not.toBeInTheDocument()
  })

  test('[ORD-007, D7] shows what goes with the order, and it is changed there', async () => {
    cart = { ...cart, externalPoCode: 'PO-2026-1184', externalOrderDate: '2026-11-18', note: 'Ring twice' }
    await open('?step=review')
    const head = page.getByRole('region', { name: 'Goes with the order' })
    for (const text of ['PO-2026-1184', '18 Nov 2026', 'Ring twice'])
      await expect.element(head.getByText(text)).toBeVisible()
    await head.getByRole('button', { name: 'Change' }).click()
    await userEvent.fill(head.getByRole('textbox', { name: /^Contact/ }), 'Deniz Uçar')
    await userEvent.keyboard('{Tab}')
    await vi.waitFor(() =>
      expect(server.sentTo(order.updateCart).at(-1)?.input.externalContact).toBe('Deniz Uçar'),
    )
  })

  test('[ORD-003] [ORD-007] a planned order goes to another place, and says what the total is then', async () => {
    server.answer(order.moveCartDelivery, () => ({ ...cart, version: 99, total: '9000.00' }))
    await open('?step=review')
    await page.getByRole('button', { name: /^Change delivery:/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Delivery of this order' })
    await expect.element(dialog.getByRole('button', { name: 'Change delivery' })).toBeDisabled()
    await dialog.getByRole('combobox', { name: 'Delivery location' }).click()
    await page.getByRole('option', { name: 'Ankara Sincan' }).click()
    await expectNoAxeFaults()
    await dialog.getByRole('button', { name: 'Change delivery' }).click()
    await expect.element(page.getByText(/^Delivery changed\. The total is now/)).toBeVisible()
    expect(server.sentTo(order.moveCartDelivery)[0]?.input).toMatchObject({
      from: { locationId: places[0]?.id },
      to: { locationId: places[1]?.id, pointOfSaleId: places[1]?.id },
    })
  })

  const cartLine = {
    id: id(4),
    productId,
    variantId: id(6),
    locationId: places[0]?.id ?? '',
    pointOfSaleId: null,
    currency: 'TRY',
    packUnit: 12,
    minimumQuantity: 12,
    maximumQuantity: 600,
    productCode: 'K-1001',
    productName: 'Corduroy trousers',
    picture: { shape: 'trousers', color: '#6b7a3a', photoId: null },
    variantCode: 'K-1001-L',
    color: 'Olive',
    size: 'L',
    externalProductCode: null,
    shipmentMethod: 'Road' as const,
    locationName: 'İstanbul Tuzla DC',
    locationGroup: null,
    deliveryDate: '2026-11-26',
    pointOfSaleName: null,
    quantity: 24,
    pendingQuantity: 0,
    unitPrice: '153.1',
    lineTotal: '36744',
  }

  test('[D12] money of a line has its currency and both decimals', async () => {
    serveList(server, order.cartLines, [cartLine])
    await open('?step=review')
    const lines = page.getByRole('region', { name: 'Lines' })
    await expect.element(lines.getByText('₺153.10', { exact: true })).toBeVisible()
    await expect.element(lines.getByText('₺36,744.00', { exact: true })).toBeVisible()
  })

  test('where a line goes has a column only where lines go to several deliveries', async () => {
    serveList(server, order.cartLines, [cartLine])
    await open('?step=review')
    const place = page.getByRole('region', { name: 'Lines' }).getByRole('columnheader', { name: /^Location/ })
    await expect.element(page.getByText('₺36,744.00', { exact: true })).toBeVisible()
    await expect.element(place).not.toBeInTheDocument()
    await cleanup()
    const [ordered] = review().orders
    server.answer(order.reviewCart, () => ({
      ...review(),
      orders: ordered ? [ordered, { ...ordered, deliveryDate: '2026-11-27' }] : [],
    }))
    await open('?step=review')
    await expect.element(place).toBeVisible()
  })

  test('[D47] on a telephone a line begins with its quantity, and placing is as wide as the page', async () => {
    serveList(server, order.cartLines, [cartLine])
    await page.viewport(390, 844)
    await open('?step=review')
    const lines = page.getByRole('region', { name: 'Lines' })
    await expect.element(lines.getByText('24 pcs', { exact: true })).toBeVisible()
    await expect.element(lines.getByText('₺36,744.00', { exact: true })).toBeVisible()
    const { width } = page.getByRole('button', { name: 'Place order' }).element().getBoundingClientRect()
    expect(width).toBeGreaterThan(340)
    await page.viewport(1440, 900)
  })

  test('[ORD-007] what was entered, what cannot be delivered and what is ordered is one sentence in cart and review', async () => {
    cart = { ...count(), lineCount: 1, quantity: 42, pendingQuantity: 12, orderedQuantity: 30 }
    server.answer(order.reviewCart, () => ({ ...review(), cart }))
    serveList(server, order.cartLines, [{ ...cartLine, pendingQuantity: 12 }])
    const sentence = '42 pcs entered, 12 cannot be delivered, 30 will be ordered'
    await open('')
    await expect.element(page.getByRole('region', { name: 'Cart' }).getByText(sentence)).toBeVisible()
    await cleanup()
    await open('?step=review')
    await expect
      .element(page.getByRole('heading', { name: `This creates 1 order · ${sentence}` }))
      .toBeVisible()
    await expect.element(page.getByText('1 line · 30 pcs')).toBeVisible()
    await expect
      .element(
        page.getByRole('region', { name: 'Lines' }).getByRole('columnheader', { name: /^Short Column menu/ }),
      )
      .toBeVisible()
  })

  test('[D6] what stock does not cover is reduced to what it covers', async () => {
    server.answer(order.reviewCart, () => ({
      ...review(),
      notes: [
        {
          severity: 'problem' as const,
          code: 'NoStock',
          message: '3 lines are not covered by stock.',
          lines: 3,
          lineIds: [id(4)],
          covered: 7,
        },
      ],
      placeable: false,
    }))
    server.answer(order.reduceCartToStock, () => cart)
    await open('?step=review')
    await expect.element(page.getByText('This creates 1 order', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Place order' })).toBeDisabled()
    await page.getByRole('button', { name: 'Reduce to available (7 pcs)' }).click()
    await vi.waitFor(() => expect(server.sentTo(order.reduceCartToStock)).toHaveLength(1))
  })

  test('[QTA-003] the review shows what of a quota is used, this order, left and over', async () => {
    const facts = {
      ruleCode: 'Q-1',
      ruleName: 'Gloves of a month',
      valueType: 'Quantity' as const,
      actionType: 'Approve' as const,
      node: ['İstanbul Tuzla DC', 'Scrub top V-neck'],
      from: '2026-10-31T21:00:00.000Z',
      to: '2026-11-30T21:00:00.000Z',
      limit: '5000.00',
      used: '4000.00',
      asked: '24.00',
      left: '976.00',
      exceeded: false,
      lineIds: [id(4)],
    }
    const over = { ...facts, ruleCode: 'Q-2', ruleName: 'Gloves of a day', limit: '20.00', used: '10.00' }
    server.answer(order.reviewCart, () => ({
      ...review(),
      quotas: [facts, { ...over, left: '0.00', exceeded: true }],
    }))
    await open('?step=review')
    const quotas = page.getByRole('region', { name: 'Quotas' })
    // What is exceeded comes first.
    const [beyond, within] = [quotas.getByRole('listitem').first(), quotas.getByRole('listitem').last()]
    await expect
      .element(within.getByText(/^Limit 5,000 · used 4,000 · this order 24\b.*Renews 1 Dec 2026\.$/))
      .toBeVisible()
    await expect.element(within.getByText('976 left', { exact: true })).toBeVisible()
    await expect.element(beyond.getByText('+14 over', { exact: true })).toBeVisible()
    await expect.element(beyond.getByText('Over the limit. Approval is required.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Place order' })).toBeEnabled()
    await expectNoAxeFaults()
  })

  test('[QTA-003] the review shows the quotas that are exceeded, and the others when they are asked for', async () => {
    const { quotas: _, ...rest } = review()
    const one = (n: number) => ({
      ruleCode: `Q-${n}`,
      ruleName: `Quota ${n}`,
      valueType: 'Quantity' as const,
      actionType: 'Warning' as const,
      node: [],
      from: '2026-10-31T21:00:00.000Z',
      to: '2026-11-30T21:00:00.000Z',
      limit: '100.00',
      used: '0.00',
      asked: '24.00',
      left: '100.00',
      exceeded: n < 6,
      lineIds: [id(4)],
    })
    server.answer(order.reviewCart, () => ({
      ...rest,
      quotas: Array.from({ length: 14 }, (__, n) => one(n)),
    }))
    await open('?step=review')
    const quotas = page.getByRole('region', { name: 'Quotas' })
    await expect.element(quotas.getByText('Quota 5', { exact: true })).toBeVisible()
    await expect.element(quotas.getByText('Quota 6', { exact: true })).not.toBeInTheDocument()
    await quotas.getByRole('button', { name: 'Show 8 more' }).click()
    await expect.element(quotas.getByText('Quota 13', { exact: true })).toBeVisible()
    await expect.element(quotas.getByRole('button')).not.toBeInTheDocument()
  })

  test('[QTA-003] quotas with room are folded until they are asked for', async () => {
    const room = {
      ruleCode: 'Q-1',
      ruleName: 'Gloves of a month',
      valueType: 'Quantity' as const,
      actionType: 'Approve' as const,
      node: [],
      from: '2026-10-31T21:00:00.000Z',
      to: '2026-11-30T21:00:00.000Z',
      limit: '5000.00',
      used: '100.00',
      asked: '24.00',
      left: '4876.00',
      exceeded: false,
      lineIds: [id(4)],
    }
    server.answer(order.reviewCart, () => ({ ...review(), quotas: [room] }))
    await open('?step=review')
    const quotas = page.getByRole('region', { name: 'Quotas' })
    await expect.element(quotas.getByText('No quota is near its limit.')).toBeVisible()
    await quotas.getByRole('button', { name: 'Show 1 more' }).click()
    await expect.element(quotas.getByText('Gloves of a month')).toBeVisible()
  })

  test('[ORD-007] lines that keep the cart from being ordered are removed at once and can be put back', async () => {
    serveList(server, order.cartLines, [cartLine])
    server.answer(order.reviewCart, () => ({
      ...review(),
      placeable: false,
      notes: [
        {
          severity: 'problem' as const,
          code: 'NoStock',
          message: '1 line has no stock.',
          lines: 1,
          lineIds: [cartLine.id],
          covered: null,
        },
      ],
    }))
    server.answer(order.removeCartLines, () => cart)
    server.answer(order.setCartQuantities, () => ({ cart, rounded: [] }))
    await open('?step=review')
    await page.getByRole('button', { name: 'Remove 1 line' }).click()
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    expect(server.sentTo(order.removeCartLines).map(({ input }) => input.lineIds)).toEqual([[cartLine.id]])
    await page.getByRole('button', { name: 'Undo' }).click()
    await vi.waitFor(() => expect(server.sentTo(order.setCartQuantities)).toHaveLength(1))
    expect(server.sentTo(order.setCartQuantities)[0]?.input.quantities).toMatchObject([
      { variantId: cartLine.variantId, quantity: cartLine.quantity },
    ])
  })

  test('[QTA-003] where the company shows no quotas the review has no word of them', async () => {
    await open('?step=review')
    await expect.element(page.getByText('This creates 1 order')).toBeVisible()
    await expect.element(page.getByRole('region', { name: 'Quotas' })).not.toBeInTheDocument()
  })

  test('[QTA-002] what exceeds a quota is reduced to what it leaves', async () => {
    server.answer(order.reviewCart, () => ({
      ...review(),
      notes: [
        {
          severity: 'warning' as const,
          code: 'QuotaExceeded',
          message: '1 line exceeds a quota and needs approval.',
          lines: 1,
          lineIds: [id(4)],
          covered: 12,
        },
      ],
    }))
    server.answer(order.reduceCartToQuota, () => cart)
    await open('?step=review')
    await page.getByRole('button', { name: 'Reduce to what the quota leaves (12 pcs)' }).click()
    await vi.waitFor(() =>
      expect(server.sentTo(order.reduceCartToQuota)[0]?.input).toEqual({ exceeding: 'ExceededQuota' }),
    )
  })

  test('[D43] quantities that cannot be saved are said in amber, with the way to them', async () => {
    const { search } = await open()
    await userEvent.click(cell('Navy S'))
    await userEvent.keyboard('9000{Tab}')
    quantities.set(variants[1]!.variantId, 24)
    count()
    await page.getByRole('link', { name: /Review/ }).click()
    await page.getByRole('button', { name: 'Go to it' }).click()
    await vi.waitFor(() => expect(search()).toMatchObject({ step: 'products', product: productId }))
    await expect.element(cell('Navy S')).toHaveValue('9000')
  })

  test('a lost answer is said, and asked for again under the same key, also after a reload', async () => {
    server.answer(order.placeOrder, () => {
      throw new TypeError('Failed to fetch')
    })
    const { screen } = await open('?step=review')
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect.element(page.getByText('We do not know yet whether your order arrived')).toBeVisible()
    await screen.unmount()
    server.answer(order.placeOrder, () => answer)
    await open('?step=review')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expect.element(page.getByRole('link', { name: 'SO-26-00042' })).toBeVisible()
    expect(new Set(keys()).size).toBe(1)
    expect(window.sessionStorage.getItem('kervan.placingOrder')).toBeNull()
  })

  test.each([
    [
      'a cart changed elsewhere is',
      'The cart has changed',
      () => server.refuse(order.placeOrder, 'CartChanged'),
    ],
    [
      '[ORD-007] changed prices are',
      'Prices have changed',
      () => server.refuse(order.placeOrder, 'PricesChanged', { before: '10032.00', now: '10500.00' }),
    ],
  ] as const)('%s reviewed again; the next dialog has another key', async (_, title, refuse) => {
    server.answer(order.placeOrder, refuse)
    await open('?step=review')
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect.element(page.getByRole('alert').getByText(title, { exact: true })).toBeVisible()
    expect(server.sentTo(order.placeOrder).at(-1)?.input).toMatchObject({ total: '10032.00' })
    await vi.waitFor(() => expect(server.sentTo(order.reviewCart).length).toBeGreaterThan(1))
    server.answer(order.placeOrder, () => answer)
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect.element(page.getByRole('link', { name: 'SO-26-00042' })).toBeVisible()
    expect(new Set(keys()).size).toBe(2)
  })
})

test('[ORD-004] nothing is imported before the rows left out are agreed to', async () => {
  const view: importing.ImportView = {
    id: id(6),
    jobId: id(7),
    fileName: 'november.xlsx',
    bytes: 300_000,
    state: 'Ready',
    sheets: 1,
    rowsRead: 412,
    good: 366,
    rounded: 18,
    confirm: 0,
    refused: 28,
    findings: { Rounded: 0, Confirm: 0, Refused: 0 },
    flows: [],
    total: '1284610.40',
    currency: 'TRY',
    seconds: 3.2,
    uploadedAt: '2026-11-20T07:38:00.000Z',
    uploadedBy: 'Elif Karaca',
    columns: [],
    parts: { hiddenRows: 0, leavesHidden: false, sheets: [] },
    message: null,
  }
  server.answer(importing.getCurrentImport, () => ({ import: view }))
  serveList(server, importing.importRows, [
    {
      id: id(8),
      result: 'Refused',
      sheet: 'Orders',
      row: 96,
      column: 'Product code',
      value: 'SLV-ST-NV-4X',
      message: 'No product with this code. Closest: SLV-ST-NV-3X.',
      remedy: { value: 'SLV-ST-NV-3X' },
    },
  ])
  server.answer(importing.acceptImportRemedy, () => ({ ...view, good: 367, refused: 27 }))
  await open('?step=import')
  const take = page.getByRole('button', { name: /^Import 38\d rows$/ })
  await expect.element(take).toBeDisabled()
  await expectNoAxeFaults()
  await page.getByRole('button', { name: 'Use SLV-ST-NV-3X' }).click()
  await page.getByRole('checkbox', { name: 'Import 385 valid rows, skip 27' }).click()
  await expect.element(take).toBeEnabled()
})

describe('quick entry', () => {
  const found = {
    ...product.variants[0]!,
    productId,
    productCode: 'SLV-ST',
    productName: 'Scrub top V-neck',
    packUnit: 12,
    minimumQuantity: 12,
    maximumQuantity: 600,
  }
  const answer = (over: Partial<OutputOf<typeof orderNew.findVariants>>) =>
    server.answer(order.findVariants, () => ({ variants: [], currency: 'TRY', closest: null, ...over }))
  const codeField = () => page.getByRole('textbox', { name: 'Code, GTIN or scan' })
  const line = () => page.getByRole('region', { name: 'Quick entry' })

  test('[ORD-001] an order for a customer begins at the first of its places', async () => {
    chooseDelivery({ locationId: places[1]?.id ?? '' })
    await open(`?step=products&product=${productId}&customer=${id(6)}`)
    await expect
      .element(page.getByRole('combobox', { name: 'Delivery location' }))
      .toHaveValue(places[0]?.name ?? '')
  })

  test('[ORD-001] a line is code, Enter, quantity, Enter; the next one begins by itself', async () => {
    answer({ variants: [found] })
    await open('')
    await userEvent.click(line().getByRole('textbox', { name: 'Quantity' }))
    await userEvent.keyboard('30{Enter}')
    await expect.element(line().getByText('Enter or scan a code first.')).toBeVisible()
    expect(server.sentTo(order.findVariants)).toEqual([])
    await expect.element(codeField()).toHaveFocus()
    await userEvent.keyboard('8699512040318{Enter}')
    await expect.element(line().getByRole('textbox', { name: 'Quantity' })).toHaveFocus()
    await userEvent.keyboard('{Control>}a{/Control}30{Enter}')
    await expect.element(codeField()).toHaveFocus()
    await expect.element(codeField()).toHaveValue('')
    await expect.element(line().getByText('36 pcs')).toBeVisible()
    await expect.element(line().getByText('rounded')).toBeVisible()
    expect(quantities.get(found.variantId)).toBe(36)
    await expectNoAxeFaults()
  })

  test('[ORD-001] [ORD-004] a pasted block is looked at, corrected, added with one call and taken back', async () => {
    answer({})
    const variant = {
      id: found.variantId,
      code: found.variantCode,
      name: found.productName,
      flowType: 'Standard',
      available: 20,
    }
    const lineOf = (rows: number[], over: object) => ({
      rows,
      result: 'Good' as const,
      code: 'SLV-ST-NA-S',
      quantity: '24',
      variant,
      set: 24,
      inCart: 12,
      notes: [],
      ...over,
    })
    server.answer(checkPastedLines, ({ rows }) => ({
      lines: [
        lineOf([1], {}),
        rows[1]?.quantity === '1.200'
          ? lineOf([2], {
              result: 'Confirm',
              set: 1200,
              notes: [
                {
                  severity: 'Confirm',
                  message: 'Read as 1200.',
                  remedy: { field: 'quantity', value: '1200' },
                },
              ],
            })
          : lineOf([2], { set: 1200 }),
      ],
      flows: [{ flowType: 'Standard', lines: rows[1]?.quantity === '1.200' ? 1 : 2 }],
    }))
    server.answer(addPastedLines, ({ rows }) => ({
      cart: { ...emptyCart(), version: 9 },
      added: rows.length,
      leftOut: 0,
      before: [{ variantId: found.variantId, quantity: 12 }],
    }))
    await open('')
    await userEvent.click(codeField())
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Kod\tAdet\nSLV-ST-NA-S\t24\nSLV-ST-NA-M\t1.200')
    codeField()
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    const dialog = page.getByRole('dialog', { name: 'Pasted rows' })
    await expect.element(dialog.getByText('2 rows read. The first row is a heading.')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Add 1 line' })).toBeVisible()
    await expectNoAxeFaults()
    await userEvent.click(
      dialog
        .getByRole('button', { name: 'Confirm 1,200', exact: false })
        .or(dialog.getByRole('button', { name: 'Confirm 1200' })),
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Add 2 lines' }))
    await expect.element(page.getByText('2 lines are in the cart')).toBeVisible()
    expect(server.sentTo(addPastedLines)).toHaveLength(1)
    await userEvent.click(page.getByRole('button', { name: 'Undo' }))
    await vi.waitFor(() =>
      expect(server.sentTo(order.setCartQuantities).at(-1)?.input.quantities).toEqual([
        { variantId: found.variantId, quantity: 12 },
      ]),
    )
  })

  test('says what is wrong where it is typed, and names what may have been meant', async () => {
    answer({ closest: { code: 'SLV-ST-NA-S', name: 'Scrub top V-neck, Navy S' } })
    await open('')
    await userEvent.click(codeField())
    await userEvent.keyboard('SLV-5T-NA-S{Enter}')
    await expect
      .element(
        line().getByText(
          'No product has the code SLV-5T-NA-S. Closest: SLV-ST-NA-S, Scrub top V-neck, Navy S.',
        ),
      )
      .toBeVisible()
    answer({ variants: [found] })
    await page.getByRole('button', { name: 'Use SLV-ST-NA-S' }).click()
    await userEvent.keyboard('900{Enter}')
    await expect.element(line().getByText(/^Order between 12 and 600/)).toBeVisible()
    expect(sent()).toEqual([])
  })

  test('asks which variant where the code is a product’s', async () => {
    answer({ variants: [found, { ...found, ...product.variants[1]! }] })
    await open('')
    await userEvent.click(codeField())
    await userEvent.keyboard('SLV-ST{Enter}')
    await page.getByRole('button', { name: 'Navy M' }).click()
    await userEvent.keyboard('12{Enter}')
    await vi.waitFor(() => expect(quantities.get(product.variants[1]!.variantId)).toBe(12))
  })
})

describe('from a product to its quantity', () => {
  test('[D23] the list is one tab stop, and Enter leads to the first quantity', async () => {
    await open('')
    await userEvent.click(page.getByRole('searchbox', { name: 'Name, code or barcode' }))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(cell('Navy S')).toHaveFocus()
    const links = [...document.querySelectorAll('section[aria-label="Products"] li a')]
    expect(links.map((link) => (link as HTMLElement).tabIndex).toSorted()).toEqual([-1, 0])
  })

  test('[D44] what was searched stays in the address while the review is looked at', async () => {
    const { search } = await open('')
    await userEvent.fill(page.getByRole('searchbox', { name: 'Name, code or barcode' }), 'scrub')
    await vi.waitFor(() => expect(search().q).toBe('scrub'))
    await page.getByRole('link', { name: /Review/ }).click()
    await vi.waitFor(() => expect(search()).toMatchObject({ step: 'review', q: 'scrub' }))
  })
})

test('[D9] a quantity that stock does not cover is amber and says how much is there', async () => {
  await open()
  await userEvent.click(cell('Navy S'))
  await userEvent.keyboard('120')
  await expect.element(page.getByText('100 of 120')).toBeVisible()
})

test('[D25] packs of a drug are a list: GTIN, price, stock, pack and quantity', async () => {
  const packs = ['100 tablets', '28 tablets'].map((size, index) => ({
    ...variants[index]!,
    color: null,
    size,
    gtin: `0869951204031${index}`,
  }))
  server.answer(order.getProduct, () => ({
    ...product,
    colors: [],
    sizes: ['28 tablets', '100 tablets'],
    variants: packs,
  }))
  await open()
  const table = page.getByRole('region', { name: 'Packs' })
  await expect.element(table.getByRole('columnheader', { name: 'Pack', exact: true })).toBeVisible()
  for (const name of ['GTIN', 'Your price', 'In stock', 'Quantity'])
    await expect.element(table.getByRole('columnheader', { name })).toBeVisible()
  expect([...document.querySelectorAll('tbody th')].map((head) => head.textContent)).toEqual([
    '28 tablets',
    '100 tablets',
  ])
  await expect.element(cell('28 tablets')).toBeVisible()
  await expectNoAxeFaults()
})

test('[ORD-005] the customer’s own product code is typed beside the quantities and seen in the cart', async () => {
  quantities.set(variants[0]!.variantId, 24)
  count()
  await open()
  await page.getByText('Your product codes').click()
  await userEvent.fill(page.getByRole('textbox', { name: 'Navy S' }).last(), 'MY-1')
  await userEvent.keyboard('{Tab}')
  await vi.waitFor(() =>
    expect(server.sentTo(order.setCartQuantities).at(-1)?.input.quantities).toEqual([
      { variantId: variants[0]!.variantId, quantity: 24, externalProductCode: 'MY-1' },
    ]),
  )
})
