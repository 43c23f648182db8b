import type { Common, Proposal, Side } from '@kervan/engine/snapshot'
import { workTypes, type WorkType } from '@kervan/engine/snapshot'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { workTypeNames } from './snapshot.ts'

// Work orders that another engine proposes (ENG-001) stand in for those that ours would: the run of their service date takes
// them, and they are published, changed, released and transferred as all others.

type Row = {
  sku: string
  sender: string
  recipient: string
  type: string
  units: number
  net: number
  senderStock: number
  recipientStock: number
  senderRate: number
  recipientRate: number
}

/** Whether another engine has proposed anything for a service date of a project. */
export async function hasForeign(tx: Tx, companyId: number, project: string, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from foreign_proposal t where t.company_id = ${companyId} and t.service_date = ${day}::date and fold(t.project_code) = fold(${project}) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

const typeOf = new Map<string, WorkType>(workTypes.map((type) => [workTypeNames[type], type]))

/**
 * What another engine has proposed for a service date, as our engine would have answered. `left`: proposals between places, or
 * of SKUs, that the plan of the run leaves out.
 */
export async function loadForeign(
  tx: Tx,
  companyId: number,
  common: Common,
  { project, day, skus }: { project: string; day: string; skus: ReadonlySet<string> },
): Promise<{ proposals: Proposal[]; left: number }> {
  const stock = (place: string) =>
    sql`coalesce((select s.on_hand from stock s where s.company_id = ${companyId} and s.variant_id = t.variant_id and s.location_id = ${sql.ref(place)}), 0)::int`
  const rate = (place: string) =>
    sql`coalesce((select sum(d.units) from daily_sale d where d.company_id = ${companyId} and d.variant_id = t.variant_id and d.location_id = ${sql.ref(place)}
      and d.day >= ${day}::date - 28 and d.day < ${day}::date), 0)::float8 / 28`
  const { rows } = await sql<Row>`
    select v.code as sku, a.code as sender, b.code as recipient, t.work_order_type as type, t.units, coalesce(t.net, 0)::float8 as net,
      ${stock('t.sender_id')} as "senderStock", ${stock('t.recipient_id')} as "recipientStock",
      ${rate('t.sender_id')} as "senderRate", ${rate('t.recipient_id')} as "recipientRate"
    from foreign_proposal t join product_variant v on v.company_id = ${companyId} and v.id = t.variant_id
      join location a on a.company_id = ${companyId} and a.id = t.sender_id join location b on b.company_id = ${companyId} and b.id = t.recipient_id
    where t.company_id = ${companyId} and t.service_date = ${day}::date and fold(t.project_code) = fold(${project})
    order by v.code, b.code, a.code`.execute(tx)
  const placeOf = new Map(common.places.map(({ code }, at) => [code, at]))
  const proposals = rows.flatMap((row): Proposal[] => {
    const [from, to, type] = [placeOf.get(row.sender), placeOf.get(row.recipient), typeOf.get(row.type)]
    if (from === undefined || to === undefined || type === undefined || !skus.has(row.sku)) return []
    return [
      {
        type,
        sku: row.sku,
        substitute: null,
        standIn: null,
        from,
        to,
        quantity: row.units,
        pack: 1,
        gain: [],
        loss: [],
        laneCost: 0,
        net: row.net,
        recipient: sideOf(row.recipientStock, row.recipientRate),
        donor: sideOf(row.senderStock, row.senderRate),
        sets: null,
        revisedPrice: null,
        bound: [],
        alternatives: [],
      },
    ]
  })
  return { proposals, left: rows.length - proposals.length }
}

/** What a place had when its proposal was taken, and what it sold a day in four weeks. */
const sideOf = (stock: number, rate: number): Side => ({
  stock,
  inTransit: 0,
  rate: Math.round(rate * 10_000) / 10_000,
  cover: rate > 0 ? Math.round((Math.max(0, stock) / rate) * 10) / 10 : null,
  stockOut: 0,
  expiring: 0,
})
