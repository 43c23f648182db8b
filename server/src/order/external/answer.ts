import { answerExternalApproval } from '@kervan/contract/order/external-approval'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { handle } from '../../kit/http/handle.ts'
import { refusalMessage } from '../../kit/messages.ts'
import type { Decision } from '../decide.ts'
import { decideEach } from '../decide-orders.ts'
import { lockOrders } from '../order.sql.ts'
import { orderScope } from '../scope.ts'

type Request = {
  id: string
  order_id: string
  code: string
  answered: boolean
  approved: boolean | null
}

/** Takes the answers of the party that was asked; their orders are locked in the order of their ids (ORD-010). */
export const answerExternalApprovalHandler = handle(answerExternalApproval, async (context) => {
  const { tx, actor, input, language } = context
  const ids = input.answers.map(({ correlationId }) => correlationId)
  const { rows } = await sql<Request>`
    select e.id, e.order_id, o.code, e.answered_at is not null as answered, e.approved
    from external_approval e join sales_order o on o.company_id = ${actor.company.id} and o.id = e.order_id
    where e.company_id = ${actor.company.id} and e.id = any(${ids}::uuid[]) and ${sql.join(orderScope(actor), sql` and `)}`.execute(
    tx,
  )
  const orderIds = [...new Set(rows.map(({ order_id: id }) => id))]
  const orders = await lockOrders(tx, actor.company.id, orderScope(actor), { ids: orderIds })
  // Once more, now that nobody else can answer.
  const { rows: now } = await sql<Pick<Request, 'id' | 'answered' | 'approved'>>`
    select id, answered_at is not null as answered, approved from external_approval
    where company_id = ${actor.company.id} and id = any(${ids}::uuid[])`.execute(tx)
  const states = new Map(now.map((one) => [one.id, one]))
  const requests = new Map(rows.map((row) => [row.id, { ...row, ...states.get(row.id) }]))
  const byId = new Map(orders.map((order) => [order.id, order]))
  const done = new Map<string, boolean>()
  const answers: {
    correlationId: string
    result: 'Done' | 'Repeated' | 'Refused'
    orderCode: string | null
    refusal: string | null
    message: string | null
  }[] = []
  for (const { correlationId, approved, reason = 'Other', memo, responseId = null } of input.answers) {
    const request = requests.get(correlationId)
    const say = (result: 'Done' | 'Repeated' | 'Refused', refused: Refusal | null = null) =>
      answers.push({
        correlationId,
        result,
        orderCode: request?.code ?? null,
        refusal: refused?.code ?? null,
        message: refused && refusalMessage(language, refused),
      })
    const order = request && byId.get(request.order_id)
    if (!request || !order) {
      say('Refused', refusal('OrderNotFound'))
      continue
    }
    if (request.answered || done.has(correlationId)) {
      const isSame = (done.get(correlationId) ?? request.approved) === approved
      say(
        isSame ? 'Repeated' : 'Refused',
        isSame ? null : refusal('ExternalAnswered', { order: request.code }),
      )
      continue
    }
    const decision: Decision = approved
      ? { action: 'acceptExternal' }
      : { action: 'refuseExternal', reason, memo: memo ?? null }
    const refused =
      !approved && reason === 'Other' && !memo?.trim()
        ? refusal('MemoRequired')
        : await decideEach(context, order, decision, responseId)
    if (!refused) done.set(correlationId, approved)
    say(refused ? 'Refused' : 'Done', refused)
  }
  return { answers }
})
