import { flowsShown, getWorkOrderFlows } from '@kervan/contract/services/work-orders'
import { sql } from 'kysely'
import { handle } from '../../kit/http/handle.ts'
import { assertWindow } from '../window.ts'
import { workOrderScope } from './list.ts'

// Work orders as flows between places, for the map.

type Flow = { senderId: string; recipientId: string; workOrders: number; amount: number; all: number }
type Place = { id: string; code: string; name: string; latitude: number | null; longitude: number | null }

export const getWorkOrderFlowsHandler = handle(getWorkOrderFlows, async ({ tx, actor, input }) => {
  assertWindow(input)
  const company = actor.company.id
  const { rows: flows } = await sql<Flow>`
    select o.sender_id as "senderId", o.recipient_id as "recipientId", count(*)::int as "workOrders", sum(o.amount)::int as amount, (count(*) over ())::int as all
    from work_order o where ${sql.join(workOrderScope(actor), sql` and `)} and o.service_date between ${input.from}::date and ${input.to}::date
      and o.state <> 'Discarded' and o.amount > 0
    group by o.sender_id, o.recipient_id order by sum(o.amount) desc, o.sender_id, o.recipient_id limit ${flowsShown}`.execute(
    tx,
  )
  const ids = [...new Set(flows.flatMap(({ senderId, recipientId }) => [senderId, recipientId]))]
  const { rows: places } = await sql<Place>`
    select l.id, l.code, l.name, l.latitude::float8 as latitude, l.longitude::float8 as longitude from location l
    where l.company_id = ${company} and l.id = any(${ids}::uuid[]) order by l.code`.execute(tx)
  const codes = new Map(places.map(({ id, code }) => [id, code]))
  const sum = (of: (flow: Flow) => string) => (id: string) =>
    flows.reduce((total, flow) => (of(flow) === id ? total + flow.amount : total), 0)
  const [sends, receives] = [sum(({ senderId }) => senderId), sum(({ recipientId }) => recipientId)]
  return {
    places: places.map(({ id, ...place }) => ({ ...place, sends: sends(id), receives: receives(id) })),
    flows: flows.map(({ senderId, recipientId, workOrders, amount }) => ({
      senderCode: codes.get(senderId) ?? '',
      recipientCode: codes.get(recipientId) ?? '',
      workOrders,
      amount,
    })),
    left: Math.max(0, (flows[0]?.all ?? 0) - flows.length),
  }
})
