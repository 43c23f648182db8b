import { addColumn, changeWords, run, type Migrating } from './kit.ts'

/**
 * What a document of an order is and what has become of it (ORD-019). One file may go with several orders of one cart,
 * so a document has an id of its own.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'order_document', 'id uuid not null default gen_random_uuid()')
  await run(db, 'create unique index order_document_id on order_document (company_id, id)')
  await addColumn(db, 'order_document', 'version int not null default 1')
  await addColumn(db, 'order_document', `document_type text not null default 'Other'`)
  await changeWords(db, 'order_document', 'document_type', [
    'PurchaseOrder',
    'OrderConfirmation',
    'DeliveryNote',
    'Invoice',
    'Certificate',
    'Other',
  ])
  await addColumn(db, 'order_document', `process_state text not null default 'Pending'`)
  await changeWords(db, 'order_document', 'process_state', [
    'Pending',
    'Processing',
    'Succeeded',
    'Failed',
    'Invalid',
    'Cancelled',
  ])
  await addColumn(db, 'order_document', 'reference_no text')
  await addColumn(db, 'order_document', 'document_date date')
  await addColumn(db, 'order_document', 'memo text')
}
