import { plainText } from '@kervan/contract/kit/typed'
import type { Field, FieldValue, Values } from '@kervan/contract/kit/master-fields'
import { newId } from '../src/kit/database/uuid.ts'
import type { ServedKind } from '../src/kit/master/kind.ts'
import { approvedOrder } from '@kervan/contract/order/order-management'
import { named as namedOrder, orderOf, type Shop } from './ordering.ts'
import type { Company, Portal } from './portal.ts'

// Records of any kind of master data, made up from its declaration, for the walk over all of them.

export type SampleContext = { portal: Portal; company: Company }

/** What a kind's own rules ask for beyond its fields. `n` tells samples apart. */
const own: Record<string, (n: number, context: SampleContext) => Promise<Values> | Values> = {
  dataTransfer: (n) => ({ expression: `0 ${n % 24} * * 1-5` }),
  priceChange: async (n, context) => ({
    product: await productOf(context),
    oldPrice: '10',
    newPrice: String(20 + n),
    entitlementDate: '2026-11-01',
  }),
  productVariant: async (_, context) => ({ product: await productOf(context) }),
  supplyRelation: async (n, context) => ({
    supplier: await locationOf(context, 'W-1', 'PrimaryCompanyDistributionCenter'),
    receiver: await locationOf(context, `L-${n}`, 'PrimaryPointOfSales'),
  }),
  shippingBlock: async (n, context) => ({
    location: await locationOf(context, `L-${n}`, 'PrimaryPointOfSales'),
    product: await productOf(context),
    note: `note ${n}`,
  }),
  stockLevel: async (n, context) => ({
    location: await locationOf(context, `W-${n}`, 'PrimaryCompanyDistributionCenter'),
    variant: await variantOf(context),
  }),
  goodsIssue: async (n, context) => ({
    orderLine: await approvedLineOf(context),
    issuedQuantity: n,
    closesLine: false,
  }),
  quotaRule: async (_, { portal, company }) => {
    await portal.owner.query('update company set quota_active = true where id = $1', [company.id])
    return { locationLevel: null, productLevel: null, bindingStrategy: 'Standard', validTo: null }
  },
  country: (n) => ({ code: `T${n}` }),
  city: async (_, context) => ({ country: await named(context, 'country', 'TR', {}) }),
  mciField: async (n, context) => ({
    entity: await named(context, 'mci_entity', 'ENTITY', {
      purpose: 'Data',
      data_source: 'ManageByUserInput',
    }),
    keyPart: n === 1,
  }),
  district: async (_, context) => {
    await named(context, 'country', 'TR', {})
    return { cityCode: await named(context, 'city', 'TR-34', { country: 'TR' }) }
  },
}

/** A line of a thousand pieces that waits for its goods. */
async function approvedLineOf({ portal, company }: SampleContext): Promise<string> {
  const known = approvedLines.get(company)
  if (known !== undefined) return known
  const customer = await company.customer()
  const shop: Shop = {
    portal,
    company,
    customer,
    location: await company.location(customer),
    product: await company.product({ stock: 5_000 }),
    buyer: await company.user({ customer }),
    boss: await company.user(),
  }
  const order = await orderOf(shop, [1_200])
  const { status } = await portal.call(approvedOrder, shop.boss.token, namedOrder(order))
  if (status !== 200) throw new Error(`approving the sample answered ${status}`)
  const code = `${order.orderCode}-1`
  approvedLines.set(company, code)
  return code
}
const approvedLines = new WeakMap<Company, string>()

/** A product without variants. */
async function productOf({ portal, company }: SampleContext): Promise<string> {
  await portal.owner.query(
    `insert into product (company_id, id, code, name, search_text, category, brand, flow_type, list_price)
     select $1, $2, 'P-1', 'Product', 'p-1', 'Category', 'Brand', 'Standard', 10 where not exists (select from product where company_id = $1)`,
    [company.id, newId()],
  )
  return 'P-1'
}

async function variantOf(context: SampleContext): Promise<string> {
  const { portal, company } = context
  const product = await productOf(context)
  await portal.owner.query(
    `insert into product_variant (company_id, id, product_id, code)
     select $1, $2, p.id, 'V-1' from product p where p.company_id = $1 and p.code = $3 on conflict do nothing`,
    [company.id, newId(), product],
  )
  return 'V-1'
}

async function locationOf({ portal, company }: SampleContext, code: string, type: string): Promise<string> {
  await portal.owner.query(
    `insert into location (company_id, id, code, name, name_folded, type, city, district)
     values ($1, $2, $3, $3, fold($3), $4, 'İstanbul', 'Tuzla') on conflict do nothing`,
    [company.id, newId(), code, type],
  )
  return code
}

/** A record that others refer to, straight into its table; the kind itself is walked on its own. */
async function named(
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

/** The values of the n-th sample of a kind. References are filled by `own`. */
export async function sampleValues(served: ServedKind, n: number, context: SampleContext): Promise<Values> {
  const values: Values = Object.fromEntries(
    served.fields.map(([name, field]) => [name, sampleOf(name, field, n)]),
  )
  return { ...values, ...(await own[served.kind.key]?.(n, context)) }
}

function sampleOf(name: string, field: Field, n: number): FieldValue {
  if (field.optional && !field.key) return null
  switch (field.type) {
    case 'text':
      if (field.format === 'email') return `sample${n}@office.example`
      return `${name} ${n}`.slice(0, field.max ?? 40)
    case 'code':
      return `T-${n}`
    case 'choice':
      return field.values?.[0] ?? null
    case 'choices':
      return field.values?.slice(0, 2) ?? []
    case 'integer':
      return Math.min(field.max ?? 9, Math.max(field.min ?? 0, n))
    case 'decimal':
      return String((field.min ?? 0) + n)
    case 'date':
      return `2026-12-${String((n % 27) + 1).padStart(2, '0')}`
    case 'instant':
      return '2026-12-01T10:00:00.000Z'
    case 'flag':
      return n % 2 === 0
    case 'references':
      return []
    case 'properties':
      return {}
    default:
      return null
  }
}

/** Another value for the first field that may be changed, or the last one: its name and the value. */
export function anotherValue(
  served: ServedKind,
  values: Values,
  last = false,
): { name: string; value: FieldValue } {
  const plain = served.fields.filter(
    ([, field]) => !field.fixed && !field.key && ['text', 'code', 'decimal', 'integer'].includes(field.type),
  )
  const filled = plain.filter(([, field]) => !field.optional)
  const changeable = filled.length > 0 ? filled : plain
  const found = changeable.at(last ? -1 : 0)
  if (!found) throw new Error(`${served.kind.key} has no field that the walk can change`)
  const [name, field] = found
  const before = values[name]
  if (field.type === 'text' || field.type === 'code')
    return { name, value: `other ${plainText(before)}`.trim().slice(0, field.max ?? 40) }
  if (field.type === 'integer') return { name, value: Number(before ?? 0) + 1 }
  return { name, value: String(Number(before ?? 0) + 1) }
}
