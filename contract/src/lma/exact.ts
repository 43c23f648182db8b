// Exact numbers for prices (domain/fuel 7): a fraction of two whole numbers. Nothing is rounded before a value is
// written, so parts of a difference add up to it and a limit is compared without rounding.

const DECIMAL = /^-?\d{1,24}(?:\.\d{1,24})?$/

export class Exact {
  readonly #top: bigint
  readonly #bottom: bigint

  private constructor(top: bigint, bottom: bigint) {
    const shared = gcd(top < 0n ? -top : top, bottom)
    this.#top = top / shared
    this.#bottom = bottom / shared
  }

  /** A decimal with a point, as forms, files and columns have it. Anything else throws `RangeError`. */
  static of(text: string): Exact {
    if (!DECIMAL.test(text)) throw new RangeError(`not a decimal: ${text}`)
    const [whole = '0', part = ''] = text.split('.')
    return new Exact(BigInt(whole + part), 10n ** BigInt(part.length))
  }

  plus(other: Exact): Exact {
    return new Exact(this.#top * other.#bottom + other.#top * this.#bottom, this.#bottom * other.#bottom)
  }

  minus(other: Exact): Exact {
    return new Exact(this.#top * other.#bottom - other.#top * this.#bottom, this.#bottom * other.#bottom)
  }

  times(other: Exact): Exact {
    return new Exact(this.#top * other.#top, this.#bottom * other.#bottom)
  }

  /** Throws `RangeError` where the divisor is zero. */
  over(other: Exact): Exact {
    if (other.#top === 0n) throw new RangeError('division by zero')
    const sign = other.#top < 0n ? -1n : 1n
    return new Exact(this.#top * other.#bottom * sign, this.#bottom * other.#top * sign)
  }

  /** Less than zero, zero, or more than zero. */
  compare(other: Exact): -1 | 0 | 1 {
    const difference = this.#top * other.#bottom - other.#top * this.#bottom
    return difference < 0n ? -1 : difference > 0n ? 1 : 0
  }

  sign(): -1 | 0 | 1 {
    return this.#top < 0n ? -1 : this.#top > 0n ? 1 : 0
  }

  abs(): Exact {
    return this.#top < 0n ? zero.minus(this) : this
  }

  /** Rounded once, half away from zero, with exactly this many digits after the point. */
  toFixed(digits: number): string {
    const scaled = (this.#top < 0n ? -this.#top : this.#top) * 10n ** BigInt(digits)
    const rounded = (scaled * 2n + this.#bottom) / (this.#bottom * 2n)
    const text = rounded.toString().padStart(digits + 1, '0')
    const sign = this.#top < 0n && rounded !== 0n ? '-' : ''
    return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
  }

  /** For charts only: a position on a screen, never a price. */
  toChart(): number {
    return Number(this.toFixed(8))
  }
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? 1n : a
}

export const exact = (text: string): Exact => Exact.of(text)
export const zero = exact('0')
export const one = exact('1')
export const hundred = exact('100')

export const sumOf = (values: readonly Exact[]): Exact => values.reduce((sum, value) => sum.plus(value), zero)

/** The arithmetic mean; null of no values. */
export const meanOf = (values: readonly Exact[]): Exact | null =>
  values.length === 0 ? null : sumOf(values).over(exact(String(values.length)))
