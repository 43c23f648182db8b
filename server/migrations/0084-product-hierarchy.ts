import { addColumn, addKey, run, tenantTable, type Migrating } from './kit.ts'

/**
 * The hierarchy of products (PRD-001): nodes with a parent, and the names of its levels. What products called their
 * category so far becomes a node whose code is that text, so that files and histories that name it still say the same.
 * `product.category` stays the name of the node, kept with it.
 */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'product_group',
    `id uuid not null,
     code text not null,
     code_folded text generated always as (fold(code)) stored,
     name text not null,
     parent_id uuid,
     order_index int not null default 0,
     version int not null default 1,
     created_at timestamptz not null default now(),
     primary key (company_id, id)`,
    'write',
  )
  await addKey(db, 'product_group', 'company_id, parent_id', 'product_group')
  await run(db, 'create unique index product_group_code on product_group (company_id, code_folded)')
  await run(db, 'create index product_group_parent on product_group (company_id, parent_id)')
  await tenantTable(
    db,
    'product_level',
    `id uuid not null,
     depth int not null check (depth > 0),
     name text not null,
     version int not null default 1,
     created_at timestamptz not null default now(),
     primary key (company_id, id),
     unique (company_id, depth)`,
    'write',
  )
  await addColumn(db, 'product', 'category_id uuid')
  await addColumn(db, 'product', 'listed_from date')
  await addColumn(db, 'product', 'listed_to date')
  await addKey(db, 'product', 'company_id, category_id', 'product_group')
  await run(db, 'create index product_category on product (company_id, category_id)')
  const code = `left(trim(category), 64)`
  // One company after the other, because row-level security binds the owner of the tables too.
  await run(
    db,
    `do $$ declare one int; begin
       for one in select id from company order by id loop
         perform set_config('app.company_id', one::text, true);
         insert into product_group (company_id, id, code, name)
           select one, gen_random_uuid(), min(${code}), min(trim(category)) from product
           where company_id = one and trim(category) <> '' group by fold(${code});
         update product p set category_id = g.id, category = g.name from product_group g
           where p.company_id = one and g.company_id = one and g.code_folded = fold(left(trim(p.category), 64));
       end loop;
     end $$`,
  )
}
