// Cheapest flow through a network by successive shortest paths with potentials. Exact for whole numbers.

export type Network = {
  nodes: number
  /** What a node gives (positive) or takes (negative). */
  supply: readonly number[]
  from: readonly number[]
  to: readonly number[]
  capacity: readonly number[]
  cost: readonly number[]
}

export type Flow = { feasible: boolean; cost: number; flow: number[] }

/**
 * Sends all supply to demand at the least cost; costs must not be negative. `mayStay`: supply may be left, or demand stay
 * open, and as much as possible is sent. Not feasible: some demand or supply has no way.
 */
export function minCostFlow(network: Network, { mayStay = false } = {}): Flow {
  const source = network.nodes
  const sink = network.nodes + 1
  const graph = new Graph(network.nodes + 2)
  const arcs = network.from.map((from, at) =>
    graph.add(from, network.to[at] ?? 0, network.capacity[at] ?? 0, network.cost[at] ?? 0),
  )
  let wanted = 0
  let offered = 0
  for (const [node, supply] of network.supply.entries()) {
    if (supply > 0) graph.add(source, node, supply, 0)
    if (supply < 0) graph.add(node, sink, -supply, 0)
    offered += Math.max(0, supply)
    wanted += Math.max(0, -supply)
  }
  const { sent, cost } = graph.send(source, sink)
  return {
    feasible: mayStay ? sent === Math.min(wanted, offered) : sent === wanted && sent === offered,
    cost,
    flow: arcs.map((arc) => graph.left[arc ^ 1] ?? 0),
  }
}

class Graph {
  readonly left: number[] = []
  readonly #cost: number[] = []
  readonly #to: number[] = []
  readonly #out: number[][]

  constructor(nodes: number) {
    this.#out = Array.from({ length: nodes }, () => [])
  }

  /** Adds an arc and its way back, the number of which is the same but for the last bit. */
  add(from: number, to: number, capacity: number, cost: number): number {
    const arc = this.left.length
    this.left.push(capacity, 0)
    this.#cost.push(cost, -cost)
    this.#to.push(to, from)
    this.#out[from]?.push(arc)
    this.#out[to]?.push(arc + 1)
    return arc
  }

  send(source: number, sink: number): { sent: number; cost: number } {
    const nodes = this.#out.length
    const potential = new Float64Array(nodes)
    let sent = 0
    let cost = 0
    for (;;) {
      const { distance, by } = this.#shortest(source, potential)
      if (distance[sink] === Infinity) return { sent, cost }
      for (let node = 0; node < nodes; node++)
        potential[node]! += Math.min(distance[node] ?? 0, distance[sink] ?? 0)
      let units = Infinity
      for (let node = sink; node !== source; node = this.#to[by[node]! ^ 1]!)
        units = Math.min(units, this.left[by[node]!]!)
      for (let node = sink; node !== source; node = this.#to[by[node]! ^ 1]!) {
        this.left[by[node]!]! -= units
        this.left[by[node]! ^ 1]! += units
        cost += units * this.#cost[by[node]!]!
      }
      sent += units
    }
  }

  #shortest(source: number, potential: Float64Array) {
    const nodes = this.#out.length
    const distance = new Float64Array(nodes).fill(Infinity)
    const by = new Int32Array(nodes).fill(-1)
    const heap = new Heap()
    distance[source] = 0
    heap.push(0, source)
    for (let top = heap.pop(); top; top = heap.pop()) {
      const [at, node] = top
      if (at > distance[node]!) continue
      for (const arc of this.#out[node]!) {
        if (this.left[arc]! <= 0) continue
        const next = this.#to[arc]!
        const reached = at + Math.max(0, this.#cost[arc]! + potential[node]! - potential[next]!)
        if (reached >= distance[next]!) continue
        distance[next] = reached
        by[next] = arc
        heap.push(reached, next)
      }
    }
    return { distance, by }
  }
}

class Heap {
  readonly #keys: number[] = []
  readonly #nodes: number[] = []

  push(key: number, node: number): void {
    let at = this.#keys.length
    this.#keys.push(key)
    this.#nodes.push(node)
    while (at > 0) {
      const above = (at - 1) >> 1
      if (this.#keys[above]! <= key) break
      this.#keys[at] = this.#keys[above]!
      this.#nodes[at] = this.#nodes[above]!
      at = above
    }
    this.#keys[at] = key
    this.#nodes[at] = node
  }

  pop(): [number, number] | null {
    const [key, node] = [this.#keys[0], this.#nodes[0]]
    if (key === undefined || node === undefined) return null
    const lastKey = this.#keys.pop()!
    const lastNode = this.#nodes.pop()!
    const size = this.#keys.length
    if (size === 0) return [key, node]
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= size) break
      if (below + 1 < size && this.#keys[below + 1]! < this.#keys[below]!) below++
      if (this.#keys[below]! >= lastKey) break
      this.#keys[at] = this.#keys[below]!
      this.#nodes[at] = this.#nodes[below]!
      at = below
    }
    this.#keys[at] = lastKey
    this.#nodes[at] = lastNode
    return [key, node]
  }
}
