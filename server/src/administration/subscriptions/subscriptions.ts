import { sql } from 'kysely'
import { subscriptions } from '@kervan/contract/administration/subscriptions'
import { serveList } from '../../kit/lists/serve-list.ts'
import { serviceNameFolded, serviceNameSql } from '../../kit/service-names.ts'

// The company's subscriptions, read (SUB-001). What is left and what is too much follow from total and used.

/** A subscription's id begins with its product: `OMP-ORDERS`. */
const named = { product: sql`split_part(s.service_id, '-', 1)`, written: sql`s.service_name` }

export const subscriptionList = serveList(subscriptions, 'serviceSubscriptions', ({ actor, language }) => ({
  from: sql`subscription s`,
  where: [sql`s.company_id = ${actor.company.id}`],
  id: sql`s.id`,
  key: sql`s.id`,
  columns: {
    serviceName: serviceNameSql(language, named),
    serviceId: sql`s.service_id`,
    subscriptionState: sql`s.state`,
    startDate: sql`s.start_date`,
    creditPeriod: sql`s.credit_period`,
    totalCredit: sql`s.total_credit`,
    usedCredit: sql`s.used_credit`,
    remainingCredit: sql`greatest(s.total_credit - s.used_credit, 0)`,
    exceededCredit: sql`greatest(s.used_credit - s.total_credit, 0)`,
  },
  extra: { letsExceed: sql`s.lets_exceed` },
  search: sql`s.search_text || ' ' || ${serviceNameFolded(language, named)}`,
}))
