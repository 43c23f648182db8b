import { approvedOrder } from '@kervan/contract/order/order-management'
import { placeOrder } from '@kervan/contract/order/order-new'
import { approvePreApprovalOrders } from '@kervan/contract/order/pre-approval'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { loadActor } from '../../kit/http/actor.ts'
import { personHolding } from '../../kit/work/notices.ts'
import { deliveryScope, orderScope } from '../scope.ts'
import type { TrialPlace } from './propose.ts'

// Who could order for a place, and who could approve what is ordered for it: by rights and by reach.

type Context = Pick<SessionContext, 'tx' | 'actor'>

/** So many people with the right are asked for their reach. */
const askedAtMost = 100

/** The call that approves what a placed cart makes. */
export const approvalOf = (makesPreOrders: boolean) =>
  makesPreOrders ? approvePreApprovalOrders : approvedOrder

/**
 * Everybody whose roles open the approval and who sees orders of the place, the caller left out: nobody approves an order
 * of their own. `callerToo`: the caller could, if somebody else had placed it. Rights that are lent count for nothing here,
 * because they end with their day.
 */
export async function decidersOn(
  context: Context,
  place: TrialPlace,
  makesPreOrders: boolean,
): Promise<{ others: Actor[]; callerToo: boolean }> {
  const { tx, actor } = context
  const order = sql`(select ${actor.company.id}::int as company_id, ${place.customerId}::uuid as customer_id, ${place.locationId}::uuid as delivery_location_id) o`
  const able = await membersWho(context, approvalOf(makesPreOrders).permission, sql`true`, askedAtMost)
  const seeing = await Promise.all(
    able.map(async (one) => {
      const { rows } =
        await sql`select 1 from ${order} where ${sql.join(orderScope(one), sql` and `)}`.execute(tx)
      return rows.length > 0 ? [one] : []
    }),
  )
  const all = seeing.flat()
  const others = all.filter(({ membershipId }) => membershipId !== actor.membershipId)
  return { others, callerToo: others.length < all.length }
}

/** Whether a user of the customer may order for the place. */
export async function customerOrders(context: Context, place: TrialPlace): Promise<boolean> {
  const users = await membersWho(
    context,
    placeOrder.permission,
    sql`m.partner_id = ${place.customerId}`,
    askedAtMost,
  )
  for (const user of users) {
    const { rows } = await sql`
      select 1 from location l where ${sql.join(deliveryScope(user), sql` and `)} and l.id = ${place.locationId}`.execute(
      context.tx,
    )
    if (rows.length > 0) return true
  }
  return false
}

async function membersWho(
  { tx, actor }: Context,
  permission: string | null,
  which: RawBuilder<unknown>,
  limit: number,
): Promise<Actor[]> {
  const company = actor.company.id
  const { rows } = await sql<{ id: string }>`
    select m.id from membership m where ${personHolding(company, permission)} and ${which} order by m.id limit ${limit}`.execute(
    tx,
  )
  return Promise.all(rows.map(({ id }) => loadActor(tx, company, id)))
}
