import { addColumn, addKey, run, type Migrating } from './kit.ts'

/** The picture of a product (PRD-001): a file of the company. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'product', 'picture_file_id uuid')
  await addKey(db, 'product', 'company_id, picture_file_id', 'file')
  // A file is looked up by this before it is deleted.
  await run(
    db,
    'create index product_picture on product (company_id, picture_file_id) where picture_file_id is not null',
  )
}
