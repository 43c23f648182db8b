import { refusal } from '@kervan/contract/kit/refusals'
import { isWarehouse } from '@kervan/contract/kit/location-types'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { newId } from '../../kit/database/uuid.ts'
import { fold } from '../../kit/lists/fold.ts'
import { record } from '../../kit/records/audit.ts'
import type { WorkOrderReason } from './keep.ts'
import { workOrderScope } from './list.ts'
import { availableFor, mayNotReceive, takePair, type Overriding } from './override.ts'

// A planner gives an amount to a size of a line for which the engine proposed nothing (WRK-003): a work order of the type
// None, whose proposal is 0.

type Acting = Pick<SessionContext, 'tx' | 'actor' | 'now' | 'language'>
type Spot = { runCode: string; senderCode: string; recipientCode: string; variantCode: string }
type Line = {
  runId: string
  serviceDate: string
  variantId: string
  senderId: string
  senderType: string
  recipientId: string
  recipientName: string
  packUnit: number
  senderStock: number
  recipientStock: number
  sold: number
  taken: boolean
}

/**
 * Adds a work order to a line of a run, which is a sender and a recipient with a work order of the same product. Throws
 * `NotFound` where there is no such line, `TransferAmountChanged` where the size has a work order meanwhile, and what an
 * override throws.
 */
export async function addWorkOrder(
  context: Acting,
  spot: Spot,
  { amount, reason, note, confirmed }: Overriding,
): Promise<void> {
  const { tx, actor, now } = context
  const companyId = actor.company.id
  if (amount < 0) throw refusal('OverrideNegative')
  if (amount === 0) return
  await takePair(context, await loadLine(context, spot))
  // Numbers of a run are given one after the other; what somebody was faster with is seen now.
  await sql`select from service_run u where u.company_id = ${companyId} and u.code = ${spot.runCode} for update`.execute(
    tx,
  )
  const line = await loadLine(context, spot)
  if (line.taken) throw refusal('TransferAmountChanged')
  const pack = isWarehouse(line.senderType) ? Math.max(1, line.packUnit) : 1
  if (amount % pack !== 0) throw refusal('AmountNotInPacks', { pack })
  const available = await availableFor(context, { ...line, id: null })
  if (amount > available) throw refusal('InsufficientWarehouseStock', { available })
  if (!confirmed && (await mayNotReceive(context, line)))
    throw refusal('LocationMayNotReceive', { location: line.recipientName })
  const { rows } = await sql<{ last: number; planHash: string | null }>`
    select max(substring(o.code from '[0-9]+$')::int) as last, max(o.reason ->> 'planHash') as "planHash" from work_order o
    where o.company_id = ${companyId} and o.run_id = ${line.runId}`.execute(tx)
  const code = `${spot.runCode}-${String((rows[0]?.last ?? 0) + 1).padStart(5, '0')}`
  const id = newId()
  await insertMany(tx, 'work_order', [
    {
      company_id: companyId,
      id,
      code,
      run_id: line.runId,
      service_date: line.serviceDate,
      type: 'None',
      state: 'Overridden',
      variant_id: line.variantId,
      sender_id: line.senderId,
      recipient_id: line.recipientId,
      proposed: 0,
      amount,
      pack,
      net: '0',
      override_reason: reason,
      override_note: note,
      overridden_by: actor.name,
      overridden_at: now,
      substitution: false,
      substitutes: [],
      reason: reasonOf(line, pack, rows[0]?.planHash ?? null),
      search_text: fold(`${code} ${spot.variantCode} ${spot.senderCode} ${spot.recipientCode}`),
      created_at: now,
      published_at: now,
      changed_at: now,
      changed_by: actor.name,
    },
  ])
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'workOrder.added',
        recordType: 'workOrder',
        recordId: id,
        recordCode: code,
        before: null,
        after: { workOrderState: 'Overridden', transferAmount: amount, overrideReason: reason, memo: note },
      },
    ],
  })
}

async function loadLine({ tx, actor }: Acting, spot: Spot): Promise<Line> {
  const company = actor.company.id
  const stock = (place: string) =>
    sql`coalesce((select t.on_hand - t.reserved from stock t where t.company_id = ${company} and t.variant_id = v.id and t.location_id = ${sql.ref(place)}), 0)::int`
  const { rows } = await sql<Line>`
    select u.id as "runId", u.service_date::text as "serviceDate", v.id as "variantId", s.id as "senderId", s.type as "senderType", r.id as "recipientId", r.name as "recipientName",
      p.pack_unit as "packUnit", ${stock('s.id')} as "senderStock", ${stock('r.id')} as "recipientStock",
      coalesce((select sum(d.units) from daily_sale d where d.company_id = ${company} and d.variant_id = v.id and d.location_id = r.id
        and d.day >= u.service_date - 28 and d.day < u.service_date), 0)::int as sold,
      exists (select from work_order x where x.company_id = ${company} and x.run_id = u.id and x.variant_id = v.id and x.sender_id = s.id and x.recipient_id = r.id
        and x.published_at is not null) as taken
    from service_run u join location s on s.company_id = ${company} and s.code_folded = fold(${spot.senderCode})
      join location r on r.company_id = ${company} and r.code_folded = fold(${spot.recipientCode})
      join product_variant v on v.company_id = ${company} and v.code_folded = fold(${spot.variantCode}) and v.status = 'Active'
      join product p on p.company_id = ${company} and p.id = v.product_id
    where u.company_id = ${company} and u.code = ${spot.runCode} and exists (select from work_order o join product_variant w on w.company_id = ${company} and w.id = o.variant_id
      where ${sql.join(workOrderScope(actor), sql` and `)} and o.run_id = u.id and o.sender_id = s.id and o.recipient_id = r.id and w.product_id = v.product_id)`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw refusal('NotFound')
  return found
}

/** What both sides had when it was added; nothing was computed. */
function reasonOf(line: Line, pack: number, planHash: string | null): WorkOrderReason {
  const rate = line.sold / 28
  const side = (stock: number, sold: number) => ({
    stock,
    inTransit: 0,
    rate: sold,
    cover: sold > 0 ? Math.round((Math.max(0, stock) / sold) * 10) / 10 : null,
    stockOut: 0,
    expiring: 0,
  })
  return {
    substitute: null,
    standIn: null,
    pack,
    gain: [],
    loss: [],
    laneCost: 0,
    net: 0,
    recipient: side(line.recipientStock, rate),
    donor: side(line.senderStock, 0),
    sets: null,
    revisedPrice: null,
    bound: [],
    rules: [],
    planHash,
    alternatives: [],
  }
}
