import { run, type Migrating } from './kit.ts'

/** Pre-approval orders have a time line. Those of before begin with what they say: who asked, and who decided. */
export async function up(db: Migrating): Promise<void> {
  // One company after the other, because row-level security binds the owner of the tables too.
  await run(
    db,
    `do $$ declare one int; begin
       for one in select id from company order by id loop
         perform set_config('app.company_id', one::text, true);
         insert into record_event (company_id, id, record_type, record_id, at, by_id, by_name, kind, facts)
           select o.company_id, gen_random_uuid(), 'preOrder', o.id, o.order_date, o.record_user_id, o.record_user_name, 'preOrder.placed', jsonb_build_object('count', o.line_count)
           from pre_order o where o.company_id = one;
         insert into record_event (company_id, id, record_type, record_id, at, by_name, kind, facts)
           select o.company_id, gen_random_uuid(), 'preOrder', o.id, o.decided_at, o.decided_by, 'preOrder.' || lower(o.state),
             jsonb_build_object('preApprovalReason', o.reject_reason, 'memo', o.memo, 'behalf', o.decided_for)
           from pre_order o where o.company_id = one and o.decided_at is not null;
       end loop;
     end $$`,
  )
}
