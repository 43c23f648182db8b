import { addColumn, type Migrating } from './kit.ts'

/** How often somebody has begun to read a picture of a discount request (DSC-006): after five times without an end it is left. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'discount_image', 'tries int not null default 0')
}
