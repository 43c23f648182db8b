import { approvedStates, earningStates, type RequestState } from '@kervan/contract/porta/words'
import type { RequestSide } from '@kervan/contract/porta/states'
import { addDays, addMonths } from '@kervan/contract/kit/days'
import { sql, type RawBuilder } from 'kysely'
import { startOfDay } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { holdsOn, marginsOn, priceOn } from '../amounts.sql.ts'
import { requestScope } from '../requests/scope.ts'
import { portaSettings } from '../settings.ts'

// The rows of the earnings report (KIG-001): of months that were closed as they were paid then, and of open ones as they come
// to now. Formulas: domain/pharma 4.2. All amounts are exact numbers of the database, rounded half up to the kuruş.

type Context = Pick<SessionContext, 'tx' | 'actor'>

/** The last day of the months that are closed; null before the first one. */
export async function closedUntil({ tx, actor }: Context): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select max(month)::text as month from kigo_month where company_id = ${actor.company.id}`.execute(tx)
  const month = rows[0]?.month ?? null
  return month === null ? null : addDays(addMonths(month, 1), -1)
}

/** The columns that both halves of the report have, and `kigo_row` keeps. */
export const kept = [
  'kind',
  'period_day',
  'state',
  'basis_day',
  'invoice_date',
  'warehouse_gln',
  'warehouse_name',
  'inquiry_at',
  'list_price',
  'required_rate',
  'applied_rate',
  'tax_rate',
  'service_rate',
  'paid_price',
  'due_price',
  'sell_in',
  'sell_in_tax',
  'sell_out',
  'sell_out_tax',
  'ratio',
  'service_charge',
  'payment',
  'payment_tax',
  'notes',
] as const
const columns = (alias: string): RawBuilder<unknown> =>
  sql.join(kept.map((name) => sql.ref(`${alias}.${name}`)))

/** Ends a subquery whose columns are worked out once a row: without it each use of a column works it out again. */
const once = sql`offset 0`

/** An amount, rounded; nothing instead of less, and unknown where it is. */
const notBelow = (amount: RawBuilder<unknown>) =>
  sql`round(case when ${amount} < 0 then 0 else ${amount} end, 2)`

/** Rows as a table `k`, of closed months and of open ones, that this side sees and whose day lies in the window; `only`: of these requests. */
export async function kigoRows(
  context: Context,
  side: RequestSide,
  window: { from: string; to: string },
  only: readonly string[] | null = null,
): Promise<RawBuilder<unknown>> {
  const company = context.actor.company.id
  const open = await openRows(context, side, window, only)
  const ofThese = only === null ? sql`` : sql`and s.request_id = any(${[...only]}::uuid[])`
  return sql`(
    select s.id, s.request_id, true as closed, ${columns('s')} from kigo_row s
      where s.company_id = ${company} and s.period_day between ${window.from}::date and ${window.to}::date ${ofThese}
    union all
    select o.id, o.request_id, false as closed, ${columns('o')} from ${open} o
      where o.period_day between ${window.from}::date and ${window.to}::date) k`
}

/**
 * Rows of months that are open: decided and waiting requests, and corrections of what closed months have paid. A request of
 * a closed month that was not in it, and a correction, belong to the first day that is open, or to their own later one.
 */
export async function openRows(
  context: Context,
  side: RequestSide,
  window: { from: string; to: string },
  only: readonly string[] | null = null,
): Promise<RawBuilder<unknown>> {
  const { tx, actor } = context
  const { id: company, timeZone } = actor.company
  const settings = await portaSettings(tx, actor.company)
  const until = await closedUntil(context)
  const sale = sql`coalesce(r.valid_sale_date, r.declared_sale_date)`
  const dayOf = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone ${timeZone})::date`
  const bySale = settings.kigoPeriod === 'SaleDate'
  const own = bySale ? sale : dayOf(sql`r.recorded_at`)
  const ownWithin = bySale
    ? sql`${sale} between ${window.from}::date and ${window.to}::date`
    : sql`r.recorded_at >= ${startOfDay(timeZone, window.from)} and r.recorded_at < ${startOfDay(timeZone, addDays(window.to, 1))}`
  // What belongs to a closed month and was not paid with it, or has changed since, or whose product has rates of a later hand.
  const late =
    until === null
      ? sql`false`
      : sql`${own} <= ${until}::date and (paid.request_id is null or r.last_event_at > paid.closed_at
          or exists (select from discount_rate d where d.company_id = ${company} and d.product_id = r.product_id and d.created_at > paid.closed_at)
          or exists (select from price_change d where d.company_id = ${company} and d.product_id = r.product_id and d.created_at > paid.closed_at))`
  const opens = until === null ? sql`null::date` : sql`${addDays(until, 1)}::date`
  const isApproved = sql`r.state = any(${approvedStates satisfies readonly RequestState[]}::text[])`
  const payment = (out: RawBuilder<unknown>, into: RawBuilder<unknown>) =>
    settings.kigoPayment === 'SellOut' ? out : sql`greatest(${out} - ${into}, 0.00)`
  const less = (name: string) =>
    sql`${sql.ref(`f.${name}`)} - coalesce(${sql.ref(`f.was_${name}`)}, 0) as ${sql.id(name)}`
  return sql`(
    select f.id, f.request_id, f.kind, f.period_day, f.state, f.basis_day, f.invoice_date, f.warehouse_gln, f.warehouse_name, f.inquiry_at, f.list_price,
      f.required_rate, f.applied_rate, f.tax_rate, f.service_rate, f.paid_price, f.due_price, ${less('sell_in')}, ${less('sell_in_tax')},
      ${less('sell_out')}, ${less('sell_out_tax')}, f.ratio, ${less('service_charge')}, ${less('payment')}, ${less('payment_tax')}, f.notes
    from (
      select r.id, r.id as request_id, case when paid.request_id is null then 'Row' else 'Correction' end as kind,
        greatest(case when paid.request_id is null then ${own} else ${dayOf(sql`r.last_event_at`)} end, ${opens}) as period_day,
        r.state, day.basis as basis_day, buy.day as invoice_date, buy.gln as warehouse_gln,
        (select w.name from location w where w.company_id = ${company} and w.gln = buy.gln order by w.code limit 1) as warehouse_name,
        seen.read_at as inquiry_at, price.value as list_price, rate.required_rate, rate.applied_rate, term.tax_rate, term.service_rate,
        base.paid as paid_price, base.due as due_price, sells.sell_in, round(sells.sell_in * term.tax, 2) as sell_in_tax,
        sells.sell_out, round(sells.sell_out * term.tax, 2) as sell_out_tax,
        case when base.paid > 0 then round(sells.sell_out / base.paid * 100, 3) end as ratio,
        round(sells.sell_out * term.service_rate / 100, 2) as service_charge,
        case when ${isApproved} then coalesce(${payment(sql`sells.sell_out`, sql`sells.sell_in`)}, 0.00) else 0.00 end as payment,
        case when ${isApproved} then coalesce(${payment(sql`round(sells.sell_out * term.tax, 2)`, sql`round(sells.sell_in * term.tax, 2)`)}, 0.00) else 0.00 end as payment_tax,
        paid.sell_in as was_sell_in, paid.sell_in_tax as was_sell_in_tax, paid.sell_out as was_sell_out, paid.sell_out_tax as was_sell_out_tax,
        paid.service_charge as was_service_charge, paid.payment as was_payment, paid.payment_tax as was_payment_tax, paid.request_id as was,
        array_remove(array[
          case when buy.day is null then 'InvoiceDateUnknown' end,
          case when rate.required_rate is null then 'RateMissing' end,
          case when price.value is null then 'PriceMissing' end,
          case when margin.slices = 0 then 'MarginMissing' end,
          case when rate.required_rate <= rate.applied_rate then 'NoDifference' end,
          case when paid.request_id is null and ${own} < ${opens} then 'LateForMonth' end], null) as notes
      from discount_request r
      left join lateral (
        select e.read_at, e.says from pack_evidence e where e.company_id = ${company} and e.request_id = r.id and e.source <> 'Image'
        order by jsonb_array_length(e.says -> 'movements') > 0 desc, e.read_at desc limit 1) seen on true
      left join lateral (
        select (m ->> 'fromGln') as gln, ${dayOf(sql`(m ->> 'declaredAt')::timestamptz`)} as day from jsonb_array_elements(seen.says -> 'movements') m
        where m ->> 'movement' = 'Receipt' and m ->> 'toGln' = r.point_of_sale_gln and m ->> 'resultCode' = '00000'
          and ${dayOf(sql`(m ->> 'declaredAt')::timestamptz`)} <= ${sale}
        order by m ->> 'declaredAt' desc limit 1) buy on true
      cross join lateral (select coalesce(buy.day, ${sale}) as basis ${once}) day
      left join lateral (
        select d.required_rate, d.applied_rate from discount_rate d
        where d.company_id = ${company} and d.product_id = r.product_id and ${holdsOn('d', sql`day.basis`)} limit 1) rate on true
      cross join lateral (
        select coalesce(dated.tax_rate, ${settings.taxRate}::numeric) as tax_rate, coalesce(dated.service_rate, ${settings.serviceRate}::numeric) as service_rate,
          1 + coalesce(dated.tax_rate, ${settings.taxRate}::numeric) / 100 as tax
        from (select 1) one left join lateral (
          select t.tax_rate, t.service_rate from refund_term t where t.company_id = ${company} and ${holdsOn('t', sql`day.basis`)} limit 1) dated on true ${once}) term
      cross join lateral (select ${priceOn(company, sql`r.product_id`, sql`day.basis`)} as value ${once}) price
      cross join lateral (
        select price.value * (1 - rate.applied_rate / 100) as paid, price.value * (1 - rate.required_rate / 100) as due ${once}) bare
      cross join lateral ${marginsOn(company, sql`day.basis`, { on_paid: sql`bare.paid`, on_due: sql`bare.due` })} margin
      cross join lateral (select round(bare.paid + margin.on_paid, 2) as paid, round(bare.due + margin.on_due, 2) as due ${once}) base
      cross join lateral (
        select ${notBelow(sql`bare.paid - bare.due`)} as sell_in, ${notBelow(sql`base.paid - base.due`)} as sell_out ${once}) sells
      left join lateral (
        select w.request_id, max(c.closed_at) as closed_at, sum(w.sell_in) as sell_in, sum(w.sell_in_tax) as sell_in_tax, sum(w.sell_out) as sell_out,
          sum(w.sell_out_tax) as sell_out_tax, sum(w.service_charge) as service_charge, sum(w.payment) as payment, sum(w.payment_tax) as payment_tax
        from kigo_row w join kigo_month c on c.company_id = ${company} and c.month = w.month
        where w.company_id = ${company} and w.request_id = r.id group by w.request_id) paid on true
      where ${sql.join(requestScope(actor, side), sql` and `)} ${only === null ? sql`` : sql`and r.id = any(${[...only]}::uuid[])`} and r.state = any(${[...earningStates]}::text[])
        and ((${ownWithin} and ${until === null ? sql`true` : sql`${own} > ${until}::date`}) or (${late}))) f
    where f.was is null or (f.sell_in, f.sell_out, f.service_charge, f.payment, f.payment_tax)
      is distinct from (f.was_sell_in, f.was_sell_out, f.was_service_charge, f.was_payment, f.was_payment_tax))`
}
