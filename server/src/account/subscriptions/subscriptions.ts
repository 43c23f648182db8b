import { sql } from 'kysely'
import {
  subscriptions,
  type creditPeriods,
  type SubscriptionState,
} from '@kervan/contract/account/subscriptions'
import type { RowOf } from '@kervan/contract/kit/page'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor } from '../../kit/context.ts'
import { handle, handleDownload } from '../../kit/handle.ts'
import { exportRows, readPage, type ListSql } from '../../kit/page.ts'
import { serviceNameFolded, serviceNameSql } from '../../kit/service-names.ts'

// The company's subscriptions, read (SUB-001). What is left and what is too much follow from total and used.

type Row = RowOf<typeof subscriptions>
type Found = {
  id: string
  service_name: string
  service_id: string
  state: SubscriptionState
  start_date: string
  credit_period: (typeof creditPeriods)[number]
  total: number
  used: number
  remaining: number
  exceeded: number
  lets_exceed: boolean
}

const remaining = sql`greatest(s.total_credit - s.used_credit, 0)`
const exceeded = sql`greatest(s.used_credit - s.total_credit, 0)`

/** A subscription's id begins with its product: `OMP-ORDERS`. */
const named = { product: sql`split_part(s.service_id, '-', 1)`, written: sql`s.service_name` }

function subscriptionList(actor: Actor, language: Language): ListSql {
  const name = serviceNameSql(language, named)
  return {
    select: sql`s.id, ${name} as service_name, s.service_id, s.state, s.start_date, s.credit_period, s.total_credit as total, s.used_credit as used, ${remaining} as remaining, ${exceeded} as exceeded, s.lets_exceed`,
    from: sql`subscription s`,
    where: [sql`s.company_id = ${actor.company.id}`],
    columns: {
      serviceName: name,
      serviceId: sql`s.service_id`,
      subscriptionState: sql`s.state`,
      startDate: sql`s.start_date`,
      creditPeriod: sql`s.credit_period`,
      totalCredit: sql`s.total_credit`,
      usedCredit: sql`s.used_credit`,
      remainingCredit: remaining,
      exceededCredit: exceeded,
    },
    id: sql`s.id`,
    search: sql`s.search_text || ' ' || ${serviceNameFolded(language, named)}`,
  }
}

function present(row: Found): Row {
  return {
    id: row.id,
    serviceName: row.service_name,
    serviceId: row.service_id,
    subscriptionState: row.state,
    startDate: row.start_date,
    creditPeriod: row.credit_period,
    totalCredit: row.total,
    usedCredit: row.used,
    remainingCredit: row.remaining,
    exceededCredit: row.exceeded,
    letsExceed: row.lets_exceed,
  }
}

export const getSubscriptions = handle(subscriptions.page, async ({ input, tx, actor, language, now }) => {
  const page = await readPage<Found>(tx, actor, subscriptions, subscriptionList(actor, language), input)
  return {
    rows: page.rows.map(present),
    total: page.total,
    totalIsExact: page.totalIsExact,
    asOf: now.toISOString(),
  }
})

export const exportSubscriptions = handleDownload(subscriptions.excel, async (context) =>
  exportRows<Found>(
    context,
    subscriptions,
    subscriptionList(context.actor, context.language),
    context.input,
    'serviceSubscriptions',
    present,
  ),
)
