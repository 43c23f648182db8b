import { addColumn, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/** What a company decides about its own people, one row each: made with the company, changed under its lock. */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'company_policy',
    `maximum_users int not null default 100 check (maximum_users > 0),
     password_max_age_days int check (password_max_age_days between 1 and 3650),
     idle_minutes int not null default 30 check (idle_minutes between 5 and 720),
     ${oneOf('second_factor', ['Off', 'Optional', 'Required'], "not null default 'Optional'")},
     entra_only boolean not null default false,
     ${oneOf('registration', ['Closed', 'Manager', 'Automatic'], "not null default 'Closed'")},
     version int not null default 1,
     primary key (company_id)`,
    'write',
  )
  // One by one, because row-level security binds the owner of the tables too.
  await run(
    db,
    `do $$ declare one int; begin
       for one in select id from company loop
         perform set_config('app.company_id', one::text, true);
         insert into company_policy (company_id) values (one);
       end loop;
     end $$`,
  )
  // A company's administrator may reset the password of a person this company brought in, and of nobody else.
  await addColumn(db, 'identity', 'home_company_id int')
  await run(
    db,
    `do $$ declare one int; begin
       for one in select id from company order by id loop
         perform set_config('app.company_id', one::text, true);
         update identity set home_company_id = one where home_company_id is null and id in (select identity_id from membership where company_id = one);
       end loop;
     end $$`,
  )
}
