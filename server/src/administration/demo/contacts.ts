import type { Insertable } from 'kysely'
import type { DB } from '../../kit/database/db.gen.ts'
import type { Tx } from '../../kit/database/db.ts'
import { dayLong } from '../../demo/calendar.ts'
import type { DemoCompany } from '../../demo/people.ts'
import type { Random } from '../../demo/random.ts'

const samples = [
  { user: 'operations', name: 'Operations desk', types: ['Orders', 'Imports'], language: 'tr', days: 210 },
  { user: 'security', name: 'Information security', types: ['Security'], language: 'en', days: 300 },
  { user: 'controlling', name: null, types: ['ServiceRuns', 'FuelPrices'], language: 'de', days: 35 },
] as const

/** Who is told by mail. Asked for last: of what the demo begins with nobody is told. */
export async function insertContacts(tx: Tx, company: DemoCompany, random: Random, now: Date): Promise<void> {
  const head = await tx
    .selectFrom('audit_head')
    .select('seq')
    .where('company_id', '=', company.id)
    .executeTakeFirst()
  const rows = samples.map(
    ({ user, name, types, language, days }): Insertable<DB['notification_contact']> => {
      const [at, email] = [new Date(now.getTime() - days * dayLong), `${user}@${company.domain}`]
      return {
        company_id: company.id,
        id: random.id(at.getTime()),
        email,
        name,
        language,
        types: [...types],
        told_seq: head?.seq ?? 0,
        created_at: at,
      }
    },
  )
  await tx.insertInto('notification_contact').values(rows).execute()
}
