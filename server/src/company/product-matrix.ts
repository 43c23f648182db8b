import { sql } from 'kysely'
import { getProductMatrix, matrixLimit, saveProductMatrix } from '@kervan/contract/company/product-matrix'
import type { OutputOf } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import { plainText } from '@kervan/contract/kit/typed'
import type { SessionContext } from '../kit/context.ts'
import { handle } from '../kit/http/handle.ts'
import { fold } from '../kit/lists/fold.ts'
import { recordsById } from '../kit/master/find-records.ts'
import { propose, type GivenRow, type ProposedRow } from '../kit/master/propose.ts'
import { assertWholeCompany, changedSince, settle, visibleValues } from '../kit/master/records.ts'
import { faultyRows } from '../kit/master/words.ts'
import { pricesVisible } from '../access/access.api.ts'
import { products, productVariants } from './products.ts'

// All colours and sizes of a product in one matrix, saved in one step (PRD-002).

const { served } = productVariants

async function productOf({ tx, actor }: SessionContext, id: string): Promise<string> {
  const [found] = await recordsById(tx, products.served, actor, [id])
  if (!found) throw refusal('NotFound')
  return plainText(found.values['code'])
}

type Variant = OutputOf<typeof getProductMatrix>['variants'][number]

export const getProductMatrixHandler = handle(getProductMatrix, async (context) => {
  const { tx, actor, input } = context
  const productCode = await productOf(context, input.productId)
  const { id: company, currency, priceVisibility } = actor.company
  const withPrices = pricesVisible(priceVisibility, actor)
  const { rows } = await sql<Variant>`
    select v.id, v.version, v.code, v.color, v.size, v.gtin, v.status,
      ${withPrices ? sql`trim_scale(v.list_price)::text` : sql`null::text`} as "listPrice",
      coalesce((select sum(s.on_hand) from stock s where s.company_id = ${company} and s.variant_id = v.id), 0)::float8 as "onHand"
    from product_variant v where v.company_id = ${company} and v.product_id = ${input.productId}
    order by v.sort_order, v.code limit ${matrixLimit + 1}`.execute(tx)
  return {
    productCode,
    currency,
    withPrices,
    isComplete: rows.length <= matrixLimit,
    variants: rows.slice(0, matrixLimit),
  }
})

export const saveProductMatrixHandler = handle(saveProductMatrix, async (context) => {
  const { tx, actor, input, language } = context
  assertWholeCompany(context)
  const product = await productOf(context, input.productId)
  const ids = input.rows.flatMap(({ id }) => id ?? [])
  const records = new Map(
    (await recordsById(tx, served, actor, ids, { lock: true })).map((record) => [record.id, record]),
  )
  for (const { id, version } of input.rows) {
    if (id === null) continue
    const record = records.get(id)
    if (!record || record.values['product'] !== product) throw refusal('NotFound')
    if (record.version !== version) throw await changedSince(context, served, record)
  }
  const rows = await propose(
    context,
    served,
    input.rows.map((row): GivenRow => {
      const { id, version: _, ...fields } = row
      const given = visibleValues(context, served, fields)
      return { id, given: id === null ? { ...given, product } : given }
    }),
  )
  await placedOnce(context, input.productId, rows)
  if (rows.some(({ issues }) => issues.length > 0)) throw faultyRows(language, rows)
  const changed = rows.filter(({ action }) => action !== 'Unchanged')
  if (changed.length === 0) return { changeId: null, saved: 0, waits: false }
  const { changeId, waits } = await settle(context, served, 'Form', changed, true)
  return { changeId, saved: changed.length, waits }
})

/** A cell holds one variant: a new one is refused where another has its colour and size. */
async function placedOnce(
  { tx, actor }: SessionContext,
  productId: string,
  rows: readonly ProposedRow[],
): Promise<void> {
  if (rows.every(({ before }) => before !== null)) return
  const { rows: held } = await sql<{ id: string; code: string; place: string }>`
    select id, code, fold(coalesce(color, '')) || '|' || fold(coalesce(size, '')) as place from product_variant
    where company_id = ${actor.company.id} and product_id = ${productId}`.execute(tx)
  const places = new Map(held.map(({ place, code }) => [place, code]))
  for (const { before, after, issues } of rows) {
    if (before !== null || after === null) continue
    const place = [after['color'], after['size']].map((value) => fold(plainText(value))).join('|')
    const taken = places.get(place)
    if (taken !== undefined) issues.push({ field: 'code', code: 'CellTaken', facts: { record: taken } })
    else places.set(place, plainText(after['code']))
  }
}
