import type { OverrideSheet } from '@kervan/contract/services/work-order-override'

// What a planner has typed into the sheet of overrides, and what follows from it. Texts stand by the work order, or by the
// place of a size that has none; a text that is the amount there changes nothing.

type WorkOrderCell = OverrideSheet['lines'][number]['cells'][number]
type Blank = OverrideSheet['lines'][number]['blanks'][number]
export type Line = OverrideSheet['lines'][number]
export type Draft = ReadonlyMap<string, string>
type Spot = { senderCode: string; recipientCode: string; variantCode: string }
/** A cell of the sheet: of a work order, or of a size without one, whose amount is 0. */
export type Cell = (
  | WorkOrderCell
  | (Blank & { workOrderId: null; amount: 0; proposedAmount: 0; locked: null })
) & {
  key: string
}

export const keyOf = ({ senderCode, recipientCode, variantCode }: Spot): string =>
  `${senderCode} ${recipientCode} ${variantCode}`

/** All cells of a line. */
export const cellsOf = ({ senderCode, recipientCode, cells, blanks }: Line): Cell[] => [
  ...cells.map((cell) => ({ ...cell, key: cell.workOrderId })),
  ...blanks.map((blank) => ({
    ...blank,
    key: keyOf({ senderCode, recipientCode, variantCode: blank.variantCode }),
    workOrderId: null,
    amount: 0 as const,
    proposedAmount: 0 as const,
    locked: null,
  })),
]

export type Judged =
  | { amount: number; problem: null }
  | { amount: null; problem: 'negative' | 'packs' | 'number' }

/** What a text means for a work order of packs of `pack` pieces. Nothing typed is 0. */
export function judge(text: string, pack: number): Judged {
  const typed = text.trim()
  if (/^-\s*\d+$/.test(typed)) return { amount: null, problem: 'negative' }
  if (!/^\d{0,7}$/.test(typed)) return { amount: null, problem: 'number' }
  const amount = Number(typed)
  return amount % pack === 0 ? { amount, problem: null } : { amount: null, problem: 'packs' }
}

export const textOf = (draft: Draft, cell: Cell): string =>
  draft.get(cell.key) ?? (cell.workOrderId === null ? '' : String(cell.amount))

const packsOf = (sheet: OverrideSheet) => new Map(sheet.variants.map(({ code, pack }) => [code, pack]))

export type Changes = {
  amounts: { workOrderId: string; version: number; amount: number }[]
  added: (Spot & { amount: number })[]
}

/** Amounts that differ from those of the work orders and can be saved, and those of sizes that have none. */
export function changesOf(sheet: OverrideSheet, draft: Draft): Changes {
  const packs = packsOf(sheet)
  const changes: Changes = { amounts: [], added: [] }
  for (const line of sheet.lines)
    for (const cell of cellsOf(line)) {
      const { amount } = judge(textOf(draft, cell), packs.get(cell.variantCode) ?? 1)
      if (amount === null || amount === cell.amount) continue
      const { senderCode, recipientCode } = line
      if (cell.workOrderId === null)
        changes.added.push({ senderCode, recipientCode, variantCode: cell.variantCode, amount })
      else changes.amounts.push({ workOrderId: cell.workOrderId, version: cell.version, amount })
    }
  return changes
}

/** Whether a text stands somewhere that cannot be saved. */
export function hasProblem(sheet: OverrideSheet, draft: Draft): boolean {
  const packs = packsOf(sheet)
  return sheet.lines.some((line) =>
    cellsOf(line).some(
      (cell) => judge(textOf(draft, cell), packs.get(cell.variantCode) ?? 1).problem !== null,
    ),
  )
}

/** What a sender has left of a SKU with what is typed; negative where too much is given. Null without work orders. */
export function freeOf(
  sheet: OverrideSheet,
  draft: Draft,
  senderCode: string,
  variantCode: string,
): number | null {
  const known = sheet.senders
    .find(({ code }) => code === senderCode)
    ?.free.find((one) => one.variantCode === variantCode)
  if (!known) return null
  const pack = packsOf(sheet).get(variantCode) ?? 1
  return sheet.lines
    .filter((line) => line.senderCode === senderCode)
    .flatMap(cellsOf)
    .filter((cell) => cell.variantCode === variantCode)
    .reduce(
      (free, cell) => free + cell.amount - (judge(textOf(draft, cell), pack).amount ?? cell.amount),
      known.free,
    )
}

/** How many whole scale sets a line gets: one pack of each of its SKUs with a work order is a set. Null where sizes differ. */
export function setsOf(sheet: OverrideSheet, draft: Draft, { cells }: Line): number | null {
  const packs = packsOf(sheet)
  const sets = cells.map((cell) => {
    const pack = packs.get(cell.variantCode) ?? 1
    const { amount } = judge(textOf(draft, { ...cell, key: cell.workOrderId }), pack)
    return amount === null ? null : amount / pack
  })
  const [first = null] = sets
  return sets.every((one) => one === first) ? first : null
}

/** The texts of a line that gets so many scale sets; work orders that cannot be changed keep theirs. */
export function withSets(sheet: OverrideSheet, draft: Draft, { cells }: Line, text: string): Draft {
  const packs = packsOf(sheet)
  const typed = text.trim()
  const sets = /^\d{0,6}$/.test(typed) ? Number(typed) : null
  const next = new Map(draft)
  for (const cell of cells)
    if (cell.locked === null)
      next.set(cell.workOrderId, sets === null ? typed : String(sets * (packs.get(cell.variantCode) ?? 1)))
  return next
}
