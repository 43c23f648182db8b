import { addColumn, type Migrating } from './kit.ts'

/**
 * A rejection can be disputed once, and somebody else answers (DSC-011): who decided, and what the applicant says against
 * the decision.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'discount_request', 'decided_by_id uuid')
  await addColumn(db, 'discount_request', 'dispute jsonb')
}
