import { sql } from 'kysely'
import { languages } from '@kervan/contract/kit/values'
import type { MasterContext, Sql } from '../kit/master/kind.ts'
import { columnIn } from '../kit/records/names.ts'

// What a product is found by, said in one place: its own words, the name of its node, both in every language, and the
// barcodes of all its variants. Whatever changes one of these writes the text anew with it.

type Parts = {
  company: Sql
  product: Sql
  code: Sql
  name: Sql
  brand: Sql
  category: Sql
  /** The names of product and node in other languages. */
  translated: readonly Sql[]
  manufacturerCode: Sql
}

/** The folded text that the search looks into. `company` and `product` say whose variants are meant. */
export function productSearchText({ company, product, ...words }: Parts): Sql {
  const { code, name, brand, category, translated, manufacturerCode } = words
  const barcodes = sql`(select string_agg(v.gtin, ' ' order by v.sort_order, v.code) from product_variant v
    where v.company_id = ${company} and v.product_id = ${product})`
  const parts = [code, name, brand, category, manufacturerCode, ...translated, barcodes]
  // Not by concat_ws, whose answer may depend on settings: distributed PostgreSQL takes no such function in an update.
  return sql`fold((select string_agg(w.word, ' ' order by w.at) from (values ${sql.join(
    parts.map((part, at) => sql`(${sql.lit(at)}, ${part})`),
  )}) as w (at, word)))`
}

/** The name of the node that a product belongs to; empty outside the hierarchy. */
export const categoryName = (company: Sql, groupId: Sql): Sql =>
  sql`(select coalesce(max(g.name), '') from product_group g where g.company_id = ${company} and g.id = ${groupId})`

/** The columns that hold a name in each language: `name_english`. */
export const translations = (column: string): string[] =>
  languages.map((language) => columnIn(language, column))

/** As `categoryName`, in another language: the column of that name; null where there is none. */
export const translatedCategory = (company: Sql, groupId: Sql, column: string): Sql =>
  sql`(select g.${sql.id(column)} from product_group g where g.company_id = ${company} and g.id = ${groupId})`

/** Writes the text of products anew: `which` is a condition on `t`, their table. */
async function refresh({ tx, actor }: MasterContext, which: Sql): Promise<void> {
  const company = sql`${actor.company.id}`
  const text = productSearchText({
    company,
    product: sql`t.id`,
    code: sql`t.code`,
    name: sql`t.name`,
    brand: sql`t.brand`,
    category: sql`t.category`,
    manufacturerCode: sql`t.manufacturer_code`,
    translated: [...translations('name'), ...translations('category')].map(
      (column) => sql`t.${sql.id(column)}`,
    ),
  })
  await sql`update product t set search_text = ${text}
    where t.company_id = ${company} and ${which} and t.search_text is distinct from ${text}`.execute(tx)
}

/** After a change of variants: their products are found by the barcodes as they are now. */
export async function afterVariants(context: MasterContext, changeId: string): Promise<void> {
  const company = context.actor.company.id
  await refresh(
    context,
    sql`t.code_folded in (
      select fold(named.code) from master_change_row r
        cross join lateral (values (r.after ->> 'product'), (r.before ->> 'product')) as named(code)
      where r.company_id = ${company} and r.change_id = ${changeId} and r.action in ('Added', 'Changed', 'Removed'))`,
  )
}

/** After a change of nodes: products carry the new name and are found by it. */
export async function renameCategories(context: MasterContext, changeId: string): Promise<void> {
  const { tx, actor } = context
  const company = actor.company.id
  const renamed = sql`t.category_id in (select r.record_id from master_change_row r
    where r.company_id = ${company} and r.change_id = ${changeId} and r.action = 'Changed')`
  const columns = ['category', ...translations('category')]
  const kept = columns.map((column) => sql`${sql.id(column)}`)
  const current = columns.map((column) => sql`t.${sql.id(column)}`)
  const named = ['name', ...translations('name')].map((column) => sql`g.${sql.id(column)}`)
  await sql`update product t set (${sql.join(kept)}) = row(${sql.join(named)}) from product_group g
    where t.company_id = ${company} and g.company_id = ${company} and g.id = t.category_id and ${renamed}
      and row(${sql.join(current)}) is distinct from row(${sql.join(named)})`.execute(tx)
  await refresh(context, renamed)
}
