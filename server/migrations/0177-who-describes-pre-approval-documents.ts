import { run, type Migrating } from './kit.ts'

/**
 * Describing a document of a pre-approval order has permissions of its own. Who ordered and may describe documents of
 * own orders may describe these; of the other side who may change such an order.
 */
export async function up(db: Migrating): Promise<void> {
  // One company after the other, because row-level security binds the owner of the tables too.
  await run(
    db,
    `do $$ declare one int; begin
       for one in select id from company order by id loop
         perform set_config('app.company_id', one::text, true);
         insert into role_permission (company_id, role_id, permission)
           select one, p.role_id, n.permission from role_permission p join (values
             ('orderMy-updateDocument', 'orderMy-updatePreApprovalDocument'),
             ('preApprovalOrderManagement-revisePreApprovalOrder', 'preApprovalOrderManagement-updatePreApprovalDocument')) n (known, permission) on n.known = p.permission
           where p.company_id = one
         on conflict do nothing;
       end loop;
     end $$`,
  )
}
