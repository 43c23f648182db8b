import type { InputOf, OutputOf } from '@kervan/contract/kit/call'
import type { setCartQuantities } from '@kervan/contract/order/cart'
import type { Delivery } from '@kervan/contract/order/cart'
import type { CallRefused } from '../../kit/call/refused.ts'

type Input = InputOf<typeof setCartQuantities>
type Answer = OutputOf<typeof setCartQuantities>
export type Rounded = Answer['rounded'][number]

/** A quantity as typed. `quantity` is null while it cannot be sent: no number, out of bounds, or still being typed. */
export type Draft = { text: string; quantity: number | null }
/** A draft with where it belongs. */
export type Kept = Draft & { delivery: Delivery; variantId: string; productId: string }

export type SaverState = {
  drafts: ReadonlyMap<string, Kept>
  /** What the server rounded, until the quantity is typed anew. */
  rounded: ReadonlyMap<string, Rounded>
  busy: boolean
  refused: CallRefused | null
  savedAt: string | null
}

type Work = {
  send: (input: Input) => Promise<Answer>
  /** Told after every answer, before the drafts it covers are dropped. */
  saved: (
    sent: { delivery: Delivery; quantities: { variantId: string; productId: string; quantity: number }[] },
    answer: Answer,
  ) => void
  toRefused: (thrown: unknown) => CallRefused
}

const waitMs = 500
const retryMs = 5_000
const most = 500 // of the call

/** Names a variant in one delivery. */
export function placeOf(delivery: Delivery, variantId: string): string {
  return `${deliveryKey(delivery)} ${variantId}`
}
export function deliveryKey({ locationId, shipmentMethod, deliveryDate, pointOfSaleId }: Delivery): string {
  return `${locationId} ${shipmentMethod} ${deliveryDate} ${pointOfSaleId ?? ''}`
}

/**
 * Keeps what is typed until the server has it. One request at a time; what is typed meanwhile goes with the next one,
 * and only an answer to the latest word takes a draft away, so that neither order nor failure can lose one.
 */
export class CartSaver {
  #work: Work
  #drafts = new Map<string, Kept>()
  #rounded = new Map<string, Rounded>()
  #busy = false
  #refused: CallRefused | null = null
  #savedAt: string | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #listeners = new Set<() => void>()
  #state: SaverState = { drafts: new Map(), rounded: new Map(), busy: false, refused: null, savedAt: null }

  constructor(work: Work) {
    this.#work = work
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  state = (): SaverState => this.#state

  type(delivery: Delivery, productId: string, drafts: ReadonlyMap<string, Draft>): void {
    for (const [variantId, draft] of drafts) {
      const place = placeOf(delivery, variantId)
      this.#drafts.delete(place)
      this.#drafts.set(place, { ...draft, delivery, variantId, productId })
      this.#rounded.delete(place)
    }
    // A refusal answered something else than what stands there now.
    if (this.#refused && this.#refused.status !== 0) this.#refused = null
    this.#publish()
    this.#wait(waitMs)
  }

  /** Back to what the server has. */
  forget(places: readonly string[]): void {
    for (const place of places) this.#drafts.delete(place)
    if (this.#drafts.size === 0) this.#refused = null
    this.#publish()
  }
  forgetAll(): void {
    this.forget([...this.#drafts.keys()])
  }
  /** Takes back what the server has just refused. */
  forgetRefused(): void {
    this.#refused = null
    this.forget(this.#next().map(([place]) => place))
  }
  forgetProduct(productId: string): void {
    this.forget([...this.#drafts].flatMap(([place, kept]) => (kept.productId === productId ? [place] : [])))
  }
  acknowledge(place: string): void {
    this.#rounded.delete(place)
    this.#publish()
  }

  /** Sends what waits; true when nothing that can be sent is left. */
  async flush(): Promise<boolean> {
    this.#stop()
    while (this.#busy)
      await new Promise<void>((done) => {
        const end = this.subscribe(() => {
          if (this.#busy) return
          end()
          done()
        })
      })
    this.#refused = null
    while (this.#next().length > 0 && this.#refused === null) await this.#sendNext()
    return this.#refused === null
  }

  close(): void {
    this.#stop()
  }

  /** What goes together: one product for one delivery, the latest typed first, so that a refused one holds up no other. */
  #next(): [string, Kept & { quantity: number }][] {
    const ready = [...this.#drafts].filter(
      (entry): entry is [string, Kept & { quantity: number }] => entry[1].quantity !== null,
    )
    const last = ready.at(-1)?.[1]
    if (!last) return []
    return ready
      .filter(
        ([, kept]) =>
          kept.productId === last.productId && deliveryKey(kept.delivery) === deliveryKey(last.delivery),
      )
      .slice(0, most)
  }

  async #sendNext(): Promise<void> {
    const going = this.#next()
    const delivery = going[0]?.[1].delivery
    if (!delivery || this.#busy) return
    this.#busy = true
    this.#publish()
    try {
      const answer = await this.#work.send({
        delivery,
        quantities: going.map(([, { variantId, quantity }]) => ({ variantId, quantity })),
      })
      const set = new Map(answer.rounded.map((one) => [one.variantId, one]))
      this.#work.saved(
        {
          delivery,
          quantities: going.map(([, { variantId, productId, quantity }]) => ({
            variantId,
            productId,
            quantity: set.get(variantId)?.set ?? quantity,
          })),
        },
        answer,
      )
      for (const [place, sent] of going) {
        if (this.#drafts.get(place) !== sent) continue
        this.#drafts.delete(place)
        const rounded = set.get(sent.variantId)
        if (rounded) this.#rounded.set(place, rounded)
      }
      this.#refused = null
      this.#savedAt = answer.cart.savedAt
    } catch (thrown) {
      this.#refused = this.#work.toRefused(thrown)
    } finally {
      this.#busy = false
      this.#publish()
    }
  }

  #wait(ms: number): void {
    this.#stop()
    this.#timer = setTimeout(() => void this.#run(), ms)
  }

  async #run(): Promise<void> {
    this.#timer = null
    if (this.#busy || this.#next().length === 0) return
    await this.#sendNext()
    // Typed while it was under way.
    if (this.#refused === null) this.#wait(0)
    else if (this.#refused.status === 0 || this.#refused.status === 503) this.#wait(retryMs)
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #publish(): void {
    this.#state = {
      drafts: new Map(this.#drafts),
      rounded: new Map(this.#rounded),
      busy: this.#busy,
      refused: this.#refused,
      savedAt: this.#savedAt,
    }
    for (const listener of this.#listeners) listener()
  }
}
