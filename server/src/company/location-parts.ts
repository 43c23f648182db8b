import { sql } from 'kysely'
import {
  getLocationOverview,
  locationReport,
  locationRestrictions,
  locationUsers,
  missingGroupReport,
} from '@kervan/contract/company/location-parts'
import type { OutputOf } from '@kervan/contract/kit/call'
import { isStore } from '@kervan/contract/kit/location-types'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../kit/context.ts'
import { handle } from '../kit/http/handle.ts'
import { folded } from '../kit/lists/fold.ts'
import { serveList } from '../kit/lists/serve-list.ts'
import { productName } from './names.ts'
import { scopeOfProducts } from '../kit/records/scope.ts'
import { seesLocation } from './scope.ts'

// The parts of a location beside its record, and the two reports (LOC-001).

const days = 90

/** Throws `NotFound` for a location that this reader does not see. */
async function assertSeesLocation({ tx, actor }: SessionContext, id: string): Promise<void> {
  const { rows } = await sql`select from location t where ${sql.join(
    [sql`t.company_id = ${actor.company.id}`, sql`t.id = ${id}`, ...seesLocation(actor)],
    sql` and `,
  )}`.execute(tx)
  if (rows.length === 0) throw refusal('NotFound')
}

/** What depends on a location; `t` is its table. */
function countsOf({ actor, now }: SessionContext) {
  const company = actor.company.id
  const since = new Date(now.getTime() - days * 86_400_000)
  return {
    suppliers: sql<number>`(select count(*)::int from supply_relation r where r.company_id = ${company} and r.receiver_id = t.id and r.active)`,
    receivers: sql<number>`(select count(*)::int from supply_relation r where r.company_id = ${company} and r.supplier_id = t.id and r.active)`,
    users: sql<number>`(select count(*)::int from membership_location m where m.company_id = ${company} and m.location_id = t.id)`,
    restrictions: sql<number>`(select count(*)::int from shipping_block b where b.company_id = ${company} and b.location_id = t.id)`,
    orders: sql<number>`(select count(*)::int from sales_order o where o.company_id = ${company} and o.delivery_location_id = t.id and o.order_date >= ${since})`,
  }
}

type Overview = OutputOf<typeof getLocationOverview>
type Found = Omit<Overview, 'isPointOfSale' | 'lastOrderAt'> & {
  type: string
  ownPointOfSale: boolean | null
  last: Date | null
}

export const getLocationOverviewHandler = handle(getLocationOverview, async (context): Promise<Overview> => {
  const { tx, actor, input } = context
  const company = actor.company.id
  const counts = Object.entries(countsOf(context)).map(([name, count]) => sql`${count} as ${sql.id(name)}`)
  const { rows } = await sql<Found>`
    select t.type, y.name as "ownType", y.point_of_sale as "ownPointOfSale", t.action_role as "actionRole", t.breakdown_state as "breakdownState",
      (select max(o.order_date) from sales_order o where o.company_id = ${company} and o.delivery_location_id = t.id) as last,
      ${sql.join(counts)}
    from location t left join location_type y on y.company_id = ${company} and y.code = t.own_type
    where ${sql.join(
      [sql`t.company_id = ${company}`, sql`t.id = ${input.locationId}`, ...seesLocation(actor)],
      sql` and `,
    )}`.execute(tx)
  const [found] = rows
  if (!found) throw refusal('NotFound')
  const { type, ownPointOfSale, last, ...shown } = found
  return {
    ...shown,
    isPointOfSale: ownPointOfSale ?? isStore(type),
    lastOrderAt: last?.toISOString() ?? null,
  }
})

export const locationUserList = serveList(
  locationUsers,
  'companyLocations',
  async (context, { locationId }) => {
    await assertSeesLocation(context, locationId)
    const company = context.actor.company.id
    return {
      from: sql`membership_location w join membership m on m.company_id = ${company} and m.id = w.membership_id
      join identity i on i.id = m.identity_id left join partner p on p.company_id = ${company} and p.id = m.partner_id`,
      where: [
        sql`w.company_id = ${company}`,
        sql`w.location_id = ${locationId}`,
        ...(context.actor.partnerId ? [sql`m.partner_id = ${context.actor.partnerId}`] : []),
      ],
      id: sql`m.id`,
      columns: {
        name: sql`i.first_name || ' ' || i.last_name`,
        username: sql`i.username`,
        customerName: sql`p.name`,
        active: sql`(m.state = 'Active')`,
      },
      search: folded(sql`concat_ws(' ', i.first_name, i.last_name, i.username)`),
    }
  },
)

export const locationRestrictionList = serveList(
  locationRestrictions,
  'kind.shippingBlock.many',
  async (context, { locationId }) => {
    await assertSeesLocation(context, locationId)
    const company = context.actor.company.id
    return {
      from: sql`shipping_block b join product p on p.company_id = ${company} and p.id = b.product_id`,
      where: [
        sql`b.company_id = ${company}`,
        sql`b.location_id = ${locationId}`,
        ...scopeOfProducts(context.actor, sql`b.product_id`),
      ],
      id: sql`b.id`,
      columns: { product: sql`p.code`, name: productName(context.language), note: sql`b.note` },
      search: folded(sql`concat_ws(' ', p.code, ${productName(context.language)}, b.note)`),
    }
  },
)

const known = {
  code: sql`t.code`,
  name: sql`t.name`,
  locationType: sql`t.type`,
  city: sql`t.city`,
  status: sql`t.status`,
}
const sourceOf = (context: SessionContext) => ({
  from: sql`location t`,
  where: [sql`t.company_id = ${context.actor.company.id}`, ...seesLocation(context.actor)],
  id: sql`t.id`,
  key: sql`t.id`,
  search: folded(sql`concat_ws(' ', t.code, t.name, t.city)`),
})

export const missingGroups = serveList(missingGroupReport, 'kind.missingLocationGroup.many', (context) => {
  const source = sourceOf(context)
  return {
    ...source,
    where: [...source.where, sql`t.group_type is null`],
    columns: { ...known, locationGroup: sql`t.location_group`, orders: countsOf(context).orders },
  }
})

export const locationReports = serveList(locationReport, 'kind.locationReport.many', (context) => {
  const { suppliers, receivers, users, orders } = countsOf(context)
  return {
    ...sourceOf(context),
    columns: {
      ...known,
      groupType: sql`t.group_type`,
      actionRole: sql`t.action_role`,
      breakdownState: sql`t.breakdown_state`,
      suppliers,
      receivers,
      users,
      orders,
    },
  }
})
