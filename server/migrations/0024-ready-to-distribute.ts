import { changeKey, dropKey, type Migrating } from './kit.ts'

/**
 * What distributed PostgreSQL needs of an installation made before: no shared row points at a company, which the runtime
 * role may only read, and lines may stand before their order until the commit without being told so each time.
 */
export async function up(db: Migrating): Promise<void> {
  await dropKey(db, 'identity', 'home_company_id')
  for (const table of [
    'session',
    'temporary_password',
    'entra_nonce',
    'api_key_hash',
    'linked_company',
    'refused_company',
  ])
    await dropKey(db, table, 'company_id')
  await changeKey(db, 'order_line', 'company_id, order_id', 'sales_order deferrable initially deferred')
}
