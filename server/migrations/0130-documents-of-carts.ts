import { addColumn, changeWords, type Migrating } from './kit.ts'

/** What is said about a document when it is attached to a cart, and goes on with it to a pre-approval order (ORD-019). */
export async function up(db: Migrating): Promise<void> {
  for (const table of ['cart_file', 'pre_order_document']) {
    await addColumn(db, table, `document_type text not null default 'Other'`)
    await changeWords(db, table, 'document_type', [
      'PurchaseOrder',
      'OrderConfirmation',
      'DeliveryNote',
      'Invoice',
      'Certificate',
      'Other',
    ])
    await addColumn(db, table, 'reference_no text')
    await addColumn(db, table, 'document_date date')
    await addColumn(db, table, 'memo text')
  }
}
