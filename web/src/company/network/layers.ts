// Where the locations of a network stand in its picture: a column for each step from the warehouses, and in a column
// near to those that supply them.

export type Node = { id: string; level: number | null }
export type Relation = { supplierId: string; receiverId: string; active: boolean }
export type Placed = { id: string; column: number; row: number }
/** Drawn at most; what is left out is said. */
export const nodeLimit = 400

/**
 * Columns by level, those that no warehouse reaches last. Rows by the middle of a location's suppliers (two passes), so
 * that lines cross seldom; equal ones keep their order.
 */
export function placeNodes(
  nodes: readonly Node[],
  relations: readonly Relation[],
): { placed: Placed[]; columns: number; rows: number; unreached: number | null } {
  const last = Math.max(-1, ...nodes.flatMap(({ level }) => level ?? []))
  const isAnyUnreached = nodes.some(({ level }) => level === null)
  const unreached = isAnyUnreached ? last + 1 : null
  const columnOf = ({ level }: Node) => level ?? last + 1
  const columns = last + 1 + (isAnyUnreached ? 1 : 0)
  const layers = Array.from({ length: columns }, (_, at) => nodes.filter((node) => columnOf(node) === at))
  const row = new Map<string, number>()
  const number = (layer: readonly Node[]) => layer.forEach(({ id }, at) => row.set(id, at))
  layers.forEach(number)
  const suppliers = Map.groupBy(relations, ({ receiverId }) => receiverId)
  for (let pass = 0; pass < 2; pass++)
    for (const [at, layer] of layers.entries()) {
      if (at === 0) continue
      const middle = new Map(layer.map((node) => [node.id, middleOf(node, suppliers, row)]))
      layer.sort((one, other) => (middle.get(one.id) ?? 0) - (middle.get(other.id) ?? 0))
      number(layer)
    }
  return {
    placed: layers.flatMap((layer, column) => layer.map(({ id }, at) => ({ id, column, row: at }))),
    columns,
    rows: Math.max(0, ...layers.map(({ length }) => length)),
    unreached,
  }
}

/** The line of a relation, from the right of one box to the left of another; back or within a column it swings out. */
export function lineBetween(x1: number, y1: number, x2: number, y2: number) {
  const bend = Math.max(24, Math.abs(x2 - x1) / 2)
  // A curve of degree three keeps within its four points: how far it reaches at most.
  return {
    path: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`,
    left: Math.min(x1, x2 - bend),
    right: Math.max(x2, x1 + bend),
  }
}

function middleOf(
  { id }: Node,
  suppliers: ReadonlyMap<string, readonly Relation[]>,
  row: ReadonlyMap<string, number>,
): number {
  const rows = (suppliers.get(id) ?? []).flatMap(({ supplierId }) => row.get(supplierId) ?? [])
  return rows.length === 0 ? (row.get(id) ?? 0) : rows.reduce((sum, one) => sum + one, 0) / rows.length
}
