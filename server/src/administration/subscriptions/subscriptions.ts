import { sql } from 'kysely'
import { subscriptions } from '@kervan/contract/administration/subscriptions'
import { dayIn } from '../../kit/clock.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { serviceNameFolded, serviceNameSql } from '../../kit/service-names.ts'

// The company's subscriptions, read (SUB-001). What is left and what is too much follow from total and used.

/** A subscription's id begins with its product: `OMP-ORDERS`. */
const named = { product: sql`split_part(s.service_id, '-', 1)`, written: sql`s.service_name` }

export const subscriptionList = serveList(
  subscriptions,
  'serviceSubscriptions',
  ({ actor, language, now }) => ({
    // The account of the period that is now; what was used before the first one stands in the subscription.
    from: sql`subscription s left join lateral (
    select c.total, c.used, c.reserved from credit_period c where c.company_id = ${actor.company.id} and c.subscription_id = s.id
      and c.starts_on <= ${dayIn(actor.company.timeZone, now)}::date and (c.ends_on is null or c.ends_on > ${dayIn(actor.company.timeZone, now)}::date)
    order by c.starts_on desc limit 1) a on true`,
    where: [sql`s.company_id = ${actor.company.id}`],
    id: sql`s.id`,
    key: sql`s.id`,
    columns: {
      serviceName: serviceNameSql(language, named),
      serviceId: sql`s.service_id`,
      subscriptionState: sql`s.state`,
      startDate: sql`s.start_date`,
      creditPeriod: sql`s.credit_period`,
      totalCredit: sql`coalesce(a.total, s.total_credit)`,
      usedCredit: sql`coalesce(a.used, s.used_credit)`,
      reservedCredit: sql`coalesce(a.reserved, 0)`,
      remainingCredit: sql`greatest(coalesce(a.total, s.total_credit) - coalesce(a.used, s.used_credit) - coalesce(a.reserved, 0), 0)`,
      exceededCredit: sql`greatest(coalesce(a.used, s.used_credit) - coalesce(a.total, s.total_credit), 0)`,
    },
    extra: { letsExceed: sql`s.lets_exceed` },
    search: sql`s.search_text || ' ' || ${serviceNameFolded(language, named)}`,
  }),
)
