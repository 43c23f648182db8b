import { sql } from 'kysely'
import type { Delivery } from '@kervan/contract/order/cart'
import { addPastedLines, checkPastedLines, type PastedRow } from '@kervan/contract/order/pasted-lines'
import { refusal } from '@kervan/contract/kit/refusals'
import { existing } from '@kervan/contract/kit/typed'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { pipeline } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { translate } from '../../kit/messages.ts'
import { freePieces } from '../stock.sql.ts'
import { assertOneFlow } from './cart.ts'
import { cartLineWrites, cartTouch, flowInCart, lockCart, readCart } from './cart.sql.ts'
import type { ImportLocation } from './check-import-row.ts'
import { findTyped, readBlocks, readLocations } from './import-lookups.sql.ts'
import { lookupsFor } from './import-job.ts'
import { isTaken, judgePasted, remedyField, type JudgedLine } from './judge-pasted.ts'
import { completeDelivery, deliveryPlaces } from './point-of-sale.ts'
import { suggestCodes } from './suggest-codes.ts'
import { orderSettings } from '../order-settings.ts'

/** Looking for the closest code costs a walk over the catalogue; who pastes more wrong codes has the wrong column. */
const suggestionLimit = 200

/** What pasted rows mean for one delivery, by what the database knows now. Throws what is wrong with the delivery. */
async function judge(
  { tx, actor, language, now, services }: SessionContext,
  wanted: Delivery,
  rows: readonly PastedRow[],
): Promise<{ delivery: Delivery & { pointOfSaleId: string }; lines: JudgedLine[] }> {
  if (wanted.deliveryDate < dayIn(actor.company.timeZone, now))
    throw refusal('DeliveryDateInPast', { date: wanted.deliveryDate })
  const [places] = await pipeline(tx, deliveryPlaces(tx, actor, wanted))
  const delivery = completeDelivery(wanted, places)
  const codes = [...new Set(rows.map(({ code }) => code))]
  const variants = await findTyped(tx, actor, codes)
  const unknown = codes.filter((code) => code.trim() !== '' && !variants.has(code))
  const [suggestions, locations, blocks, { rounding }] = await Promise.all([
    suggestCodes({ tx, actor, language }, unknown.slice(0, suggestionLimit)),
    readLocations(tx, actor),
    readBlocks(tx, actor),
    orderSettings(tx, actor.company),
  ])
  const byId = new Map([...locations.byCode.values()].map((one): [string, ImportLocation] => [one.id, one]))
  const lookups = {
    ...lookupsFor(
      actor,
      services,
      { locations, blocks, proposedDay: delivery.deliveryDate, rounding },
      variants,
      suggestions,
      null,
    ),
    location: (id: string) => byId.get(id) ?? null,
  }
  return { delivery, lines: judgePasted(rows, lookups, delivery) }
}

/** What the cart holds of variants for one delivery, and what is free of them where it goes. */
async function readHeld({ tx, actor }: SessionContext, delivery: Delivery, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; inCart: number; available: number }>`
    select a.id, coalesce(c.quantity, 0)::int as "inCart", ${freePieces(actor.company.id, sql`a.id`, sql`${delivery.locationId}::uuid`)} as available
    from unnest(${ids}::uuid[]) as a(id) left join cart_line c on c.company_id = ${actor.company.id} and c.membership_id = ${actor.membershipId}
      and c.variant_id = a.id and c.location_id = ${delivery.locationId} and c.shipment_method = ${delivery.shipmentMethod}
      and c.delivery_date = ${delivery.deliveryDate} and c.point_of_sale_id is not distinct from ${delivery.pointOfSaleId}::uuid`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The lines that can be ordered by flow type, most first. */
function flowsOf(lines: readonly JudgedLine[]): { flowType: string; lines: number }[] {
  const taken = lines.flatMap(({ checked, variant }) => (isTaken(checked) && variant ? variant.flowType : []))
  return [...Map.groupBy(taken, (flow) => flow)]
    .map(([flowType, all]) => ({ flowType, lines: all.length }))
    .toSorted((a, b) => b.lines - a.lines || a.flowType.localeCompare(b.flowType))
}

export const checkPastedHandler = handle(checkPastedLines, async (context) => {
  const { input, language } = context
  const { delivery, lines } = await judge(context, input.delivery, input.rows)
  const held = await readHeld(
    context,
    delivery,
    lines.flatMap(({ variant }) => variant?.id ?? []),
  )
  return {
    lines: lines.map(({ rows, pasted, variant, checked }) => ({
      rows,
      result: checked.result,
      ...pasted,
      variant: variant && {
        id: variant.id,
        code: variant.code,
        name: variant.name,
        flowType: variant.flowType,
        available: held.get(variant.id)?.available ?? 0,
      },
      set: checked.result === 'Refused' ? null : checked.quantity,
      inCart: (variant && held.get(variant.id)?.inCart) ?? 0,
      notes: checked.issues.map((issue) => {
        const field = remedyField(issue.column)
        return {
          severity: issue.severity,
          message: translate(language, `order.import.issue.${issue.code}`, issue.facts),
          remedy: field !== null && issue.remedy !== null ? { field, value: issue.remedy } : null,
        }
      }),
    })),
    flows: flowsOf(lines),
  }
})

export const addPastedHandler = handle(addPastedLines, async (context) => {
  const { input, tx, actor, language, now } = context
  await lockCart(tx, actor)
  const { delivery, lines } = await judge(context, input.delivery, input.rows)
  const flows = flowsOf(lines)
  const [only, other] = flows
  const flow = input.flowType ?? only?.flowType
  if (!flows.some(({ flowType }) => flowType === flow)) throw addPastedLines.refuse('PasteEmpty')
  if (other && only && input.flowType === undefined)
    throw addPastedLines.refuse('FlowTypesMixed', { inCart: only.flowType, added: other.flowType })
  const taken = lines.flatMap(({ variant, checked }) =>
    variant && checked.quantity !== null && isTaken(checked) && variant.flowType === flow
      ? { variant, quantity: checked.quantity }
      : [],
  )
  const ids = taken.map(({ variant }) => variant.id)
  const [inCart] = await pipeline(tx, flowInCart(tx, actor, ids))
  assertOneFlow([existing(flow)], inCart)
  const held = await readHeld(context, delivery, ids)
  const written = taken.map(({ variant, quantity }) => ({
    id: newId(),
    variantId: variant.id,
    ...delivery,
    quantity,
    externalProductCode: null,
  }))
  return {
    cart: await readCart(
      { tx, actor, language },
      ...cartLineWrites(actor, written),
      cartTouch(tx, actor, now),
    ),
    added: taken.length,
    leftOut: lines.length - taken.length,
    before: ids.map((variantId) => ({ variantId, quantity: held.get(variantId)?.inCart ?? 0 })),
  }
})
