import { addCheck, addColumn, run, type Migrating } from './kit.ts'

/** After how many failed tries a company holds a sign-in back, and for how long; who may see the own profile keeps that right under its calls' names. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'company_policy', 'lock_out_after int not null default 10')
  await addCheck(
    db,
    'company_policy',
    'company_policy_lock_out_after_check',
    'lock_out_after between 3 and 20',
  )
  await addColumn(db, 'company_policy', 'lock_out_minutes int not null default 15')
  await addCheck(
    db,
    'company_policy',
    'company_policy_lock_out_minutes_check',
    'lock_out_minutes between 5 and 60',
  )
  // One company after the other, because row-level security binds the owner of the tables too.
  await run(
    db,
    `do $$ declare one int; begin
       for one in select id from company order by id loop
         perform set_config('app.company_id', one::text, true);
         insert into role_permission (company_id, role_id, permission)
           select one, role_id, added from role_permission,
             unnest(array['userManagement-getProfile', 'userManagement-setOwnLanguage', 'webResources-uploadProfilePicture', 'webResources-deleteProfilePicture']) added
           where company_id = one and permission = 'MyAccount'
         on conflict do nothing;
       end loop;
     end $$`,
  )
}
