import { findForTrial, tryOrder } from '@kervan/contract/order/order-trial'
import { sql } from 'kysely'
import { priceFor } from '../../access/access.api.ts'
import type { SessionContext } from '../../kit/context.ts'
import { tryOut } from '../../kit/database/db.ts'
import { handle, type Answer } from '../../kit/http/handle.ts'
import { subjectOf } from '../../kit/work/mail.ts'
import { showTotals } from '../new/cart.sql.ts'
import { orderSettings } from '../order-settings.ts'
import { addTotals, netAmounts } from '../prices.ts'
import { carryOut, type Carried } from './carry-out.ts'
import { findingsOf } from './find.ts'
import { customerOrders, decidersOn } from './people.ts'
import { choicesFor, chosenLines, placeOfTrial, proposedLines } from './propose.ts'

// The trial order: it does what ordering does, by its own functions, and takes all of it back (decision 0020).

type Trial = Answer<typeof tryOrder>
const shownNames = 5

export const findForTrialHandler = handle(findForTrial, (context) => choicesFor(context, context.input))

export const tryOrderHandler = handle(tryOrder, async (context): Promise<Trial> => {
  const { tx, actor, input } = context
  const { orderFlow, checkPoNumber } = await orderSettings(tx, actor.company)
  const makesPreOrders = orderFlow !== 'FundamentalFlow'
  const place = await placeOfTrial(context, input.locationId ?? null)
  const chosen = input.lines ?? []
  const lines =
    place === null
      ? []
      : await (chosen.length > 0 ? chosenLines(context, chosen) : proposedLines(context, place))
  // Asked before anything is locked: whoever orders meanwhile shall not wait for it.
  const able =
    place === null ? { others: [], callerToo: false } : await decidersOn(context, place, makesPreOrders)
  const canOrder = place !== null && (await customerOrders(context, place))
  const [decider = null] = able.others
  const carried =
    place === null || lines.length === 0
      ? null
      : await tryOut(tx, () => carryOut(context, { place, lines, decider }))
  const orders = carried === null ? [] : await presentOrders(context, carried)
  const totals = addTotals((carried?.orders ?? []).map((order) => order.totals))
  return {
    place: place && {
      locationId: place.locationId,
      locationCode: place.locationCode,
      locationName: place.locationName,
      customerCode: place.customerCode,
      customerName: place.customerName,
      deliveryDate: place.deliveryDate,
    },
    asked: lines.filter(({ variantCode }) => variantCode !== ''),
    currency: actor.company.currency,
    orders,
    ...showTotals(actor, totals),
    deciders: {
      count: able.others.length,
      names: able.others.slice(0, shownNames).map(({ name }) => name),
      by: carried?.wasDecided ? (decider?.name ?? null) : null,
      atOnce: carried !== null && !carried.waits && carried.placed.some(({ approved }) => approved),
    },
    told: (carried?.told ?? []).map(({ when, reached: { name, notice, mail } }) => ({
      when,
      name,
      notice,
      mail: mail && subjectOf(mail),
      address: mail && mail.to,
    })),
    findings: findingsOf(context, {
      isChosen: Boolean(input.locationId),
      place,
      lines,
      carried,
      approves: { others: able.others.length, caller: able.callerToo },
      customerOrders: canOrder,
      needsPoNumber: checkPoNumber,
    }),
  }
})

async function presentOrders({ tx, actor }: SessionContext, carried: Carried): Promise<Trial['orders']> {
  const warehouses = carried.orders.flatMap(({ lines }) =>
    lines.flatMap(({ supplyLocationId }) => supplyLocationId ?? []),
  )
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from location where company_id = ${actor.company.id} and id = any(${warehouses}::uuid[])`.execute(
    tx,
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return carried.orders.map((order, at) => {
    const net = netAmounts(
      order.lines.map(({ line, poQuantity }) => ({ quantity: poQuantity, unitPrice: line.unitPrice })),
      order.discountPercent,
    )
    // One pre-approval order holds all of a delivery; its backorders come with the order that is made of it.
    const placed = carried.placed[carried.isPreOrder ? 0 : at]
    return {
      code: placed?.code ?? null,
      isPreOrder: carried.isPreOrder,
      type: order.type,
      approved: placed?.approved ?? false,
      discountPercent: order.discountPercent,
      ...showTotals(actor, order.totals),
      lines: order.lines.map(({ line, quantity, supplyLocationId, state }, index) => ({
        variantCode: line.variantCode,
        productName: line.productName,
        quantity,
        packUnit: line.packUnit,
        unitPrice: priceFor(actor, line.unitPrice),
        net: priceFor(actor, net[index] ?? '0'),
        warehouse: supplyLocationId === null ? null : (names.get(supplyLocationId) ?? ''),
        state,
      })),
    }
  })
}
