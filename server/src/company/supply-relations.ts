import { sql } from 'kysely'
import { supplyRelationKind } from '@kervan/contract/company/network'
import { isSupplier } from '@kervan/contract/kit/location-types'
import { refusal } from '@kervan/contract/kit/refusals'
import { plainText } from '@kervan/contract/kit/typed'
import type { RowOfKind, MasterContext } from '../kit/master/kind.ts'
import { serveMasterData } from '../kit/master/serve-master-data.ts'
import { refreshSupplyPaths } from './supply-paths.ts'
import { cyclicEdges, pathBetween, type Edge } from './network.ts'
import { locationInScope } from './scope.ts'

/** The replenishment network (LOC-004). Who sees part of the company sees the relations between its own locations. */
export const supplyRelations = serveMasterData(supplyRelationKind, {
  table: 'supply_relation',
  recordType: 'supplyRelation',
  columns: { supplier: 'supplier_id', receiver: 'receiver_id' },
  references: {
    supplier: { table: 'location', keeps: 'id' },
    receiver: { table: 'location', keeps: 'id' },
  },
  scope: (actor) => [
    ...locationInScope(actor, sql`t.supplier_id`),
    ...locationInScope(actor, sql`t.receiver_id`),
  ],
  rules,
  judgeAll,
  after,
})

type Row = RowOfKind<typeof supplyRelationKind> & { edge: Edge | null }

const withEdges = (judged: readonly RowOfKind<typeof supplyRelationKind>[]): Row[] =>
  judged.map((row) => ({ ...row, edge: row.after && edgeOf(row.after) }))

/** No location supplies itself, and only warehouses and stores supply. */
async function rules(
  context: MasterContext,
  judged: readonly RowOfKind<typeof supplyRelationKind>[],
): Promise<void> {
  const rows = withEdges(judged)
  const types = await supplierTypes(context, rows)
  for (const { edge, addIssue } of rows) {
    if (!edge) continue
    if (edge.supplierId === edge.receiverId) addIssue('receiver', 'SuppliesItself')
    const type = types.get(edge.supplierId)
    if (type !== undefined && !isSupplier(type))
      addIssue('supplier', 'NotASupplier', { location: edge.supplierId })
  }
}

/** The network has no cycle after the whole change, a file that replaces it included. */
async function judgeAll(
  context: MasterContext,
  judged: readonly RowOfKind<typeof supplyRelationKind>[],
): Promise<void> {
  const rows = withEdges(judged)
  if (!rows.some(({ edge }) => edge?.active)) return
  await oneAtATime(context)
  const changed = new Set(rows.flatMap(({ recordId }) => recordId ?? []))
  const kept = (await edgesByCode(context)).filter(({ id }) => !changed.has(id))
  const network = [...kept, ...rows.flatMap(({ edge }) => edge ?? [])]
  const cyclic = new Set<Edge>(cyclicEdges(network))
  for (const { edge, addIssue } of rows) {
    if (!edge || !cyclic.has(edge) || edge.supplierId === edge.receiverId) continue
    const back = pathBetween(network, edge.receiverId, edge.supplierId) ?? []
    addIssue('receiver', 'SupplyCycle', { path: [edge.supplierId, ...back].join(' → ') })
  }
}

/** Two changes that are each right could close a cycle together. */
async function oneAtATime({ tx, actor }: MasterContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('supply network', ${actor.company.id}))`.execute(tx)
}

/**
 * A change that waited was judged by the network of its day: what takes effect is looked at once more. Throws `ChangeFaulty`.
 */
async function after(context: MasterContext): Promise<void> {
  await oneAtATime(context)
  const { length: count } = cyclicEdges(await edgesByCode(context))
  if (count > 0) throw refusal('ChangeFaulty', { count })
  await refreshSupplyPaths(context.tx, context.actor.company.id)
}

const edgeOf = (values: NonNullable<RowOfKind<typeof supplyRelationKind>['after']>): Edge => ({
  supplierId: plainText(values['supplier']),
  receiverId: plainText(values['receiver']),
  active: values['active'],
})

async function supplierTypes(
  { tx, actor }: MasterContext,
  rows: readonly Row[],
): Promise<Map<string, string>> {
  const codes = [...new Set(rows.flatMap(({ edge }) => edge?.supplierId ?? []))]
  const { rows: found } = await sql<{ code: string; type: string }>`
    select code, type from location where company_id = ${actor.company.id} and code = any(${codes}::text[])`.execute(
    tx,
  )
  return new Map(found.map(({ code, type }) => [code, type]))
}

/** The network as it stands, its locations named by their codes as a change names them. */
async function edgesByCode({ tx, actor }: MasterContext): Promise<(Edge & { id: string })[]> {
  const company = actor.company.id
  const { rows } = await sql<Edge & { id: string }>`
    select r.id, s.code as "supplierId", v.code as "receiverId", r.active from supply_relation r
      join location s on s.company_id = ${company} and s.id = r.supplier_id
      join location v on v.company_id = ${company} and v.id = r.receiver_id
    where r.company_id = ${company} and r.active`.execute(tx)
  return rows
}
