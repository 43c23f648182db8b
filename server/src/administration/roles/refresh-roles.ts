import { sql } from 'kysely'
import { readyMadeRoles } from './ready-made-roles.ts'
import { audit, type AuditEntry } from '../../kit/records/audit.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'

/** What the refresh did in one company: the roles that addedPermissions something, and how many permissions. */
export type RefreshedRole = { code: string; added: number }

/**
 * Gives the ready-made roles of a company what this version defines for them and they lack, makes those that are
 * missing, and takes nothing away (decision 0006). For the operator: nobody else could grant what nobody holds yet.
 * Safe to repeat, and audited.
 */
export async function refreshRoles(tx: Tx, companyId: number, now: Date): Promise<RefreshedRole[]> {
  await tx
    .insertInto('role')
    .values(
      readyMadeRoles.map(({ code, name }) => ({
        company_id: companyId,
        id: newId(),
        code,
        name,
        ready_made: true,
      })),
    )
    .onConflict((conflict) => conflict.columns(['company_id', 'code']).doNothing())
    .execute()
  const roles = await tx
    .selectFrom('role')
    .select(['id', 'code', 'name'])
    .where('company_id', '=', companyId)
    .where('ready_made', '=', true)
    .orderBy('code')
    .forUpdate()
    .execute()
  const refreshed: RefreshedRole[] = []
  const entries: AuditEntry[] = []
  for (const role of roles) {
    const defined = readyMadeRoles.find((one) => one.code === role.code)?.permissions ?? []
    const added = await addMissing(tx, companyId, role.id, defined)
    if (added.length === 0) continue
    refreshed.push({ code: role.code, added: added.length })
    entries.push({
      operation: 'role.refreshed',
      recordType: 'role',
      recordId: role.id,
      recordCode: role.name,
      before: { permissions: [] },
      after: { permissions: added },
    })
  }
  await audit(tx, companyId, { id: null, name: 'Operator' }, now, entries)
  return refreshed
}

async function addMissing(
  tx: Tx,
  companyId: number,
  roleId: string,
  defined: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ permission: string }>`
    insert into role_permission (company_id, role_id, permission)
    select ${companyId}::int, ${roleId}::uuid, unnest(${defined}::text[]) on conflict do nothing returning permission`.execute(
    tx,
  )
  if (rows.length > 0)
    await tx
      .updateTable('role')
      .set({ version: sql`version + 1` })
      .where('company_id', '=', companyId)
      .where('id', '=', roleId)
      .execute()
  return rows.map((row) => row.permission).toSorted()
}
