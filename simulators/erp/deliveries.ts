// What an ERP would send for approved lines, and how its messages go astray. Pure: chance is handed in.

/** A line of an order that waits for goods. */
export type Line = { lineCode: string; rest: number; packUnit: number }
/** One message, in the fields of a goods issue. */
export type Issue = {
  code: string
  orderLine: string
  issuedQuantity: number
  issuedOn: string
  deliveryNote: string
  closesLine: boolean
}

/** Shares between 0 and 1: of lines that come in parts, of lines that are closed short, of messages that come twice or late. */
export type Shares = { partial: number; short: number; duplicates: number; disorder: number }
export type Chance = () => number

/**
 * The issues of a line, in the order in which the goods leave. In parts: two to four, in full packs. Closed short: the
 * last of them says so and leaves something out.
 */
export function issuesOf(
  line: Line,
  shares: Pick<Shares, 'partial' | 'short'>,
  chance: Chance,
  { day, nextCode }: { day: string; nextCode: () => string },
): Issue[] {
  const parts = chance() < shares.partial ? partsOf(line, chance) : [line.rest]
  const isShort = chance() < shares.short
  if (isShort) {
    const last = parts.pop() ?? 0
    // The first part is issued at least in part: a line of which nothing was issued cannot be closed.
    const less = Math.floor(last / 2)
    if (parts.length === 0 && less === 0) parts.push(last)
    else if (less > 0) parts.push(less)
  }
  return parts.map((quantity, at) => {
    const code = nextCode()
    return {
      code,
      orderLine: line.lineCode,
      issuedQuantity: quantity,
      issuedOn: day,
      deliveryNote: code.replace('WA-', 'LS-'),
      closesLine: isShort && at === parts.length - 1,
    }
  })
}

function partsOf({ rest, packUnit }: Line, chance: Chance): number[] {
  const packs = Math.floor(rest / packUnit)
  const count = Math.min(2 + Math.floor(chance() * 3), Math.max(packs, 1))
  const size = Math.floor(packs / count) * packUnit
  const parts: number[] = Array.from({ length: count }, () => size)
  parts[count - 1] = rest - size * (count - 1)
  return parts
}

/**
 * The same messages as they arrive: some twice, some before what left earlier. What closes a line stays behind the other
 * issues of that line, because nothing can be issued for a closed one; it may come twice.
 */
export function astray(
  issues: readonly Issue[],
  shares: Pick<Shares, 'duplicates' | 'disorder'>,
  chance: Chance,
): { sent: Issue[]; duplicates: number; outOfOrder: number } {
  const sent = [...issues]
  let outOfOrder = 0
  for (let at = sent.length - 1; at > 0; at--) {
    const [one, before] = [sent[at], sent[at - 1]]
    if (!one || !before || one.closesLine || chance() >= shares.disorder) continue
    ;[sent[at - 1], sent[at]] = [one, before]
    outOfOrder += 1
  }
  const doubled = issues.filter(() => chance() < shares.duplicates)
  for (const issue of doubled) {
    const first = sent.indexOf(issue)
    sent.splice(first + 1 + Math.floor(chance() * (sent.length - first)), 0, issue)
  }
  // A closing one that was overtaken by nobody may still stand before a part that was moved behind it.
  const late = sent.filter(({ closesLine }) => closesLine)
  return {
    sent: [...sent.filter(({ closesLine }) => !closesLine), ...late],
    duplicates: doubled.length,
    outOfOrder,
  }
}

/** The same numbers for the same seed. */
export function seeded(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
