import { externalApprovalOrders } from '@kervan/contract/order/order-management'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { record } from '../../kit/records/audit.ts'
import type { DueTime, DueWork } from '../../kit/work/schedule.ts'
import { notifyManagers } from '../notify-managers.ts'

// Whoever was asked outside and has not answered within the hours that the company gives is overdue: marked once, told
// once to those who look after these orders (ORD-010). Nothing is decided by it; an answer is still taken.

const chunk = 1_000

export const externalApprovalsWork: DueWork = {
  name: 'externalApprovals',
  quiet: true,
  /** The moment at which the first request that nobody answers becomes overdue. */
  async dueTimes({ tx, companyId, until }) {
    const { rows } = await sql<DueTime>`
      select '' as key, min(e.sent_at + make_interval(hours => p.external_alarm_hours)) as at
      from external_approval e join order_policy p on p.company_id = ${companyId}
      where e.company_id = ${companyId} and ${isOpen}
      having min(e.sent_at + make_interval(hours => p.external_alarm_hours)) <= ${until}`.execute(tx)
    return rows
  },
  async run({ tx, services, companyId }) {
    const now = services.clock.now()
    const orders = await overdue(tx, companyId, now, chunk)
    if (orders.length === 0) return { counts: {} }
    await sql`
      update external_approval set overdue_at = ${now}
      where company_id = ${companyId} and id = any(${orders.map(({ id }) => id)}::uuid[])`.execute(tx)
    const company = await tx
      .selectFrom('company')
      .select(['id', 'name'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    await record(tx, { company, membershipId: null, name: company.name }, now, {
      events: orders.map(({ order_id: recordId, hours }) => ({
        recordType: 'order',
        recordId,
        kind: 'order.externalOverdue',
        facts: { count: hours },
      })),
      audit: orders.map(({ order_id: recordId, code: recordCode, hours }) => ({
        operation: 'order.externalOverdue',
        recordType: 'order',
        recordId,
        recordCode,
        after: { hours },
      })),
    })
    const told = new Map(orders.map(({ order_id: id, lines }) => [id, lines]))
    await notifyManagers(
      tx,
      services,
      companyId,
      now,
      'order.externalOverdue',
      externalApprovalOrders.page,
      told,
    )
    return { counts: { orders: orders.length }, more: orders.length === chunk }
  },
}

const isOpen = sql`e.answered_at is null and e.overdue_at is null and p.external_alarm_hours > 0`

type Overdue = { id: string; order_id: string; code: string; lines: number; hours: number }

/** Open requests that are over their time and not marked, oldest first; held, so that an answer comes before or after. */
async function overdue(tx: Tx, companyId: number, now: Date, limit: number): Promise<Overdue[]> {
  const { rows } = await sql<Overdue>`
    select e.id, e.order_id, o.code, p.external_alarm_hours as hours,
      (select count(*)::int from order_line l where l.company_id = ${companyId} and l.order_id = o.id and l.state = 'WaitingExternalApproval') as lines
    from external_approval e join order_policy p on p.company_id = ${companyId}
      join sales_order o on o.company_id = ${companyId} and o.id = e.order_id
    where e.company_id = ${companyId} and ${isOpen}
      and e.sent_at <= ${now}::timestamptz - make_interval(hours => p.external_alarm_hours)
    order by e.sent_at limit ${limit} for update of e`.execute(tx)
  return rows
}
