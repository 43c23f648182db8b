import { bad, finished, pending, type StateLooks } from '../kit/values/looks.ts'

/** What states of runs and mails look like. */
export const looks: StateLooks = {
  expectationState: { Made: pending, Approved: finished, Rejected: bad },
  mailState: { Waiting: pending, Sent: finished, Failed: bad },
}
