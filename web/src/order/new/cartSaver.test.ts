import type { Delivery } from '@kervan/contract/order/cart'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CartSaver, placeOf } from './cartSaver.ts'

const delivery: Delivery = {
  locationId: 'l1',
  shipmentMethod: 'Road',
  deliveryDate: '2026-11-26',
  pointOfSaleId: null,
}
const elsewhere: Delivery = { ...delivery, locationId: 'l2' }
type Sent = { delivery: Delivery; quantities: { variantId: string; quantity: number }[] }
type Outcome = {
  refuse?: { status: number; code: string }
  rounded?: { variantId: string; asked: number; set: number; pack: number }[]
}

let sent: Sent[]
let answers: ((outcome?: Outcome) => void)[]
let saver: CartSaver
const saved = vi.fn<(...sent: unknown[]) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  answers = []
  saved.mockReset()
  saver = new CartSaver({
    send: (input) => {
      sent.push(input)
      return new Promise((done, fail) => {
        answers.push((outcome = {}) =>
          outcome.refuse
            ? fail(outcome.refuse)
            : done({ cart: { savedAt: '2026-11-21T10:41:00Z' }, rounded: outcome.rounded ?? [] } as never),
        )
      })
    },
    saved,
    toRefused: (thrown) =>
      ({ ...(thrown as object), is: (code: string) => (thrown as { code: string }).code === code }) as never,
  })
})
afterEach(() => {
  saver.close()
  vi.useRealTimers()
})

const type = (values: Record<string, number | null>, to = delivery, product = 'p') =>
  saver.type(
    to,
    product,
    new Map(
      Object.entries(values).map(([variantId, quantity]) => [
        variantId,
        { text: String(quantity ?? '?'), quantity },
      ]),
    ),
  )
const tick = (ms = 500) => vi.advanceTimersByTimeAsync(ms)

describe('[ORD-005] the cart is kept on the server while typing', () => {
  test('what was typed within half a second goes together', async () => {
    type({ a: 12 })
    await tick(300)
    type({ b: 24 })
    await tick(499)
    expect(sent).toEqual([])
    await tick(1)
    expect(sent).toEqual([
      {
        delivery,
        quantities: [
          { variantId: 'a', quantity: 12 },
          { variantId: 'b', quantity: 24 },
        ],
      },
    ])
  })

  test('one request at a time, and the latest word wins', async () => {
    type({ a: 12 })
    await tick()
    type({ a: 36 })
    await tick(2_000)
    expect(sent).toHaveLength(1)
    answers[0]?.()
    await tick(0)
    await tick(0)
    expect(sent[1]?.quantities).toEqual([{ variantId: 'a', quantity: 36 }])
    expect(saver.state().drafts.get(placeOf(delivery, 'a'))?.text).toBe('36')
    answers[1]?.()
    await tick(0)
    expect(saver.state().drafts.size).toBe(0)
    expect(saver.state().savedAt).toBe('2026-11-21T10:41:00Z')
  })

  test('an unreachable server costs nothing: it stays, is tried again, and by hand at once', async () => {
    type({ a: 12 })
    await tick()
    answers[0]?.({ refuse: { status: 0, code: 'ConnectionFailed' } })
    await tick(0)
    expect(saver.state()).toMatchObject({ refused: { status: 0 }, busy: false })
    expect(saver.state().drafts.size).toBe(1)
    await tick(5_000)
    expect(sent).toHaveLength(2)
    answers[1]?.({ refuse: { status: 0, code: 'ConnectionFailed' } })
    await tick(0)
    const flushed = saver.flush()
    await tick(0)
    answers[2]?.()
    expect(await flushed).toBe(true)
    expect(saver.state()).toMatchObject({ refused: null })
  })

  test('what cannot be ordered stays and is not sent', async () => {
    type({ a: null, b: 12 })
    await tick()
    expect(sent[0]?.quantities).toEqual([{ variantId: 'b', quantity: 12 }])
    answers[0]?.()
    await tick(0)
    expect([...saver.state().drafts.keys()]).toEqual([placeOf(delivery, 'a')])
  })

  test('each delivery goes by itself, and a refused one holds up no other', async () => {
    type({ a: 12 })
    await tick()
    answers[0]?.({ refuse: { status: 422, code: 'ProductCannotShip' } })
    await tick(0)
    type({ a: 24 }, elsewhere)
    await tick()
    expect(sent[1]).toEqual({ delivery: elsewhere, quantities: [{ variantId: 'a', quantity: 24 }] })
  })

  test('[ORD-002] the rounding is told until the quantity is typed anew', async () => {
    type({ a: 40 })
    await tick()
    answers[0]?.({ rounded: [{ variantId: 'a', asked: 40, set: 48, pack: 12 }] })
    await tick(0)
    expect(saved).toHaveBeenCalledWith(
      { delivery, quantities: [{ variantId: 'a', productId: 'p', quantity: 48 }] },
      expect.anything(),
    )
    expect(saver.state().rounded.get(placeOf(delivery, 'a'))).toMatchObject({ set: 48 })
    type({ a: 36 })
    expect(saver.state().rounded.size).toBe(0)
  })
})
