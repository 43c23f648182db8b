import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { readyMadeRoles } from '../../access/access.api.ts'
import { audit, type AuditEntry } from '../../kit/audit.ts'
import { ConfigProblem, readConfig } from '../../kit/config.ts'
import { openDatabase, type Database, type Tx } from '../../kit/db.ts'
import { readyDatabase } from '../../database.ts'

/** What the refresh did in one company: the names of the roles that gained something, and how many permissions. */
export type RefreshedRole = { code: string; added: number }

/**
 * Gives the ready-made roles of a company what this version defines for them and they lack, and takes nothing away
 * (decision 0006). For the operator: nobody else could grant what nobody holds yet. Safe to repeat, and audited.
 */
export async function refreshRoles(db: Database, companyId: number, now: Date): Promise<RefreshedRole[]> {
  return db.withCompany(companyId, async (tx) => {
    const roles = await tx.selectFrom('role').select(['id', 'code', 'name']).where('company_id', '=', companyId).where('ready_made', '=', true).orderBy('code').forUpdate().execute()
    const refreshed: RefreshedRole[] = []
    const entries: AuditEntry[] = []
    for (const role of roles) {
      const defined = readyMadeRoles.find((one) => one.code === role.code)?.permissions ?? []
      const added = await addMissing(tx, companyId, role.id, defined)
      if (added.length === 0) continue
      refreshed.push({ code: role.code, added: added.length })
      entries.push({ operation: 'role.refreshed', recordType: 'role', recordId: role.id, recordCode: role.name, before: { permissions: [] }, after: { permissions: added } })
    }
    await audit(tx, companyId, { id: null, name: 'Operator' }, now, entries)
    return refreshed
  })
}

async function addMissing(tx: Tx, companyId: number, roleId: string, defined: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ permission: string }>`
    insert into role_permission (company_id, role_id, permission)
    select ${companyId}::int, ${roleId}::uuid, unnest(${defined}::text[]) on conflict do nothing returning permission`.execute(tx)
  if (rows.length > 0) await tx.updateTable('role').set({ version: sql`version + 1` }).where('company_id', '=', companyId).where('id', '=', roleId).execute()
  return rows.map((row) => row.permission).toSorted()
}

/** `npm run portal -- refresh-roles [--company N]`: one company or all of them. */
export async function refreshRolesCommand(args: string[], say: (line: string) => void): Promise<number> {
  const { values } = parseArgs({ args, options: { company: { type: 'string' } } })
  const database = await readyDatabase(readConfig(process.env), say)
  const db = openDatabase(database.appUrl, { max: 2, onError: () => {} })
  try {
    const all = await db.shared.selectFrom('company').select(['id', 'name']).orderBy('id').execute()
    const wanted = values.company === undefined ? all : all.filter((company) => String(company.id) === values.company)
    if (wanted.length === 0) throw new ConfigProblem(`There is no company ${values.company ?? ''}.`)
    for (const company of wanted) {
      const refreshed = await refreshRoles(db, company.id, new Date())
      say(refreshed.length === 0 ? `${company.name}: nothing to add` : `${company.name}: ${refreshed.map(({ code, added }) => `${code} +${added}`).join(', ')}`)
    }
    return 0
  } finally {
    await db.close()
    await database.leave()
  }
}
