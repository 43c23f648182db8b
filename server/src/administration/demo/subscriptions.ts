import type { Insertable } from 'kysely'
import type { DB } from '../../kit/database/db.gen.ts'
import { fold } from '../../kit/lists/fold.ts'
import type { DemoCompany } from '../../demo/people.ts'
import type { Random } from '../../demo/random.ts'

// The services that a company has subscribed to, and the projects that they belong to.

/** One subscription for each service, in every state that there is to see. */
export function subscriptionsOf(
  company: DemoCompany,
  random: Random,
  now: Date,
): Insertable<DB['subscription']>[] {
  const looks = [
    ['Active', 'Yearly', 12_000, 0.46, 20],
    ['Active', 'Monthly', 800, 0.93, 73],
    ['CreditExceeded', 'Monthly', 400, 1.12, 126],
    ['Pending', 'Quarterly', 2_000, 0, 179],
    ['Closed', 'OneTime', 250, 1, 232],
    ['Active', 'Yearly', 10_000, 0, 385],
    ['Active', 'Monthly', 100, 0, 60],
  ] as const
  return company.projects.map(([code, service, name], index) => {
    const [state, period, total, share, days] = looks[index % looks.length] ?? looks[0]
    const start = new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
    return {
      company_id: company.id,
      id: random.id(now.getTime()),
      service_id: `${service}-${code}`,
      service_name: name,
      search_text: fold(`${name} ${service}-${code}`),
      state,
      start_date: start,
      credit_period: period,
      total_credit: total,
      used_credit: Math.round(total * share),
      lets_exceed: state === 'CreditExceeded',
    }
  })
}

export function projectsOf(company: DemoCompany): Insertable<DB['project']>[] {
  return company.projects.map(([code, service, name, domain = 'Production']) => ({
    company_id: company.id,
    code,
    service,
    name,
    domain,
    active: true,
  }))
}
