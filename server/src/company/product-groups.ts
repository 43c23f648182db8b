import { sql } from 'kysely'
import {
  deepestLevel,
  getProductTree,
  moveProducts,
  productGroupKind,
  productLevelKind,
} from '@kervan/contract/company/product-tree'
import type { OutputOf } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import { plainText } from '@kervan/contract/kit/typed'
import type { Actor } from '../kit/context.ts'
import { handle } from '../kit/http/handle.ts'
import { fold } from '../kit/lists/fold.ts'
import type { RowOfKind, MasterContext } from '../kit/master/kind.ts'
import { propose } from '../kit/master/propose.ts'
import { assertWholeCompany, settle } from '../kit/master/records.ts'
import { faultyRecord } from '../kit/master/words.ts'
import { serveMasterData } from '../kit/master/serve-master-data.ts'
import { nameIn } from '../kit/records/names.ts'
import { scopeOfProducts } from '../kit/records/scope.ts'
import { renameCategories } from './product-search.ts'
import { treeFaults, type TreeNode } from './product-tree.ts'
import { products } from './products.ts'

/** The nodes of the hierarchy of products (PRD-001). */
export const productGroups = serveMasterData(productGroupKind, {
  table: 'product_group',
  recordType: 'productGroup',
  columns: { parent: 'parent_id' },
  references: { parent: { table: 'product_group', keeps: 'id' } },
  judgeAll,
  after: async (context, changeId) => {
    await assertTree(context)
    await renameCategories(context, changeId)
  },
  usedBy: [
    {
      by: 'productGroups',
      find: (company, ids, leaving) => sql`select g.parent_id as id, g.code as name from product_group g
        where g.company_id = ${company} and g.parent_id = any(${ids}::uuid[]) and g.id <> all(${leaving}::uuid[])`,
    },
    {
      by: 'products',
      find: (company, ids) => sql`select p.category_id as id, p.code as name from product p
        where p.company_id = ${company} and p.category_id = any(${ids}::uuid[])`,
    },
  ],
})

/** What a company calls the levels of its hierarchy. */
export const productLevels = serveMasterData(productLevelKind, {
  table: 'product_level',
  recordType: 'productLevel',
})

/** Two changes that are each right could close a circle together. */
async function oneAtATime({ tx, actor }: MasterContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('product hierarchy', ${actor.company.id}))`.execute(
    tx,
  )
}

/** The names of the levels from the top, in the reader's language. */
async function levelsOf({
  tx,
  actor,
  language,
}: Pick<MasterContext, 'tx' | 'actor' | 'language'>): Promise<string[]> {
  const { rows } = await sql<{ depth: number; name: string }>`
    select depth, ${nameIn(language, 'name')} as name from product_level where company_id = ${actor.company.id} order by depth`.execute(
    tx,
  )
  const names: string[] = []
  for (const { depth, name } of rows) names[depth - 1] = name
  return Array.from(names, (name) => name ?? '')
}

const depthOf = (levels: readonly string[]): number => levels.length || deepestLevel

async function nodesOf({ tx, actor }: MasterContext): Promise<(TreeNode & { id: string })[]> {
  const company = actor.company.id
  const { rows } = await sql<TreeNode & { id: string }>`
    select g.id, g.code, p.code as parent from product_group g
      left join product_group p on p.company_id = ${company} and p.id = g.parent_id
    where g.company_id = ${company}`.execute(tx)
  return rows.map(({ id, code, parent }) => ({ id, code: fold(code), parent: parent && fold(parent) }))
}

/** No node lies above itself, none is deeper than the company's levels; said of the rows that make it so. */
async function judgeAll(
  context: MasterContext,
  rows: readonly RowOfKind<typeof productGroupKind>[],
): Promise<void> {
  if (!rows.some(({ after }) => after?.['parent'])) return
  await oneAtATime(context)
  const changed = new Map(
    rows.flatMap((row) =>
      row.after
        ? [[fold(plainText(row.after['code'])), { row, parent: foldedParent(row.after['parent']) }] as const]
        : [],
    ),
  )
  const byId = new Set(rows.flatMap(({ recordId }) => recordId ?? []))
  const kept = (await nodesOf(context)).filter(({ id }) => !byId.has(id))
  const whole: TreeNode[] = [...kept, ...[...changed].map(([code, { parent }]) => ({ code, parent }))]
  const limit = depthOf(await levelsOf(context))
  const said = new Set<RowOfKind<typeof productGroupKind>>()
  for (const { fault, path } of treeFaults(whole, limit)) {
    // Nodes that stayed where they were are the fault of the one above them that moved; it is told once.
    const meant = path.map((code) => changed.get(code)).find((one) => one !== undefined)
    if (!meant || said.has(meant.row)) continue
    said.add(meant.row)
    meant.row.addIssue('parent', fault, { path: path.toReversed().join(' → '), limit })
  }
}

const foldedParent = (value: unknown): string | null => {
  const text = plainText(value)
  return text === '' ? null : fold(text)
}

/** A change that waited was judged by the tree of its day. Throws `ChangeFaulty`. */
async function assertTree(context: MasterContext): Promise<void> {
  await oneAtATime(context)
  const circles = treeFaults(await nodesOf(context), Number.MAX_SAFE_INTEGER)
  if (circles.length > 0) throw refusal('ChangeFaulty', { count: circles.length })
}

/** Conditions on `product p`: those that this reader sees, as their list has it. */
const seenProducts = (actor: Actor) => [
  sql`p.company_id = ${actor.company.id}`,
  ...scopeOfProducts(actor, sql`p.id`),
]

type Tree = OutputOf<typeof getProductTree>

export const getProductTreeHandler = handle(getProductTree, async (context): Promise<Tree> => {
  const { tx, actor, language } = context
  const company = actor.company.id
  const seen = seenProducts(actor)
  const levels = await levelsOf(context)
  const { rows: nodes } = await sql<Tree['nodes'][number]>`
    select g.id, g.code, ${nameIn(language, 'g.name')} as name, g.parent_id as "parentId",
      (select count(*)::int from product p where ${sql.join([...seen, sql`p.category_id = g.id`], sql` and `)}) as products
    from product_group g where g.company_id = ${company} order by g.order_index, 3, g.id`.execute(tx)
  const { rows: outside } = await sql<{ count: number }>`
    select count(*)::int as count from product p where ${sql.join([...seen, sql`p.category_id is null`], sql` and `)}`.execute(
    tx,
  )
  return { nodes, levels, maximumDepth: depthOf(levels), unassigned: outside[0]?.count ?? 0 }
})

const mostAtOnce = 10_000

export const moveProductsHandler = handle(moveProducts, async (context) => {
  const { tx, actor, input } = context
  assertWholeCompany(context)
  const company = actor.company.id
  const { rows: targets } = await sql<{ code: string }>`
    select code from product_group where company_id = ${company} and id = ${input.toId}`.execute(tx)
  const [target] = targets
  if (!target) throw refusal('NotFound')
  const { rows: found } = await sql<{ id: string }>`
    select p.id from product p where ${sql.join(
      [...seenProducts(actor), sql`p.category_id is not distinct from ${input.fromId}::uuid`],
      sql` and `,
    )} order by p.id limit ${mostAtOnce + 1}`.execute(tx)
  if (found.length > mostAtOnce) throw refusal('SelectionTooLarge', { limit: mostAtOnce })
  const rows = await propose(
    context,
    products.served,
    found.map(({ id }) => ({ id, given: { category: target.code } })),
  )
  const faulty = rows.find(({ action }) => action === 'Faulty')
  if (faulty) throw faultyRecord(context.language, faulty.issues)
  const moving = rows.filter(({ action }) => action === 'Changed')
  if (moving.length === 0) return { moved: 0, waits: false }
  const { waits } = await settle(context, products.served, 'Bulk', moving, true)
  return { moved: moving.length, waits }
})
