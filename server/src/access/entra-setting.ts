import type { Database } from '../kit/db.ts'
import type { EntraSetting } from './entra-token.ts'

/** What the company signs in with; null where that is not set up or switched off. */
export async function settingOf(db: Database, companyId: number): Promise<EntraSetting | null> {
  const row = await db.withCompany(companyId, (tx) => tx.selectFrom('entra_setting').select(['tenant_id', 'client_id', 'authority', 'keys_url']).where('company_id', '=', companyId).where('enabled', '=', true).executeTakeFirst())
  return row ? { tenantId: row.tenant_id, clientId: row.client_id, authority: row.authority, keysUrl: row.keys_url } : null
}

const lookEveryMs = 60_000

/** Keeps the origins a page may ask for tokens, for the content policy: those of the companies' authorities and no others. */
export async function watchAuthorities(db: Database): Promise<{ origins: () => readonly string[]; stop(): void }> {
  let origins = await originsOf(db)
  const look = () => void originsOf(db).then((found) => (origins = found), () => {})
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  return { origins: () => origins, stop: () => clearInterval(timer) }
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
