import {
  getOverrideProducts,
  getOverrideSheet,
  saveOverrides,
  type OverrideSheet,
} from '@kervan/contract/services/work-order-override'
import type { OutputOf } from '@kervan/contract/kit/call'
import { addDays } from '@kervan/contract/kit/days'
import { Refusal, refusal } from '@kervan/contract/kit/refusals'
import type { ProjectDomain, WorkOrderState, WorkOrderType } from '@kervan/contract/services/words'
import { sql } from 'kysely'
import { productName } from '../../company/company.api.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { refusalMessage } from '../../kit/messages.ts'
import { refusedOnWorkOrder, workOrderScope } from './list.ts'
import { addWorkOrder } from './add.ts'
import { assertReason, override } from './override.ts'
import { seasonStart } from './record.ts'

// The sheet of the override interface (WRK-003): what a run proposes of one product, recipients by sizes.

const mostRuns = 30
const mostProducts = 500

export const getOverrideProductsHandler = handle(getOverrideProducts, async (context) => {
  const { tx, actor, language, input } = context
  const company = actor.company.id
  const scope = sql.join(workOrderScope(actor), sql` and `)
  const { rows: runs } = await sql<{ code: string; serviceDate: string; strategyName: string }>`
    select u.code, u.service_date::text as "serviceDate", g.name as "strategyName" from service_run u
      join strategy g on g.company_id = ${company} and g.id = u.strategy_id
    where u.company_id = ${company} and exists (select from work_order o where ${scope} and o.run_id = u.id)
    order by u.service_date desc, u.code desc limit ${mostRuns}`.execute(tx)
  const runCode = input.runCode ?? runs[0]?.code ?? null
  if (runCode === null) return { runs, runCode, products: [] }
  if (!runs.some(({ code }) => code === runCode)) throw refusal('NotFound')
  const { rows: products } = await sql<{
    code: string
    name: string
    workOrders: number
    overridden: number
  }>`
    select p.code, ${productName(language)} as name, count(*)::int as "workOrders", (count(*) filter (where o.amount <> o.proposed))::int as overridden
    from work_order o join service_run u on u.company_id = ${company} and u.id = o.run_id
      join product_variant v on v.company_id = ${company} and v.id = o.variant_id join product p on p.company_id = ${company} and p.id = v.product_id
    where ${scope} and u.code = ${runCode} group by p.company_id, p.id order by count(*) desc, p.code limit ${mostProducts}`.execute(
    tx,
  )
  return { runs, runCode, products }
})

type Row = {
  id: string
  version: number
  code: string
  state: WorkOrderState
  type: WorkOrderType
  domain: ProjectDomain
  day: string
  productCode: string
  productName: string
  variantId: string
  variantCode: string
  label: string
  sortOrder: number
  pack: number
  amount: number
  proposed: number
  senderId: string
  senderCode: string
  senderName: string
  recipientId: string
  recipientCode: string
  recipientName: string
  stock: number
  lastWeek: number
  lastFourWeeks: number
  season: number
}

export const getOverrideSheetHandler = handle(getOverrideSheet, async (context): Promise<OverrideSheet> => {
  const { input, language } = context
  const rows = await rowsOf(context, input)
  const [first] = rows
  if (!first) throw refusal('NotFound')
  const sizes = await sizesOf(context, rows)
  const lines = Map.groupBy(rows, ({ senderCode, recipientCode }) => `${senderCode} ${recipientCode}`)
  return {
    runCode: input.runCode,
    serviceDate: first.day,
    productCode: first.productCode,
    productName: first.productName,
    variants: sizes.map(({ code, label, pack }) => ({ code, label, pack })),
    senders: await sendersOf(context, rows, sizes),
    lines: [...lines.values()].flatMap((of) => {
      const [one] = of
      if (!one) return []
      const { senderCode, recipientCode, recipientName, recipientId } = one
      const there = new Set(of.map(({ variantCode }) => variantCode))
      return {
        senderCode,
        recipientCode,
        recipientName,
        cells: of.map((row) => cellOf(row, language)),
        blanks: sizes.flatMap(({ code, at }) => {
          const seen = at.get(recipientId)
          return there.has(code) ? [] : [{ variantCode: code, ...(seen ?? nothingSold) }]
        }),
      }
    }),
  }
})

const nothingSold = { stock: 0, lastWeek: 0, lastFourWeeks: 0, season: 0 }

type Size = {
  id: string
  code: string
  label: string
  pack: number
  /** What each recipient of the sheet has and sold of it. */
  at: ReadonlyMap<string, typeof nothingSold>
}

/** The sizes of each colour that has work orders, with stock and sales of the recipients. */
async function sizesOf(
  { tx, actor }: Pick<SessionContext, 'tx' | 'actor'>,
  rows: readonly Row[],
): Promise<Size[]> {
  const company = actor.company.id
  const [day] = rows.map(({ day: of }) => of)
  const [variant] = rows.map(({ variantId }) => variantId)
  if (day === undefined || variant === undefined) return []
  const packs = new Map(rows.map(({ variantId, pack }) => [variantId, pack]))
  const recipients = [...new Set(rows.map(({ recipientId }) => recipientId))]
  const sum = (from: string) => sql`coalesce(sum(d.units) filter (where d.day >= ${from}::date), 0)::int`
  const { rows: found } = await sql<
    { id: string; code: string; label: string; pack: number; location: string | null } & typeof nothingSold
  >`
    select v.id, v.code, coalesce(nullif(concat_ws(' ', v.color, v.size), ''), v.code) as label, p.pack_unit as pack, r.location,
      coalesce(t.on_hand - t.reserved, 0)::int as stock, coalesce(sold.week, 0) as "lastWeek", coalesce(sold.weeks, 0) as "lastFourWeeks", coalesce(sold.season, 0) as season
    from product_variant o join product p on p.company_id = ${company} and p.id = o.product_id
      join product_variant v on v.company_id = ${company} and v.product_id = p.id and (v.status = 'Active' or v.id = any(${[...packs.keys()]}::uuid[]))
      cross join unnest(${recipients}::uuid[]) r(location)
      left join stock t on t.company_id = ${company} and t.variant_id = v.id and t.location_id = r.location
      left join lateral (select ${sum(addDays(day, -7))} as week, ${sum(addDays(day, -28))} as weeks, ${sum(seasonStart(day))} as season from daily_sale d
        where d.company_id = ${company} and d.variant_id = v.id and d.location_id = r.location and d.day < ${day}::date and d.day >= ${addDays(day, -200)}::date) sold on true
    where o.company_id = ${company} and o.id = ${variant} and coalesce(v.color, '') in (select coalesce(w.color, '') from product_variant w
      where w.company_id = ${company} and w.id = any(${[...packs.keys()]}::uuid[]))
    order by v.sort_order, v.code`.execute(tx)
  return [...Map.groupBy(found, ({ id }) => id)].flatMap(([id, of]) => {
    const [one] = of
    if (!one) return []
    const at = new Map(
      of.map(({ location, stock, lastWeek, lastFourWeeks, season }) => [
        location ?? '',
        { stock, lastWeek, lastFourWeeks, season },
      ]),
    )
    return [{ id, code: one.code, label: one.label, pack: packs.get(id) ?? one.pack, at }]
  })
}

function cellOf(
  row: Row,
  language: SessionContext['language'],
): OverrideSheet['lines'][number]['cells'][number] {
  const refused = refusedOnWorkOrder('override', row)
  return {
    workOrderId: row.id,
    version: row.version,
    workOrderCode: row.code,
    workOrderState: row.state,
    variantCode: row.variantCode,
    amount: row.amount,
    proposedAmount: row.proposed,
    stock: row.stock,
    lastWeek: row.lastWeek,
    lastFourWeeks: row.lastFourWeeks,
    season: row.season,
    locked: refused && refusalMessage(language, refused),
  }
}

/** The work orders of a product in a run, with what each recipient has and sold until the day before. */
async function rowsOf(
  { tx, actor, language }: Pick<SessionContext, 'tx' | 'actor' | 'language'>,
  { runCode, productCode }: { runCode: string; productCode: string },
): Promise<Row[]> {
  const company = actor.company.id
  const { rows: runs } = await sql<{ day: string }>`
    select u.service_date::text as day from service_run u where u.company_id = ${company} and u.code = ${runCode}`.execute(
    tx,
  )
  const [run] = runs
  if (!run) return []
  const { day } = run
  const sum = (from: string) => sql`coalesce(sum(d.units) filter (where d.day >= ${from}::date), 0)::int`
  const { rows } = await sql<Row>`
    select o.id, o.version, o.code, o.state, o.type, u.domain, ${day} as day, p.code as "productCode", ${productName(language)} as "productName", v.id as "variantId",
      v.code as "variantCode", coalesce(nullif(concat_ws(' ', v.color, v.size), ''), v.code) as label, v.sort_order as "sortOrder", o.pack, o.amount, o.proposed,
      s.id as "senderId", s.code as "senderCode", s.name as "senderName", r.id as "recipientId", r.code as "recipientCode", r.name as "recipientName",
      coalesce(t.on_hand - t.reserved, 0)::int as stock, coalesce(sold.week, 0) as "lastWeek", coalesce(sold.weeks, 0) as "lastFourWeeks", coalesce(sold.season, 0) as season
    from work_order o join service_run u on u.company_id = ${company} and u.id = o.run_id
      join product_variant v on v.company_id = ${company} and v.id = o.variant_id join product p on p.company_id = ${company} and p.id = v.product_id
      join location s on s.company_id = ${company} and s.id = o.sender_id join location r on r.company_id = ${company} and r.id = o.recipient_id
      left join stock t on t.company_id = ${company} and t.variant_id = o.variant_id and t.location_id = o.recipient_id
      left join lateral (select ${sum(addDays(day, -7))} as week, ${sum(addDays(day, -28))} as weeks, ${sum(seasonStart(day))} as season from daily_sale d
        where d.company_id = ${company} and d.variant_id = o.variant_id and d.location_id = o.recipient_id and d.day < ${day}::date and d.day >= ${addDays(day, -200)}::date) sold on true
    where ${sql.join(workOrderScope(actor), sql` and `)} and u.code = ${runCode} and p.code_folded = fold(${productCode})
    order by s.name, s.code, r.name, r.code, v.sort_order, v.code`.execute(tx)
  return rows
}

/** What senders have of the SKUs of the sheet beyond what open work orders take. */
async function sendersOf(
  { tx, actor }: Pick<SessionContext, 'tx' | 'actor'>,
  rows: readonly Row[],
  sizes: readonly Size[],
): Promise<OverrideSheet['senders']> {
  const company = actor.company.id
  const [day] = rows.map(({ day: of }) => of)
  const places = new Map(
    rows.map(({ senderId, senderCode, senderName }) => [senderId, { senderCode, senderName }]),
  )
  const pairs = new Map(
    [...places].flatMap(([senderId, place]) =>
      sizes.map(({ id, code }) => [
        `${senderId} ${id}`,
        { senderId, variantId: id, variantCode: code, ...place },
      ]),
    ),
  )
  const { rows: found } = await sql<{ senderId: string; variantId: string; free: number }>`
    select x.sender as "senderId", x.variant as "variantId", (greatest(0, coalesce(t.on_hand - t.reserved, 0)) - coalesce((select sum(o.amount) from work_order o
      where o.company_id = ${company} and o.variant_id = x.variant and o.sender_id = x.sender and o.state in ('Proposed', 'Overridden', 'Approved', 'TransferPending')
        and o.service_date >= ${day}::date - 7), 0))::int as free
    from unnest(${[...pairs.values()].map(({ senderId }) => senderId)}::uuid[], ${[...pairs.values()].map(({ variantId }) => variantId)}::uuid[]) x (sender, variant)
      left join stock t on t.company_id = ${company} and t.variant_id = x.variant and t.location_id = x.sender`.execute(
    tx,
  )
  const free = new Map(found.map((one) => [`${one.senderId} ${one.variantId}`, one.free]))
  const bySender = Map.groupBy(pairs.values(), ({ senderCode }) => senderCode)
  return [...bySender].map(([code, of]) => ({
    code,
    name: of[0]?.senderName ?? code,
    free: of.map(({ senderId, variantId, variantCode }) => ({
      variantCode,
      free: free.get(`${senderId} ${variantId}`) ?? 0,
    })),
  }))
}

export const saveOverridesHandler = handle(saveOverrides, async (context) => {
  const { tx, actor, language, input } = context
  const { amounts, added = [], runCode = '', ...change } = input
  if (amounts.length + added.length === 0) throw refusal('NoAmountChanged')
  assertReason(change)
  const { rows } = await sql<{ id: string; amount: number }>`
    select o.id, o.amount from work_order o where ${sql.join(workOrderScope(actor), sql` and `)}
      and o.id = any(${amounts.map(({ workOrderId }) => workOrderId)}::uuid[])`.execute(tx)
  const now = new Map(rows.map(({ id, amount }) => [id, amount]))
  const asked = [
    ...amounts.map(({ workOrderId, version, amount }) => ({
      grows: amount - (now.get(workOrderId) ?? 0),
      names: { workOrderId, added: null },
      save: () => override(context, { id: workOrderId, version }, { ...change, amount }),
    })),
    ...added.map(({ amount, ...spot }) => ({
      grows: amount,
      names: { workOrderId: null, added: spot },
      save: () => addWorkOrder(context, { runCode, ...spot }, { ...change, amount }),
    })),
  ]
  const refused: OutputOf<typeof saveOverrides>['refused'] = []
  // What is taken back is there for others.
  for (const { names, save } of asked.toSorted((a, b) => a.grows - b.grows))
    try {
      await save()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ ...names, refusal: error.code, message: refusalMessage(language, error) })
    }
  return { saved: asked.length - refused.length, refused }
})
