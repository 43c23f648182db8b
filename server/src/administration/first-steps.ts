import { sql, type RawBuilder } from 'kysely'
import type { CountsFirstStep } from '../kit/records/first-step.ts'

const counted = (step: string, count: (company: number) => RawBuilder<number>): CountsFirstStep => ({
  step,
  count: async ({ tx, actor }) => {
    const company = actor.company.id
    const { rows } = await sql<{ count: number }>`
      select (${count(company)})::int as count from company_policy p where p.company_id = ${company}`.execute(
      tx,
    )
    return rows[0]?.count ?? 0
  },
})

/** Colleagues beside the first administrator, and what is settled before others are let in. */
export const administrationFirstSteps: readonly CountsFirstStep[] = [
  counted(
    'people',
    (company) =>
      sql`select count(*) - 1 from membership m where m.company_id = ${company} and m.state = 'Active'`,
  ),
  counted(
    'terms',
    (company) =>
      sql`select count(*) from acknowledgement a where a.company_id = ${company} and a.published_at is not null`,
  ),
  counted('secondFactor', () => sql`case when p.second_factor = 'Required' then 1 else 0 end`),
  counted('registration', () => sql`case when p.registration = 'Closed' then 0 else 1 end`),
  { step: 'mail', count: async ({ services }) => (services.config.smtpUrl === null ? 0 : 1) },
]
