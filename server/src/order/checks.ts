import { sql } from 'kysely'
import { addDays } from '@kervan/contract/kit/days'
import { mostFindings, type Check } from '../kit/records/check.ts'

/** Days back to which orders are looked at. */
const daysBack = 60

/** Orders whose total is not what their lines come to. */
export const orderSumWrong: Check = {
  name: 'orderSumWrong',
  async run({ tx, companyId, now }) {
    const { rows } = await sql<{ code: string; total: string; lines: string }>`
      select o.code, o.total::text as total, l.sum::text as lines
      from sales_order o cross join lateral (
        select coalesce(sum(net_amount), 0) as sum from order_line where company_id = ${companyId} and order_id = o.id) l
      where o.company_id = ${companyId} and o.order_date > ${now}::timestamptz - ${`${daysBack} days`}::interval and o.total <> l.sum
      order by o.code limit ${mostFindings}`.execute(tx)
    return rows.map(({ code, total, lines }) => ({ subject: code, facts: { total, lines } }))
  },
}

/** Stock that is reserved for more or less than the open lines that hold it. */
export const stockReservedWrong: Check = {
  name: 'stockReservedWrong',
  async run({ tx, companyId }) {
    const { rows } = await sql<{ location: string; product: string; reserved: number; held: number }>`
      with held as (
        select supply_location_id as location_id, variant_id, sum(greatest(0, po_quantity - completed_quantity))::int as pieces
        from order_line where company_id = ${companyId} and supply_location_id is not null
          and state in ('Pending', 'Revised', 'WaitingExternalApproval', 'Approved') group by 1, 2)
      select l.code as location, v.code as product, s.reserved, coalesce(h.pieces, 0) as held
      from stock s left join held h on h.location_id = s.location_id and h.variant_id = s.variant_id
        join location l on l.company_id = ${companyId} and l.id = s.location_id
        join product_variant v on v.company_id = ${companyId} and v.id = s.variant_id
      where s.company_id = ${companyId} and s.reserved <> coalesce(h.pieces, 0)
      order by l.code, v.code limit ${mostFindings}`.execute(tx)
    return rows.map(({ location, product, reserved, held }) => ({
      subject: `${location} ${product}`,
      facts: { location, product, reserved, held },
    }))
  },
}

/** Days after its delivery date at which an undecided order is forgotten. */
const forgottenDays = 30

export const orderForgotten: Check = {
  name: 'orderForgotten',
  async run({ tx, companyId, now }) {
    const day = addDays(now.toISOString().slice(0, 10), -forgottenDays)
    const { rows } = await sql<{ code: string; customer: string; day: string }>`
      select code, customer_name as customer, delivery_date::text as day from sales_order
      where company_id = ${companyId} and not closed and state in ('Request', 'Revised') and delivery_date < ${day}::date
      order by delivery_date limit ${mostFindings}`.execute(tx)
    return rows.map(({ code, customer, day: due }) => ({ subject: code, facts: { customer, day: due } }))
  },
}

export const orderChecks: readonly Check[] = [orderSumWrong, stockReservedWrong, orderForgotten]
