import type { Highs } from './highs.ts'

// Linear programs with whole numbers, solved by HiGHS. With one thread and one seed the same program has the same answer; a
// limit on the nodes of the search is the same on each machine, one on time is not.

/** Columns and rows of a program; a row is lower ≤ Σ value × column ≤ upper. */
export type Mip = {
  isMaximised: boolean
  cost: Float64Array
  lower: Float64Array
  upper: Float64Array
  /** 1 where the column is a whole number. */
  whole: Int32Array
  rowLower: Float64Array
  rowUpper: Float64Array
  /** Where each row begins in `columns` and `values`, and the end of the last one. */
  rowStarts: Int32Array
  columns: Int32Array
  values: Float64Array
}

export type MipLimits = {
  seconds: number
  /** Nodes of the search tree. */
  nodes: number
  /** Share of the best by which the answer may be proven to be worse; 0 where nothing is said. */
  gap?: number
}

/** `Optimal` is proven. `Nodes` and `Seconds` name the limit that was reached; no values are given then. */
export type MipAnswer =
  | { state: 'Optimal'; objective: number; values: Float64Array }
  | { state: 'Infeasible' | 'Nodes' | 'Seconds' }

/** Solves a program. Throws what HiGHS throws, after which its memory is not to be trusted. */
export function solveMip(highs: Highs, mip: Mip, { seconds, nodes, gap = 0 }: MipLimits): MipAnswer {
  const { objectiveSense, modelStatus } = highs.constants
  return highs.withModel(
    {
      numCols: mip.cost.length,
      numRows: mip.rowLower.length,
      sense: mip.isMaximised ? objectiveSense.maximize : objectiveSense.minimize,
      colCost: mip.cost,
      colLower: mip.lower,
      colUpper: mip.upper,
      rowLower: mip.rowLower,
      rowUpper: mip.rowUpper,
      integrality: mip.whole,
      matrix: {
        format: 'csr',
        numRows: mip.rowLower.length,
        numCols: mip.cost.length,
        starts: mip.rowStarts,
        indices: mip.columns,
        values: mip.values,
      },
    },
    (model): MipAnswer => {
      model.options.set({
        output_flag: false,
        time_limit: seconds,
        mip_max_nodes: nodes,
        mip_rel_gap: gap,
        mip_abs_gap: 1e-6,
      })
      model.run()
      const status = model.getModelStatus()
      if (status === modelStatus.optimal)
        return {
          state: 'Optimal',
          objective: model.getObjectiveValue(),
          values: model.getSolution().colValue,
        }
      if (status === modelStatus.timeLimit) return { state: 'Seconds' }
      if (status === modelStatus.infeasible || status === modelStatus.unboundedOrInfeasible)
        return { state: 'Infeasible' }
      if (status === modelStatus.solutionLimit || status === modelStatus.iterationLimit)
        return { state: 'Nodes' }
      throw new Error(`HiGHS ended with status ${status}`)
    },
  )
}
