import type { ItsMovement } from './its.ts'

// What the movements of a pack say about a price-change refund: pure data. Source: PCR-003, PCR-004, domain/pharma 4.3.

/** Reasons to reject a price-change refund, in the order in which they are proposed. NA6 is absent. */
export const priceChangeReasons = ['NA1', 'NA2', 'NA3', 'NA4', 'NA5', 'NA7', 'NA8'] as const
export type PriceChangeReason = (typeof priceChangeReasons)[number]

/** What is refunded: the lower price, the higher discount on it, or both. */
export const priceChangeScopes = ['PriceChange', 'DiscountDifference', 'Both'] as const
export type PriceChangeScope = (typeof priceChangeScopes)[number]

/** A movement of the pack as ITS tells it; GLNs are null where it names none. */
export type Moved = {
  declarationId: string
  /** ISO instant. */
  declaredAt: string
  movement: ItsMovement | (string & {})
  fromGln: string | null
  toGln: string | null
  resultCode: string
}

export type RefundCase = {
  movements: readonly Moved[]
  /** The pharmacy that applies, and the warehouse that is to pay. */
  applicantGln: string
  warehouseGln: string | null
  /** ISO instants: purchases entitle from `entitledFrom` on, and the new price applies from `changedAt` on. */
  entitledFrom: string
  changedAt: string
  scope: PriceChangeScope
  /** The pack has to be bought from the warehouse that is to pay. */
  sameWarehouse?: boolean
  /** A sale over the counter speaks against a refund of the price as well. */
  handSaleForPrice?: boolean
}

/** What speaks against a refund, with the declarations that prove it. */
export type Found = { reason: PriceChangeReason; rows: readonly string[] }
export type Suggestion =
  | { verdict: 'NoEvidence'; found: readonly [] }
  | { verdict: 'Approve'; found: readonly [] }
  | { verdict: 'Reject'; found: readonly [Found, ...Found[]] }

/** The GLN that ITS has for a sale over the counter. */
export const handSaleGln = '0000000000000'

const done = '00000'
const cancels: Readonly<Record<string, ItsMovement>> = {
  SaleCancel: 'Sale',
  TransferCancel: 'Transfer',
  DispatchCancel: 'Dispatch',
}
const before = (one: string, other: string) => Date.parse(one) < Date.parse(other)

/** Movements that took effect, in their order: without refused ones, and without what was cancelled and its cancellation. */
export function effective(movements: readonly Moved[]): Moved[] {
  const kept: Moved[] = []
  const ordered = movements
    .filter(({ resultCode }) => resultCode === done)
    .toSorted((a, b) => Date.parse(a.declaredAt) - Date.parse(b.declaredAt))
  for (const one of ordered) {
    const cancelled = cancels[one.movement]
    if (cancelled === undefined) kept.push(one)
    else {
      const at = kept.findLastIndex(
        ({ movement, fromGln }) =>
          movement === cancelled && (one.fromGln === null || fromGln === one.fromGln),
      )
      if (at >= 0) kept.splice(at, 1)
    }
  }
  return kept
}

/** Whether a receipt came by a transfer from another pharmacy and not by a warehouse's dispatch. */
function isByTransfer(receipt: Moved, rows: readonly Moved[]): boolean {
  const sent = rows
    .slice(0, rows.indexOf(receipt))
    .findLast(
      ({ movement, toGln }) =>
        (movement === 'Transfer' || movement === 'Dispatch') && toGln === receipt.toGln,
    )
  return sent?.movement === 'Transfer'
}

/**
 * What the movements suggest: every reason that applies, in the order in which it is proposed, each with the declarations
 * that prove it. A suggestion decides nothing.
 */
export function suggest(given: RefundCase): Suggestion {
  const rows = effective(given.movements)
  if (rows.length === 0) return { verdict: 'NoEvidence', found: [] }
  const found = checks.flatMap(({ reason, check }): Found[] => {
    const proof = check(given, factsOf(given, rows))
    return proof === null ? [] : [{ reason, rows: proof.map(({ declarationId }) => declarationId) }]
  })
  const [first, ...others] = found
  return first ? { verdict: 'Reject', found: [first, ...others] } : { verdict: 'Approve', found: [] }
}

type Facts = {
  rows: readonly Moved[]
  purchases: readonly Moved[]
  purchase: Moved | undefined
  /** Transfers between the applicant and other pharmacies. */
  transfersIn: readonly Moved[]
  transfersOut: readonly Moved[]
  /** The applicant's first sale, and sales by others. */
  sale: Moved | undefined
  otherSales: readonly Moved[]
}

function factsOf({ applicantGln }: RefundCase, rows: readonly Moved[]): Facts {
  const of = (movement: ItsMovement, side: 'fromGln' | 'toGln') =>
    rows.filter((row) => row.movement === movement && row[side] === applicantGln)
  const purchases = of('Receipt', 'toGln').filter((row) => !isByTransfer(row, rows))
  return {
    rows,
    purchases,
    purchase: purchases.at(-1),
    transfersIn: of('Transfer', 'toGln'),
    transfersOut: of('Transfer', 'fromGln'),
    sale: of('Sale', 'fromGln')[0],
    otherSales: rows.filter(({ movement, fromGln }) => movement === 'Sale' && fromGln !== applicantGln),
  }
}

/** The rules in the order of their proposal; each answers the rows that prove it, or null where it does not apply. */
const checks: readonly {
  reason: PriceChangeReason
  check: (given: RefundCase, facts: Facts) => readonly Moved[] | null
}[] = [
  {
    reason: 'NA8',
    check: ({ applicantGln, changedAt }, { rows, purchases }) => {
      const returned = rows.findLast(
        ({ movement, fromGln }) => movement === 'Return' && fromGln === applicantGln,
      )
      if (!returned) return null
      const isBack = purchases.some(
        ({ declaredAt }) => before(returned.declaredAt, declaredAt) && before(declaredAt, changedAt),
      )
      return isBack ? null : [returned]
    },
  },
  {
    reason: 'NA5',
    check: (_, { purchases, transfersIn, transfersOut }) => {
      const [came, left] = [transfersIn.at(-1), transfersOut.at(-1)]
      if (came && purchases.length === 0) return [came]
      return left && !(came && before(left.declaredAt, came.declaredAt)) ? [left] : null
    },
  },
  {
    reason: 'NA7',
    check: ({ sameWarehouse, warehouseGln }, { rows, purchase, otherSales }) => {
      if (otherSales.length > 0) return otherSales
      if (!purchase) return rows
      return sameWarehouse && purchase.fromGln !== warehouseGln ? [purchase] : null
    },
  },
  {
    reason: 'NA3',
    check: ({ changedAt }, { purchase }) =>
      purchase && !before(purchase.declaredAt, changedAt) ? [purchase] : null,
  },
  {
    reason: 'NA1',
    check: ({ entitledFrom }, { purchase }) =>
      purchase && before(purchase.declaredAt, entitledFrom) ? [purchase] : null,
  },
  {
    reason: 'NA2',
    check: ({ changedAt }, { sale }) => (sale && before(sale.declaredAt, changedAt) ? [sale] : null),
  },
  {
    reason: 'NA4',
    check: ({ changedAt, scope, handSaleForPrice }, { sale }) =>
      sale &&
      !before(sale.declaredAt, changedAt) &&
      sale.toGln === handSaleGln &&
      (scope !== 'PriceChange' || handSaleForPrice)
        ? [sale]
        : null,
  },
]
