import { addColumn, run, type Migrating } from './kit.ts'

/**
 * The year of orders by what opens as a list. Without a default: a month that an older release has counted does not
 * have them and is counted anew.
 */
export async function up(db: Migrating): Promise<void> {
  for (const part of ['to_decide', 'in_fulfilment', 'external_approval', 'completed'])
    await addColumn(db, 'order_month', `${part} int`)
  await run(db, 'alter table order_month alter column approved set default 0')
  await run(db, 'alter table order_month alter column pending set default 0')
}
