import type { Values } from '@kervan/contract/kit/master-fields'
import { newId } from '../src/kit/database/uuid.ts'
import type { Company, Portal } from './portal.ts'

// What samples of more than one area's master data refer to.

export type SampleContext = { portal: Portal; company: Company }

/** What the rules of an area's kinds ask for beyond their fields, by kind. `n` tells samples apart. */
export type Samples = Record<string, Sample | { of: Sample; another: Values; changes?: readonly string[] }>
/** `changes`: the fields that the walk changes, where rules bind the others to each other. `another`: values that the walk changes a record to, where a rule does not take whatever a field takes. */
type Sample = (n: number, context: SampleContext) => Promise<Values> | Values

/** A product without variants. */
export async function productOf({ portal, company }: SampleContext, code = 'P-1'): Promise<string> {
  await portal.owner.query(
    `insert into product (company_id, id, code, name, search_text, category, brand, flow_type, list_price)
     select $1, $2, $3, 'Product', lower($3), 'Category', 'Brand', 'Standard', 10 where not exists (select from product where company_id = $1 and code = $3)`,
    [company.id, newId(), code],
  )
  return code
}

/** A record that others refer to, straight into its table; the kind itself is walked on its own. */
export async function named(
  { portal, company }: SampleContext,
  table: 'country' | 'city' | 'mci_entity',
  code: string,
  more: Record<string, string>,
): Promise<string> {
  const columns = ['company_id', 'id', 'code', 'name', ...Object.keys(more)]
  const values = [company.id, newId(), code, code, ...Object.values(more)]
  await portal.owner.query(
    `insert into ${table} (${columns.join(', ')}) values (${values.map((_, at) => `$${at + 1}`).join(', ')}) on conflict do nothing`,
    values,
  )
  return code
}

/** A place without a customer, of this type. */
export async function locationOf(
  { portal, company }: SampleContext,
  code: string,
  type: string,
): Promise<string> {
  await portal.owner.query(
    `insert into location (company_id, id, code, name, name_folded, type, city, district)
     values ($1, $2, $3, $3, fold($3), $4, 'İstanbul', 'Tuzla') on conflict do nothing`,
    [company.id, newId(), code, type],
  )
  return code
}

/** A variant of a product. */
export async function variantOf(context: SampleContext): Promise<string> {
  const { portal, company } = context
  const product = await productOf(context)
  await portal.owner.query(
    `insert into product_variant (company_id, id, product_id, code)
     select $1, $2, p.id, 'V-1' from product p where p.company_id = $1 and p.code = $3 on conflict do nothing`,
    [company.id, newId(), product],
  )
  return 'V-1'
}
