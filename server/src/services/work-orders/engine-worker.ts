import { solving } from '@kervan/engine/solve'
import type { Common, Shard } from '@kervan/engine/snapshot'
import { answerEach } from '../../kit/work/in-thread.ts'
import { packAnswer, unpack } from './pack.ts'
import { openSetSolver } from './set-solver.ts'

// The thread in which shards of a run are computed, one after the other. What it asks about size sets is answered by a thread
// of its own.

/** What the thread is given: both as they are kept. It answers with the packed answer. */
export type Question = { common: Uint8Array; shard: Uint8Array }

const askSets = openSetSolver({ seconds: 10, megabytes: 512 })

answerEach(
  async ({ common, shard }: Question) => {
    const work = solving(unpack<Common>(common), unpack<Shard>(shard))
    let step = work.next()
    while (!step.done) step = work.next(await askSets(step.value))
    return new Uint8Array(packAnswer(step.value))
  },
  ({ buffer }) => [buffer],
)
