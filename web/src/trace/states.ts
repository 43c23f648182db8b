import { bad, finished, working, type StateLooks } from '../kit/values/looks.ts'

/** What states of packages look like. */
export const looks: StateLooks = {
  ptsState: { Reading: working, Read: finished, Faulty: bad },
  recallState: { Running: bad, Lifted: finished },
}
