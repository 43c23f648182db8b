import type { Services } from '../kit/context.ts'
import type { Database } from '../kit/database/db.ts'
import { repeat } from '../kit/work/repeat.ts'
import type { EntraSetting } from './entra-token.ts'

/** What the company signs in with; null where that is not set up or switched off. */
export async function settingOf(db: Database, companyId: number): Promise<EntraSetting | null> {
  const row = await db.withCompany(companyId, (tx) =>
    tx
      .selectFrom('entra_setting')
      .select(['tenant_id', 'client_id', 'authority', 'keys_url'])
      .where('company_id', '=', companyId)
      .where('enabled', '=', true)
      .executeTakeFirst(),
  )
  return row
    ? { tenantId: row.tenant_id, clientId: row.client_id, authority: row.authority, keysUrl: row.keys_url }
    : null
}

const lookEveryMs = 60_000

/** Keeps the origins a page may ask for tokens, for the content policy: those of the companies' authorities and no others. */
export async function watchAuthorities({
  db,
  log,
}: Pick<Services, 'db' | 'log'>): Promise<{ origins: () => readonly string[]; stop: () => Promise<void> }> {
  let origins = await originsOf(db)
  const stop = repeat('sign-in authorities', lookEveryMs, log, async () => (origins = await originsOf(db)))
  return { origins: () => origins, stop }
}

async function originsOf(db: Database): Promise<readonly string[]> {
  const companies = await db.shared.selectFrom('company').select('id').execute()
  const origins = new Set<string>()
  for (const { id } of companies) {
    const setting = await settingOf(db, id)
    if (setting) origins.add(new URL(setting.authority).origin)
  }
  return [...origins]
}
