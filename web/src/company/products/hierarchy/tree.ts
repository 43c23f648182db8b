import type { getProductTree } from '@kervan/contract/company/product-tree'
import type { OutputOf } from '@kervan/contract/kit/call'

// The hierarchy as its screen shows it: nodes below their parents, products counted with those below.

export type ProductTree = OutputOf<typeof getProductTree>
export type TreeItem = ProductTree['nodes'][number] & {
  children: TreeItem[]
  /** Products of this node and of all below. */
  all: number
  /** 1 is the top. */
  depth: number
}
export type VisibleItem = { item: TreeItem; parent: TreeItem | null; position: number; siblings: number }

/** The nodes at the top, each with those below it, in the order of the answer. */
export function treeOf({ nodes }: Pick<ProductTree, 'nodes'>): TreeItem[] {
  const below = Map.groupBy(nodes, ({ parentId }) => parentId)
  const build = (parentId: string | null, depth: number): TreeItem[] =>
    (below.get(parentId) ?? []).map((node) => {
      const children = build(node.id, depth + 1)
      const all = children.reduce((sum, child) => sum + child.all, node.products)
      return { ...node, children, all, depth }
    })
  return build(null, 1)
}

/** The nodes that are seen when these are open, from top to bottom. */
export function visibleItems(items: readonly TreeItem[], open: ReadonlySet<string>): VisibleItem[] {
  const walk = (siblings: readonly TreeItem[], parent: TreeItem | null): VisibleItem[] =>
    siblings.flatMap((item, at) => [
      { item, parent, position: at + 1, siblings: siblings.length },
      ...(open.has(item.id) ? walk(item.children, item) : []),
    ])
  return walk(items, null)
}

/** A node and all below it. */
export const withBelow = (item: TreeItem): TreeItem[] => [item, ...item.children.flatMap(withBelow)]

/** Where the keys of a tree lead (ARIA tree): a node to go to, or one to open or close; null where nothing happens. */
export function keyOfTree(
  key: string,
  shown: readonly VisibleItem[],
  at: number,
  open: ReadonlySet<string>,
): { go: string } | { toggle: string } | null {
  const here = shown[at]
  const goTo = (one: VisibleItem | undefined) => (one ? { go: one.item.id } : null)
  if (!here) return goTo(shown[0])
  const isOpen = open.has(here.item.id)
  switch (key) {
    case 'ArrowDown':
      return goTo(shown[at + 1])
    case 'ArrowUp':
      return goTo(shown[at - 1])
    case 'Home':
      return goTo(shown[0])
    case 'End':
      return goTo(shown.at(-1))
    case 'ArrowRight':
      if (here.item.children.length === 0) return null
      return isOpen ? goTo(shown[at + 1]) : { toggle: here.item.id }
    case 'ArrowLeft':
      if (isOpen && here.item.children.length > 0) return { toggle: here.item.id }
      return here.parent ? { go: here.parent.id } : null
    default:
      return null
  }
}
