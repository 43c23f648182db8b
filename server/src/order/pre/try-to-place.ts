import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { BulkContext } from '../../kit/lists/handle-bulk.ts'
import { translate } from '../../kit/messages.ts'
import { planFor, readPlanLines } from '../new/plan-lines.ts'
import type { Note } from '../plan-orders.ts'
import { poNumberNotes } from '../new/po-number.ts'
import { addTotals } from '../prices.ts'
import { preOrderDemand } from './demand.sql.ts'
import { orderSettings } from '../order-settings.ts'

type Asked = { id: string; code: string; externalPoCode: string | null }

/** What placing these today comes to, by order, and why it is not possible: products, restrictions, packs, stock, PO numbers. */
export async function tryToPlace(
  context: Pick<BulkContext, 'tx' | 'actor' | 'now' | 'language'>,
  orders: readonly Asked[],
  { lock, blacklisted }: { lock: boolean; blacklisted: boolean },
): Promise<{ problems: Map<string, Refusal>; totals: Map<string, string> }> {
  const problems = new Map<string, Refusal>()
  const totals = new Map<string, string>()
  if (orders.length === 0) return { problems, totals }
  const { tx, actor, now, language } = context
  const ids = orders.map(({ id }) => id)
  const { lines, free } = await readPlanLines(tx, actor, preOrderDemand(actor, ids), { lock, blacklisted })
  const plan = await planFor(tx, actor, now, lines, free)
  for (const [part, own] of Map.groupBy(plan.orders, (order) => order.lines[0]?.line.part))
    if (part) totals.set(part, addTotals(own.map((order) => order.totals)).total)
  const notes = [...plan.notes, ...(await numbersOf(tx, actor, orders, lines, lock))]
  const partOf = new Map(lines.map(({ id, part }) => [id, part]))
  const codes = new Map(orders.map(({ id, code }) => [id, code]))
  for (const { severity, code, lineIds } of notes) {
    if (severity !== 'problem') continue
    for (const [part, own] of Map.groupBy(lineIds, (id) => partOf.get(id))) {
      if (!part || problems.has(part)) continue
      const problem = translate(language, `order.review.${code}`, { count: own.length })
      problems.set(
        part,
        refusal('PreOrderProblem', { order: codes.get(part) ?? '', problem, count: own.length }),
      )
    }
  }
  return { problems, totals }
}

type Lines = Awaited<ReturnType<typeof readPlanLines>>['lines']

async function numbersOf(
  tx: Tx,
  actor: Actor,
  orders: readonly Asked[],
  lines: Lines,
  lock: boolean,
): Promise<Note[]> {
  const notes: Note[] = []
  const { checkPoNumber } = await orderSettings(tx, actor.company)
  for (const order of checkPoNumber ? orders : [])
    notes.push(
      ...(await poNumberNotes(
        tx,
        actor,
        order.externalPoCode,
        lines.filter(({ part }) => part === order.id),
        { lock },
      )),
    )
  return notes
}
