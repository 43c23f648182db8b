import { receiveReturn } from '@kervan/contract/order/returns'
import { returnTable } from '@kervan/contract/order/return-states'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import { handle } from '../../kit/http/handle.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { packsIn } from './codes.ts'
import { creditNotes } from './credit.ts'
import { presentReturn } from './list.ts'
import { refusedOnReturn, returnScope, type RuledReturn } from './scope.ts'
import { tellAnnouncers } from './tell.ts'

// Goods of a return that have come in, counted or scanned (MED-001). The ERP is asked for a credit note in the same
// transaction; what has not come in can be announced again.

type Head = RuledReturn & { id: string; version: number; customerCode: string }
type Line = {
  id: string
  lineCode: string
  gtin: string | null
  quantity: number
  packs: string[]
}

export const receiveReturnHandler = handle(receiveReturn, async (context) => {
  const { tx, actor, services, now, input } = context
  const company = actor.company.id
  const { rows: heads } = await sql<Head>`
    select r.id, r.version, r.code, r.state, r.announced_by_id as "announcedById", o.customer_code as "customerCode"
    from product_return r join sales_order o on o.company_id = r.company_id and o.id = r.order_id
    where ${sql.join(returnScope(actor), sql` and `)} and r.id = ${input.returnId} for update of r`.execute(
    tx,
  )
  const [head] = heads
  if (!head) throw refusal('NotFound')
  const refused = refusedOnReturn('receive', head, actor)
  if (refused) throw refused
  if (head.version !== input.version) throw await changedMeanwhile(context, 'productReturn', head.id)
  const { rows } = await sql<Line>`
    select k.id, o.code || '-' || l.line_no as "lineCode", l.gtin, k.quantity,
      array(select p.serial_number from product_return_pack p where p.company_id = ${company} and p.return_line_id = k.id) as packs
    from product_return_line k join order_line l on l.company_id = ${company} and l.id = k.order_line_id
      join sales_order o on o.company_id = ${company} and o.id = l.order_id
    where k.company_id = ${company} and k.return_id = ${head.id}`.execute(tx)
  const lines = new Map(rows.map((line) => [line.id, line]))
  const thisYear = Number(dayIn(actor.company.timeZone, now).slice(0, 4))
  const named = new Set<string>()
  const counted = input.lines.map(({ returnLineId, quantity, codes }) => {
    const line = lines.get(returnLineId)
    if (!line) throw refusal('LineNotFound', { line: returnLineId })
    if (named.has(returnLineId)) throw refusal('ReturnLineTwice', { line: line.lineCode })
    named.add(returnLineId)
    const serials =
      codes === null || codes.trim() === ''
        ? null
        : packsIn(codes, line, thisYear).map(({ serial }) => serial)
    const known = new Set(line.packs)
    const stranger = line.packs.length > 0 && serials?.find((serial) => !known.has(serial))
    if (stranger) throw refusal('ReturnPackOfOther', { line: line.lineCode, serial: stranger })
    const count = serials?.length ?? quantity ?? 0
    if (count > line.quantity)
      throw refusal('ReturnAboveAnnounced', {
        line: line.lineCode,
        quantity: count,
        announced: line.quantity,
      })
    // All of a line that is counted whole has come in; of one that is counted short, packs are not told apart.
    return { id: line.id, count, serials: serials ?? (count === line.quantity ? line.packs : []) }
  })
  const pieces = counted.reduce((sum, { count }) => sum + count, 0)
  if (pieces === 0) throw refusal('ReturnEmpty', { return: head.code })
  await sql`
    update product_return_line k set received_quantity = coalesce(c.count, 0)
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ id }) => counted.find((one) => one.id === id)?.count ?? 0)}::int[]) as c (id, count)
    where k.company_id = ${company} and k.id = c.id`.execute(tx)
  const received = counted.flatMap(({ id, serials }) => serials.map((serial) => `${id} ${serial}`))
  await sql`
    update product_return_pack p set received = p.return_line_id::text || ' ' || p.serial_number = any(${received}::text[]),
      live = p.return_line_id::text || ' ' || p.serial_number = any(${received}::text[])
    where p.company_id = ${company} and p.return_line_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )
  const { to } = returnTable.moves.receive
  await sql`
    update product_return r set version = r.version + 1, state = ${to}, received_at = ${now}, received_by = ${actor.name}, last_event_at = ${now}, last_event_by = ${actor.name}
    where r.company_id = ${company} and r.id = ${head.id}`.execute(tx)
  await creditNotes.request(tx, services, { companyId: company, now }, [
    { key: head.id, recordId: head.id, name: head.code, recipient: head.customerCode },
  ])
  await tellAnnouncers(
    tx,
    services,
    { companyId: company, membershipId: actor.membershipId, name: actor.name },
    now,
    'productReturn.received',
    [head],
  )
  await record(tx, actor, now, {
    events: [
      { recordType: 'productReturn', recordId: head.id, kind: 'productReturn.received', facts: { pieces } },
    ],
    audit: [
      {
        operation: 'productReturn.received',
        recordType: 'productReturn',
        recordId: head.id,
        recordCode: head.code,
        before: { returnState: head.state },
        after: { returnState: to, pieces },
      },
    ],
  })
  return presentReturn(context, head.id)
})
