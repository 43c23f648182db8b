import { sapConditionKind, transferItemKind, transferLegKind } from '@kervan/contract/lma/transfers'
import { exact, hundred, zero } from '@kervan/contract/lma/exact'
import { sql } from 'kysely'
import { refusal } from '@kervan/contract/kit/refusals'
import { fold } from '../../kit/lists/fold.ts'
import type { MasterContext, RowOfKind } from '../../kit/master/kind.ts'
import { serveMasterData } from '../../kit/master/serve-master-data.ts'
import { toProduct } from './reference.ts'

/** Items of the transfer price. */
export const transferItems = serveMasterData(transferItemKind, {
  table: 'transfer_item',
  recordType: 'transferItem',
  columns: { fuelProduct: 'product_id', blendedIn: 'blended_in_id' },
  references: { fuelProduct: toProduct, blendedIn: toProduct },
  rules: (_, rows) =>
    rows.forEach(({ after, addIssue }) => {
      if (after && exact(after.blendingRatio).sign() > 0 && after.blendedIn === null)
        addIssue('blendedIn', 'BlendedInMissing')
      if (after?.validTo && after.validTo < after.validFrom) addIssue('validTo', 'EndsBeforeStart')
    }),
  judgeAll: checkAlone,
  after: refuseTogether,
  usedBy: [
    {
      by: 'transferLegs',
      find: (company, ids) =>
        sql`select l.item_id as id, l.leg_number::text as name from transfer_leg l where l.company_id = ${company} and l.item_id = any(${ids}::uuid[])`,
    },
  ],
})

/** Legs of items: the ratios of their incoterms sum to 100 per cent exactly. */
export const transferLegs = serveMasterData(transferLegKind, {
  table: 'transfer_leg',
  recordType: 'transferLeg',
  columns: { transferItem: 'item_id' },
  references: { transferItem: { table: 'transfer_item', name: 'terminal', keeps: 'id' } },
  rules: (_, rows) => rows.forEach(checkLeg),
  judgeAll: checkSums,
  after: refuseSums,
})

function checkLeg({ after, addIssue }: RowOfKind<typeof transferLegKind>): void {
  if (!after) return
  const sum = exact(after.dapRatio).plus(exact(after.fobRatio))
  if (sum.compare(hundred) !== 0) addIssue('dapRatio', 'RatiosNotWhole', { sum: sum.toFixed(4) })
}

type Item = RowOfKind<typeof transferItemKind>
type Held = { id: string; code: string; product: string; terminal: string; from: string; to: string | null }

const placeOf = ({ product, terminal }: Pick<Held, 'product' | 'terminal'>): string =>
  `${fold(product)} ${fold(terminal)}`
const meets = (a: Pick<Held, 'from' | 'to'>, b: Pick<Held, 'from' | 'to'>): boolean =>
  (a.to === null || b.from <= a.to) && (b.to === null || a.from <= b.to)

/** Items as they stand, product by its code. */
async function heldItems({ tx, actor }: Pick<MasterContext, 'tx' | 'actor'>): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select i.id, i.code, p.code as product, i.terminal, i.valid_from::text as from, i.valid_to::text as to
    from transfer_item i join fuel_product p on p.company_id = i.company_id and p.id = i.product_id
    where i.company_id = ${actor.company.id} order by i.code`.execute(tx)
  return rows
}

/** On one day a product has one price at a terminal: two items of it do not hold together. */
async function checkAlone(context: MasterContext, rows: readonly Item[]): Promise<void> {
  const moved = new Set(rows.flatMap(({ recordId }) => recordId ?? []))
  const held = (await heldItems(context)).filter(({ id }) => !moved.has(id))
  for (const { after, recordId, addIssue } of rows) {
    if (!after) continue
    const one = {
      id: recordId ?? '',
      code: after.code,
      product: after.fuelProduct,
      terminal: after.terminal,
      from: after.validFrom,
      to: after.validTo,
    }
    const other = held.find((there) => placeOf(there) === placeOf(one) && meets(there, one))
    if (other) addIssue('validFrom', 'ItemHoldsAlready', { item: other.code })
    else held.push(one)
  }
}

/** What waited was judged by the items of its day: what takes effect is looked at once more. Throws `ChangeFaulty`. */
async function refuseTogether(context: MasterContext): Promise<void> {
  await oneAtATime(context)
  const held = await heldItems(context)
  const count = held.filter((one, at) =>
    held.some((other, before) => before < at && placeOf(one) === placeOf(other) && meets(one, other)),
  ).length
  if (count > 0) throw refusal('ChangeFaulty', { count })
}

type Leg = RowOfKind<typeof transferLegKind>

/** The legs of an item are never more than the whole; less is an item that is still being entered. */
async function checkSums(context: MasterContext, rows: readonly Leg[]): Promise<void> {
  const moved = rows.flatMap(({ recordId }) => recordId ?? [])
  const sums = new Map(
    (await sumsOfLegs(context, moved)).map(({ item, sum }) => [fold(item), exact(sum)] as const),
  )
  for (const { after, addIssue } of rows) {
    if (!after) continue
    const item = fold(after.transferItem)
    const sum = (sums.get(item) ?? zero).plus(exact(after.purchaseRatio))
    sums.set(item, sum)
    if (sum.compare(hundred) > 0)
      addIssue('purchaseRatio', 'RatiosOverWhole', { item: after.transferItem, sum: sum.toFixed(4) })
  }
}

async function sumsOfLegs({ tx, actor }: Pick<MasterContext, 'tx' | 'actor'>, but: readonly string[] = []) {
  const { rows } = await sql<{ item: string; sum: string }>`
    select i.code as item, sum(l.purchase_ratio)::text as sum from transfer_leg l
    join transfer_item i on i.company_id = l.company_id and i.id = l.item_id
    where l.company_id = ${actor.company.id} and l.id <> all(${but}::uuid[]) group by i.code`.execute(tx)
  return rows
}

/** Two changes that are each right could exceed the whole together. Throws `ChangeFaulty`. */
async function refuseSums(context: MasterContext): Promise<void> {
  await oneAtATime(context)
  const count = (await sumsOfLegs(context)).filter(({ sum }) => exact(sum).compare(hundred) > 0).length
  if (count > 0) throw refusal('ChangeFaulty', { count })
}

async function oneAtATime({ tx, actor }: Pick<MasterContext, 'tx' | 'actor'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('transfer items', ${actor.company.id}))`.execute(tx)
}

/** Under which keys SAP takes transfer prices. */
export const sapConditions = serveMasterData(sapConditionKind, {
  table: 'sap_condition',
  recordType: 'sapCondition',
})
