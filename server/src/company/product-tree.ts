// The hierarchy of products as a tree of codes (PRD-001): pure, for the rules and for the screen's answer.

export type TreeNode = { code: string; parent: string | null }
export type TreeFault = { code: string; fault: 'GroupCycle' | 'GroupTooDeep'; path: string[] }

/** A node with those above it, itself first; `null` where they go around in a circle. */
function wayUp(parents: ReadonlyMap<string, string | null>, code: string): string[] | null {
  const way = [code]
  const seen = new Set(way)
  for (let above = parents.get(code) ?? null; above !== null; above = parents.get(above) ?? null) {
    if (seen.has(above)) return null
    seen.add(above)
    way.push(above)
  }
  return way
}

/** The circle that a node lies on, from it back to it; empty where it lies on none. */
function circleOf(parents: ReadonlyMap<string, string | null>, code: string): string[] {
  const way = [code]
  for (let above = parents.get(code) ?? null; above !== null; above = parents.get(above) ?? null) {
    way.push(above)
    if (above === code) return way
    if (way.length > parents.size + 1) return []
  }
  return []
}

/**
 * What is wrong with a tree: nodes above themselves, and nodes deeper than `limit` levels. `path` goes from the node
 * up: for a circle back to itself, for depth to the top.
 */
export function treeFaults(nodes: readonly TreeNode[], limit: number): TreeFault[] {
  const parents = new Map(nodes.map(({ code, parent }) => [code, parent]))
  return nodes.flatMap(({ code }): TreeFault[] => {
    const way = wayUp(parents, code)
    if (way === null) {
      const path = circleOf(parents, code)
      return path.length > 0 ? [{ code, fault: 'GroupCycle', path }] : []
    }
    return way.length > limit ? [{ code, fault: 'GroupTooDeep', path: way }] : []
  })
}
