import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Network } from './min-cost-flow.ts'

// Networks and plants whose best answers other solvers have found, where the folder with them is at hand.

const folder = join(process.env['KERVAN_SHARED'] ?? join(import.meta.dirname, '../../../shared'), 'data/flow')

export const hasFlows = existsSync(folder)
/** Said by tests that have nothing to compare with. */
export const withoutFlows = hasFlows ? '' : ' (left out: no folder of known flows here)'

type Known = { feasible?: boolean; minimum?: number | null; capacitated?: number; uncapacitated?: number }
export const knownFlows: Record<string, Known> = hasFlows
  ? JSON.parse(readFileSync(join(folder, 'optima.json'), 'utf8'))
  : {}

/** A network in the form of DIMACS. */
export function readFlow(name: string): Network {
  const network = {
    nodes: 0,
    supply: [] as number[],
    from: [] as number[],
    to: [] as number[],
    capacity: [] as number[],
    cost: [] as number[],
  }
  for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
    const [kind, ...rest] = line.split(' ')
    const [a = 0, b = 0, , d = 0, e = 0] = rest.map(Number)
    if (kind === 'p') {
      network.nodes = Number(rest[1])
      network.supply = Array<number>(network.nodes).fill(0)
    }
    if (kind === 'n') network.supply[a - 1] = b
    if (kind !== 'a') continue
    network.from.push(a - 1)
    network.to.push(b - 1)
    network.capacity.push(d)
    network.cost.push(e)
  }
  return network
}

/** Sites with capacity and fixed cost, and customers with demand and what serving them wholly from each site costs. */
export type Sites = {
  sites: { capacity: number; fixed: number }[]
  customers: { demand: number; cost: number[] }[]
}

export function readSites(name: string): Sites {
  const words = readFileSync(join(folder, name), 'utf8').split(/\s+/).filter(Boolean).map(Number)
  let at = 0
  const next = () => words[at++] ?? 0
  const [sites, customers] = [next(), next()]
  return {
    sites: Array.from({ length: sites }, () => ({ capacity: next(), fixed: next() })),
    customers: Array.from({ length: customers }, () => ({
      demand: next(),
      cost: Array.from({ length: sites }, next),
    })),
  }
}
