import { sql } from 'kysely'
import type { ProjectDomain } from '@kervan/contract/services/words'
import type { Tx } from '../../kit/database/db.ts'
import type { Service } from '../scope.ts'

/** What a run costs where the company has no tariff of its own: a credit for each 1,000 pairs begun; simulations are free. */
const usualTariff: Readonly<Record<ProjectDomain, { pairs: number; credits: number }>> = {
  Production: { pairs: 1_000, credits: 1 },
  Experiment: { pairs: 1_000, credits: 0 },
  ReportOnly: { pairs: 1_000, credits: 0 },
}

export type Estimate = { pairs: number; credit: number }

/**
 * Pairs of an active location and an active product that a run evaluates, as far as the given UI filters keep them, and
 * the credit that it takes by the tariff that its service has on the day (domain/advisor 6).
 */
export async function estimateRun(
  tx: Tx,
  companyId: number,
  {
    service,
    domain,
    filterIds,
    day,
  }: { service: Service; domain: ProjectDomain; filterIds: readonly string[]; day: string },
): Promise<Estimate> {
  const kept = (type: 'Location' | 'Product', record: 'l' | 'p') => sql`
    not exists (select from ui_filter f where f.company_id = ${companyId} and f.id = any(${[...filterIds]}::uuid[]) and f.type = ${type}
      and not exists (select from ui_filter_member m where m.company_id = ${companyId} and m.filter_id = f.id
        and m.generation = f.generation and m.record_id = ${sql.ref(`${record}.id`)}))`
  const { rows } = await sql<{
    locations: number
    products: number
    pairs: number | null
    credits: number | null
  }>`
    select (select count(*)::int from location l where l.company_id = ${companyId} and l.status = 'Active' and ${kept('Location', 'l')}) as locations,
      (select count(*)::int from product p where p.company_id = ${companyId} and p.status = 'Active' and ${kept('Product', 'p')}) as products,
      t.pairs, t.credits
    from (select 1) one left join credit_tariff t on t.company_id = ${companyId} and t.service = ${service} and t.domain = ${domain}
      and t.valid_from <= ${day}::date and coalesce(t.valid_to >= ${day}::date, true)`.execute(tx)
  const { locations = 0, products = 0, pairs: per = null, credits = null } = rows[0] ?? {}
  const tariff = per !== null && credits !== null ? { pairs: per, credits } : usualTariff[domain]
  const pairs = locations * products
  return { pairs, credit: Math.ceil(pairs / tariff.pairs) * tariff.credits }
}
