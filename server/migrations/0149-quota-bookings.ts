import { dropKey, run, type Migrating } from './kit.ts'

/**
 * Bookings are checked when they are written (QTA-002): a verdict that no longer holds begins the transaction anew. Each
 * booking locked the company's row for a key that the counter's own key implies.
 */
export async function up(db: Migrating): Promise<void> {
  await run(
    db,
    `create function begin_anew_unless(holds boolean) returns boolean language plpgsql as $$
     begin
       if not holds then
         raise exception 'what this was decided on has changed' using errcode = 'serialization_failure';
       end if;
       return true;
     end $$`,
  )
  await dropKey(db, 'quota_entry', 'company_id')
}
