import { solve } from '@kervan/engine/solve'
import type { Common, Shard } from '@kervan/engine/snapshot'
import { answerEach } from '../../kit/work/in-thread.ts'
import { packAnswer, unpack } from './pack.ts'

// The thread in which shards of a run are computed, one after the other.

/** What the thread is given: both as they are kept. It answers with the packed answer. */
export type Question = { common: Uint8Array; shard: Uint8Array }

answerEach(
  ({ common, shard }: Question) =>
    new Uint8Array(packAnswer(solve(unpack<Common>(common), unpack<Shard>(shard)))),
  ({ buffer }) => [buffer],
)
