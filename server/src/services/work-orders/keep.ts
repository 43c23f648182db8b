import { settle } from '@kervan/engine/settle'
import { setWays } from '@kervan/engine/sets'
import { noSets } from '@kervan/engine/solve'
import type { Answer, Common, Nothing, Proposal } from '@kervan/engine/snapshot'
import { existing } from '@kervan/contract/kit/typed'
import { workOrderTable } from '@kervan/contract/services/work-order-states'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { idOf } from '../../kit/database/uuid.ts'
import { fold } from '../../kit/lists/fold.ts'
import type { Plan } from '../strategies/compile.ts'
import { hasForeign, loadForeign } from './foreign.ts'
import { ruleProduct } from './goods.ts'
import { loadAnswers } from './shards.ts'
import { loadNamed, workTypeNames } from './snapshot.ts'
import { holderOf, type HeldValue } from '../settings/holding.ts'
import { settlingOf } from './rules.ts'
import { unpack } from './pack.ts'

// What the shards of a run answered becomes work orders, once bounds over all products are decided. They are not seen
// before the run is published.

/** Why a work order was proposed, as it is kept: numbers and codes, places by code (domain/advisor 1.6). */
export type WorkOrderReason = Omit<Proposal, 'type' | 'sku' | 'from' | 'to' | 'quantity' | 'alternatives'> & {
  planHash: string | null
  /** Another engine has proposed it. */
  foreign?: boolean
  rules: string[]
  alternatives: { from: string; net: number }[]
}

type Keeping = {
  runId: string
  runCode: string
  project: string
  plan: Plan
  planHash: string | null
  day: string
  author: string
  now: Date
}

/** Rows that are made and written at once. */
const partSize = 5_000

/** Writes the work orders of a run and what was not proposed, in place of those of a try before. */
export async function keepWorkOrders(
  tx: Tx,
  companyId: number,
  { runId, runCode, project, plan, planHash, day, author, now }: Keeping,
): Promise<{
  workOrders: number
  noProposals: number
  units: number
  net: number
  sets: Answer['sets']
  /** Work orders that another engine has proposed, and those of its proposals that the plan leaves out; null where it has not. */
  foreign: { taken: number; left: number } | null
}> {
  const { rows } = await sql<{ common: Buffer; values: HeldValue[] }>`
    select common, setting_values as values from run_snapshot where company_id = ${companyId} and run_id = ${runId}`.execute(
    tx,
  )
  const taken = existing(rows[0])
  const held = holderOf(taken.values, plan.rules)
  const { places, skus, groupsOf } = await loadNamed(tx, companyId, { plan, day })
  const common = unpack<Common>(taken.common)
  const foreign = (await hasForeign(tx, companyId, project, day))
    ? await loadForeign(tx, companyId, common, { project, day, skus: new Set(skus.map(({ code }) => code)) })
    : null
  const answers = foreign ? [] : await loadAnswers(tx, companyId, runId)
  // Places are numbers of the snapshot, which their codes lead back to.
  const placeId = new Map(places.map(({ id, code }) => [code, id]))
  const idAt = (at: number) => placeId.get(existing(common.places[at]).code)
  const variantId = new Map(skus.map(({ id, code }) => [code, id]))
  const groups = new Map(places.map(({ code, group }) => [code, group]))
  const settling = settlingOf(
    plan,
    held,
    common.places.map(({ code }) => ({ code, group: groups.get(code) ?? null })),
    skus.map((sku) => ({ code: sku.code, product: ruleProduct(sku, groupsOf) })),
  )
  const { kept, dropped } = settle(
    common,
    foreign?.proposals ?? answers.flatMap(({ proposals }) => proposals),
    // Whether a lane is worth its cost was for the other engine to say.
    foreign ? { ...settling, laneCost: 0, leastLaneValue: -Infinity } : settling,
  )
  await sql`delete from work_order where company_id = ${companyId} and run_id = ${runId}`.execute(tx)
  await sql`delete from no_proposal where company_id = ${companyId} and run_id = ${runId}`.execute(tx)
  const displayTotals = new Map<string, number>()
  for (const { sku, to, quantity } of kept)
    displayTotals.set(`${sku} ${to}`, (displayTotals.get(`${sku} ${to}`) ?? 0) + quantity)
  const orderOf = (one: (typeof kept)[number], at: number) => {
    const [sender, recipient, variant] = [idAt(one.from), idAt(one.to), variantId.get(one.sku)]
    // What was deleted since the snapshot has no work order.
    if (!sender || !recipient || !variant) return []
    const code = `${runCode}-${String(at + 1).padStart(5, '0')}`
    const codeAt = (place: number) => existing(common.places[place]).code
    const reason: WorkOrderReason = {
      substitute: one.substitute,
      standIn: one.standIn,
      pack: one.pack,
      gain: one.gain,
      loss: one.loss,
      laneCost: one.laneCost,
      net: one.net,
      recipient: one.recipient,
      donor: one.donor,
      sets: one.sets,
      ...(foreign ? { foreign: true } : {}),
      revisedPrice: one.revisedPrice,
      bound: one.bound,
      rules: one.rules,
      planHash,
      alternatives: one.alternatives.map(({ from, net }) => ({ from: codeAt(from), net })),
    }
    return [
      {
        company_id: companyId,
        id: idOf(`work order ${runId} ${at}`),
        code,
        run_id: runId,
        service_date: day,
        type: workTypeNames[one.type],
        state: workOrderTable.initial,
        variant_id: variant,
        sender_id: sender,
        recipient_id: recipient,
        proposed: one.quantity,
        amount: one.quantity,
        pack: one.pack,
        net: String(one.net),
        substitution: one.substitute !== null,
        substitutes: one.substitute === null ? [] : [one.substitute],
        revised_price: one.revisedPrice === null ? null : String(one.revisedPrice),
        revised_total: displayTotals.get(`${one.sku} ${one.to}`) ?? null,
        reason,
        search_text: fold(`${code} ${one.sku} ${codeAt(one.from)} ${codeAt(one.to)}`),
        created_at: now,
        changed_at: now,
        changed_by: author,
      },
    ]
  }
  let [workOrders, units] = [0, 0]
  // A part at a time: all of them as text would take more memory than the engine.
  for (let from = 0; from < kept.length; from += partSize) {
    const orders = kept.slice(from, from + partSize).flatMap((one, at) => orderOf(one, from + at))
    workOrders += orders.length
    units += orders.reduce((sum, { amount }) => sum + amount, 0)
    await insertMany(tx, 'work_order', orders)
  }
  const made = new Set(kept.flatMap(({ sku, from, to }) => [`${sku} ${from}`, `${sku} ${to}`]))
  const reasons = new Map<string, Nothing>()
  for (const one of [...answers.flatMap(({ nothing }) => nothing), ...dropped]) {
    const key = `${one.sku} ${one.place}`
    if (!made.has(key)) reasons.set(key, one)
  }
  const nothingOf = (one: Nothing) => {
    const [location, variant] = [idAt(one.place), variantId.get(one.sku)]
    if (!location || !variant) return []
    return [
      {
        company_id: companyId,
        run_id: runId,
        variant_id: variant,
        location_id: location,
        reason: one.code,
        stock: one.stock,
        in_transit: one.inTransit,
        rate: one.rate,
      },
    ]
  }
  let noProposals = 0
  const all = [...reasons.values()]
  for (let from = 0; from < all.length; from += partSize) {
    const nothing = all.slice(from, from + partSize).flatMap(nothingOf)
    noProposals += nothing.length
    await insertMany(tx, 'no_proposal', nothing)
  }
  return {
    workOrders,
    noProposals,
    units,
    sets: setsOf(answers),
    foreign: foreign && { taken: workOrders, left: foreign.left },
    net: Math.round(kept.reduce((sum, { net }) => sum + net, 0) * 100) / 100,
  }
}

/** Styles of all shards by how their size sets were decided. */
function setsOf(answers: readonly Answer[]): Answer['sets'] {
  const all = noSets()
  for (const { sets } of answers) for (const way of setWays) all[way] += sets[way]
  return all
}
