import { pending, good, bad, late, type StateLooks } from '../kit/values/looks.ts'

/** What due dates of data transfers look like. */
export const looks: StateLooks = {
  transferState: { Due: pending, Received: good, Late: late, Faulty: bad },
}
