import { announceReturn, getReturnableLines } from '@kervan/contract/order/returns'
import { returnTable } from '@kervan/contract/order/return-states'
import { existing } from '@kervan/contract/kit/typed'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Actor } from '../../kit/context.ts'
import { nextCount } from '../../kit/database/counter.ts'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { fold } from '../../kit/lists/fold.ts'
import { record } from '../../kit/records/audit.ts'
import { orderScope } from '../scope.ts'
import { packsIn, type CodedPack } from './codes.ts'
import { cameBack, onTheWay } from './scope.ts'
import { tellStaff } from './tell.ts'

// What can be returned of an order, and the announcement (MED-001).

type Head = { id: string; code: string; customer: string; customerCode: string; day: string }
type Line = {
  lineId: string
  lineCode: string
  productCode: string
  productName: string
  gtin: string | null
  delivered: number
  returned: number
}

/** The order of a code, within the reader's rows. `lock`: whoever announces returns of it waits for the others. */
async function findOrder(
  tx: Tx,
  actor: Actor,
  code: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Head> {
  const { rows } = await sql<Head>`
    select o.id, o.code, o.customer_name as customer, o.customer_code as "customerCode", to_char(o.order_date at time zone ${actor.company.timeZone}, 'YYYY-MM-DD') as day
    from sales_order o where ${sql.join(orderScope(actor), sql` and `)} and o.code = upper(${code}) ${lock ? sql`for update of o` : sql``}`.execute(
    tx,
  )
  const [order] = rows
  if (!order) throw refusal('OrderNotFound')
  return order
}

/** Lines of an order of which something was delivered. What did not come in of a return counts as never returned. */
async function deliveredLines(tx: Tx, company: number, order: Head): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.id as "lineId", ${order.code}::text || '-' || l.line_no as "lineCode", l.product_code as "productCode", l.product_name as "productName", l.gtin,
      l.completed_quantity as delivered,
      coalesce((select sum(case when r.state = any(${[...onTheWay]}::text[]) then k.quantity else k.received_quantity end)
        from product_return_line k join product_return r on r.company_id = ${company} and r.id = k.return_id
        where k.company_id = ${company} and k.order_line_id = l.id and r.state = any(${[...onTheWay, ...cameBack]}::text[])), 0)::int as returned
    from order_line l where l.company_id = ${company} and l.order_id = ${order.id} and l.completed_quantity > 0 order by l.line_no`.execute(
    tx,
  )
  return rows
}

export const getReturnableLinesHandler = handle(getReturnableLines, async ({ tx, actor, input }) => {
  const order = await findOrder(tx, actor, input.orderCode)
  const lines = await deliveredLines(tx, actor.company.id, order)
  return {
    orderCode: order.code,
    customerName: order.customer,
    orderDate: order.day,
    lines: lines.map((line) => ({ ...line, left: line.delivered - line.returned })),
  }
})

export const announceReturnHandler = handle(announceReturn, async (context) => {
  const { tx, actor, services, now, input } = context
  const company = actor.company.id
  if (input.reason === 'Other' && input.memo === undefined) throw refusal('ReasonMemoRequired')
  const order = await findOrder(tx, actor, input.orderCode, { lock: true })
  const delivered = new Map((await deliveredLines(tx, company, order)).map((line) => [line.lineId, line]))
  const thisYear = Number(dayIn(actor.company.timeZone, now).slice(0, 4))
  const asked = new Set<string>()
  const lines = input.lines.map(({ lineId, quantity, codes }) => {
    const line = delivered.get(lineId)
    if (!line) throw refusal('LineNotFound', { line: lineId })
    if (asked.has(lineId)) throw refusal('ReturnLineTwice', { line: line.lineCode })
    asked.add(lineId)
    const packs = codes === null ? [] : packsIn(codes, line, thisYear)
    const count = packs.length > 0 ? packs.length : quantity
    if (count === null) throw refusal('ReturnQuantityMissing', { line: line.lineCode })
    const left = line.delivered - line.returned
    if (count > left)
      throw refusal('ReturnAboveDelivered', {
        line: line.lineCode,
        quantity: count,
        left,
        delivered: line.delivered,
      })
    return { id: newId(), line, quantity: count, packs }
  })
  await assertNotComingBack(
    tx,
    company,
    lines.flatMap(({ packs }) => packs),
  )
  const id = newId()
  const code = `RT-${String(await nextCount(tx, company, 'productReturn')).padStart(5, '0')}`
  await tx
    .insertInto('product_return')
    .values({
      company_id: company,
      id,
      code,
      state: returnTable.initial,
      order_id: order.id,
      reason: input.reason,
      memo: input.memo ?? null,
      search_text: fold(`${code} ${order.code} ${order.customer}`),
      announced_at: now,
      announced_by: actor.name,
      announced_by_id: actor.membershipId,
      last_event_at: now,
      last_event_by: actor.name,
    })
    .execute()
  await insertMany(
    tx,
    'product_return_line',
    lines.map(({ id: lineId, line, quantity }, at) => ({
      company_id: company,
      id: lineId,
      return_id: id,
      no: at + 1,
      order_line_id: line.lineId,
      quantity,
    })),
  )
  await insertPacks(tx, company, lines)
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  await tellStaff(tx, services, actor, now, { id, code, orderId: order.id })
  const facts = { order: order.code, pieces, returnReason: input.reason, memo: input.memo ?? null }
  await record(tx, actor, now, {
    events: [{ recordType: 'productReturn', recordId: id, kind: 'productReturn.announced', facts }],
    audit: [
      {
        operation: 'productReturn.announced',
        recordType: 'productReturn',
        recordId: id,
        recordCode: code,
        after: { returnState: returnTable.initial, ...facts },
      },
    ],
  })
  return { returnId: id, returnCode: code }
})

/** Throws `ReturnPackTwice` for a pack that stands in another return; the unique index decides between two at once. */
async function assertNotComingBack(tx: Tx, company: number, packs: readonly CodedPack[]): Promise<void> {
  if (packs.length === 0) return
  const { rows } = await sql<{ serial: string; code: string }>`
    select p.serial_number as serial, r.code from unnest(${packs.map(({ gtin }) => gtin)}::text[], ${packs.map(({ serial }) => serial)}::text[]) as asked (gtin, serial)
      join product_return_pack p on p.company_id = ${company} and p.gtin = asked.gtin and p.serial_number = asked.serial and p.live
      join product_return_line k on k.company_id = ${company} and k.id = p.return_line_id
      join product_return r on r.company_id = ${company} and r.id = k.return_id limit 1`.execute(tx)
  const [found] = rows
  if (found) throw refusal('ReturnPackTwice', { serial: found.serial, return: found.code })
}

async function insertPacks(
  tx: Tx,
  company: number,
  lines: readonly { id: string; packs: readonly CodedPack[] }[],
): Promise<void> {
  const packs = lines.flatMap(({ id, packs: own }) => own.map((pack) => ({ ...pack, lineId: id })))
  if (packs.length === 0) return
  const { rows } = await sql<{ serial: string }>`
    insert into product_return_pack (company_id, return_line_id, gtin, serial_number)
    select ${company}, p.line, p.gtin, p.serial
    from unnest(${packs.map(({ lineId }) => lineId)}::uuid[], ${packs.map(({ gtin }) => gtin)}::text[], ${packs.map(({ serial }) => serial)}::text[]) as p (line, gtin, serial)
    on conflict do nothing returning serial_number as serial`.execute(tx)
  if (rows.length === packs.length) return
  const kept = new Set(rows.map(({ serial }) => serial))
  throw refusal('ReturnPackTwice', {
    serial: existing(packs.find(({ serial }) => !kept.has(serial))).serial,
    return: '',
  })
}
