import { existing } from '@kervan/contract/kit/typed'
/** Chance that comes out the same every time (mulberry32), so that everybody talks about the same demo data. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** 0 ≤ x < 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** A whole number, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from)
  }

  /** Small more often than large: how long people wait for something. */
  exponential(mean: number): number {
    return -Math.log(1 - this.next()) * mean
  }

  pick<T>(from: readonly T[]): T {
    return existing(from[Math.floor(this.next() * from.length)])
  }

  /** Like `pick`, the first more often than the last. */
  favour<T>(from: readonly T[]): T {
    return existing(from[Math.floor(this.next() ** 2 * from.length)])
  }

  /** One of the keys, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][]
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [key, weight] of entries) {
      left -= weight
      if (left < 0) return key
    }
    return existing(entries.at(-1))[0]
  }

  /** `count` different ones, in random order; all of them when there are fewer. */
  sample<T>(from: readonly T[], count: number): T[] {
    const left = [...from]
    const wanted = Math.min(count, left.length)
    for (let at = 0; at < wanted; at++) {
      const other = this.int(at, left.length - 1)
      const one = existing(left[at])
      left[at] = existing(left[other])
      left[other] = one
    }
    return left.slice(0, wanted)
  }

  /** A UUID of version 7 of this moment, with chance that can be repeated. */
  id(moment: number): string {
    const time = Math.floor(moment).toString(16).padStart(12, '0')
    const hex = (digits: number) =>
      Math.floor(this.next() * 16 ** digits)
        .toString(16)
        .padStart(digits, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${(8 + this.int(0, 3)).toString(16)}${hex(3)}-${hex(6)}${hex(6)}`
  }
}
