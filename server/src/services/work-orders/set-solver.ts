import type { SetAnswer, SetLimits, SetProblem } from '@kervan/engine/sets'
import { openAsking, openPool } from '../../kit/work/threads.ts'
import type { SetQuestion } from './set-solver-worker.ts'

// Questions about size sets are answered by a thread that may take its time and memory and no more. Whatever becomes of it,
// there is an answer: the amounts, or why there are none, after which the engine takes its quick method.

/** Beyond the time that HiGHS is told, after which it ends by itself. */
const graceSeconds = 15

type Limits = SetLimits & { megabytes: number; script?: URL }
const usual: Limits = { seconds: 10, megabytes: 512 }

/** Answers as `solveSets` does, and never throws. `megabytes`: memory of the solver. */
export function openSetSolver({ megabytes, script, ...limits }: Limits = usual): (
  problem: SetProblem,
) => Promise<SetAnswer> {
  const ask = openAsking<SetQuestion, SetAnswer>(
    {
      script: script ?? new URL('./set-solver-worker.ts', import.meta.url),
      heapMegabytes: 256,
      milliseconds: Math.round((limits.seconds + graceSeconds) * 1_000),
      mostWaiting: 1,
      mostWorks: 100,
    },
    // Who asks waits meanwhile, so it takes nobody's core.
    openPool(1),
  )
  return async (problem) => {
    try {
      return await ask({ problem, limits, megabytes })
    } catch (error) {
      const { name, code, cause } = error as { name?: string; code?: string; cause?: { name?: string } }
      if (name === 'AbortError' && cause?.name === 'TimeoutError') return 'Time'
      return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'Memory' : 'Fault'
    }
  }
}
