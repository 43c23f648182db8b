import type pg from 'pg'

// What a database's own catalogue says about our tables, as sorted lines: two databases with the same lines have the
// same schema. Roles are told apart only as owner and runtime role, because the latter's name belongs to the installation.

const ours = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely%'`

const queries = [
  `select format('column %s.%s %s%s%s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' end,
     ' collate ' || l.collname, case a.attgenerated when 's' then ' generated' end, ' default ' || pg_get_expr(d.adbin, d.adrelid)) as line
   from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum left join pg_collation l on l.oid = a.attcollation where ${ours}`,
  `select format('constraint %s.%s %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as line
   from pg_class c join pg_constraint k on k.conrelid = c.oid where ${ours} and k.contype in ('c', 'f', 'p', 'u', 'x')`,
  `select format('index %s', pg_get_indexdef(i.indexrelid)) as line from pg_class c join pg_index i on i.indrelid = c.oid where ${ours}`,
  `select format('policy %s.%s %s %s using %s check %s', c.relname, p.polname, p.polcmd, p.polpermissive, pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid)) as line
   from pg_class c join pg_policy p on p.polrelid = c.oid where ${ours}`,
  `select format('security %s %s %s', c.relname, c.relrowsecurity, c.relforcerowsecurity) as line from pg_class c where ${ours}`,
  `select format('grant %s %s to %s', x.privilege_type, c.relname, case when x.grantee = 0 then 'public' when x.grantee = c.relowner then 'owner' else 'runtime role' end) as line
   from pg_class c cross join aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) x where ${ours} and x.privilege_type <> 'MAINTAIN'`,
]

export async function readCatalogue(client: pg.Client | pg.Pool): Promise<string[]> {
  const lines: string[] = []
  for (const query of queries)
    lines.push(...(await client.query<{ line: string }>(query)).rows.map(({ line }) => line))
  return lines.toSorted()
}
