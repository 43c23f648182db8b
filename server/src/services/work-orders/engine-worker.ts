import { answerEach } from '../../kit/work/in-thread.ts'
import { openSetSolver } from './set-solver.ts'
import { solveShard } from './solve-shard.ts'

// The thread in which shards of a run are computed, one after the other. What it asks about size sets is answered by a thread
// of its own.

/** What the thread is given: both as they are kept. It answers with the packed answer. */
export type Question = { common: Uint8Array; shard: Uint8Array }

const askSets = openSetSolver()

answerEach(
  async (question: Question) => new Uint8Array(await solveShard(question, askSets)),
  ({ buffer }) => [buffer],
)
