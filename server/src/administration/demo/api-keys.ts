import { sql, type Insertable } from 'kysely'
import { hashToken } from '../../kit/http/session.ts'
import type { DB } from '../../kit/database/db.gen.ts'
import type { Tx } from '../../kit/database/db.ts'
import { dayLong } from '../../demo/calendar.ts'
import type { DemoCompany } from '../../demo/people.ts'
import type { Random } from '../../demo/random.ts'
import type { By } from '../../demo/world.ts'

type Sample = {
  name: string
  scope: readonly string[]
  made: number
  ends: number
  used: number | null
  revoked?: number
}

const reading = [
  'orderNew-getCart',
  'orderNew-getProducts',
  'orderMy-getOrder',
  'orderMy-getPastOrders',
  'orderMy-getPendingOrders',
]
/** Days from now: made, last used and revoked before it, ending after it. The last was given a permission that no role of its user holds. */
const samples: readonly Sample[] = [
  {
    name: 'ERP production',
    scope: [...reading, 'orderNew-setCartQuantities', 'orderNew-placeOrder'],
    made: 120,
    ends: 245,
    used: 0.01,
  },
  { name: 'ERP test', scope: reading, made: 82, ends: 8, used: 2 },
  { name: 'Price feed 2025', scope: ['orderNew-getProducts'], made: 390, ends: -24, used: 31 },
  { name: 'Till pilot', scope: ['orderMy-getOrder'], made: 60, ends: 305, used: 41, revoked: 40 },
  {
    name: 'Warehouse scanner',
    scope: ['orderMy-getOrder', 'orderManagement-getOrder'],
    made: 12,
    ends: 78,
    used: null,
  },
]

/** The one key of the demo that is known, for `simulators/erp`: it may read orders and book goods issues. */
export const demoErpKey = 'kvn_demo-erp-simulator-of-selvi-not-for-production'
const erpScope = [
  'orderManagement-getOrder',
  'orderManagement-getPendingOrders',
  'orderManagement-importGoodsIssues',
]

/** The key of the warehouse's ERP; the API user gets the role that books goods. */
export async function insertErpKey(
  tx: Tx,
  company: DemoCompany,
  gateway: By,
  random: Random,
  now: Date,
): Promise<void> {
  const id = random.id(now.getTime() - 30 * dayLong)
  const administrator = company.people.find(({ role }) => role === 'companyAdministrator')
  await tx
    .insertInto('api_key')
    .values({
      company_id: company.id,
      id,
      membership_id: gateway.id ?? '',
      name: 'Warehouse ERP (simulator)',
      hint: `…${demoErpKey.slice(-4)}`,
      scope: erpScope,
      created_at: new Date(now.getTime() - 30 * dayLong),
      created_by: `${administrator?.first ?? ''} ${administrator?.last ?? ''}`,
      expires_at: new Date(now.getTime() + 335 * dayLong),
    })
    .execute()
  await sql`
    insert into membership_role (company_id, membership_id, role_id)
    select company_id, ${gateway.id}::uuid, id from role where company_id = ${company.id} and code = 'orderManager'
    returning 1`.execute(tx)
  await tx
    .insertInto('api_key_hash')
    .values({ key_hash: hashToken(demoErpKey), company_id: company.id, api_key_id: id })
    .execute()
}

/** Keys of the API user in every state there is. Nobody knows what they are: their text was never kept, here as everywhere. */
export async function insertApiKeys(
  tx: Tx,
  company: DemoCompany,
  gateway: By,
  random: Random,
  now: Date,
): Promise<void> {
  const administrator = company.people.find(({ role }) => role === 'companyAdministrator')
  const by = `${administrator?.first ?? ''} ${administrator?.last ?? ''}`
  const at = (days: number) => new Date(now.getTime() - days * dayLong)
  const rows = samples.map((key): Insertable<DB['api_key']> => ({
    company_id: company.id,
    id: random.id(at(key.made).getTime()),
    membership_id: gateway.id ?? '',
    name: key.name,
    hint: `…${random.int(1_000, 9_999)}`,
    scope: key.scope.toSorted(),
    created_at: at(key.made),
    created_by: by,
    expires_at: at(-key.ends),
    last_used_at: key.used === null ? null : at(key.used),
    last_address: key.used === null ? null : '198.51.100.80',
    revoked_at: key.revoked === undefined ? null : at(key.revoked),
    revoked_by: key.revoked === undefined ? null : by,
  }))
  await tx.insertInto('api_key').values(rows).execute()
  const living = rows.filter((row) => row.revoked_at === null)
  await tx
    .insertInto('api_key_hash')
    .values(
      living.map((row) => ({
        key_hash: hashToken(`demo ${row.id}`),
        company_id: company.id,
        api_key_id: row.id,
      })),
    )
    .execute()
}
