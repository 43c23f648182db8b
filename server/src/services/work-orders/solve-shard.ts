import { solving } from '@kervan/engine/solve'
import type { SetAnswer, SetProblem } from '@kervan/engine/sets'
import type { Common, Shard } from '@kervan/engine/snapshot'
import { packAnswer, unpack } from './pack.ts'

/** The packed answer to a shard, both as they are kept; `askSets` answers what is asked about size sets. */
export async function solveShard(
  { common, shard }: { common: Uint8Array; shard: Uint8Array },
  askSets: (problem: SetProblem) => Promise<SetAnswer>,
): Promise<Buffer> {
  const work = solving(unpack<Common>(common), unpack<Shard>(shard))
  let step = work.next()
  while (!step.done) step = work.next(await askSets(step.value))
  return packAnswer(step.value)
}
