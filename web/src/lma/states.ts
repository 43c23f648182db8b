import { bad, cancelled, finished, pending, type StateLooks } from '../kit/values/looks.ts'

/** What states of runs and mails look like. */
export const looks: StateLooks = {
  expectationState: { Made: pending, Approved: finished, Rejected: bad },
  yt04State: {
    Draft: pending,
    Checked: pending,
    Approved: finished,
    Exported: finished,
    Acknowledged: finished,
    Failed: bad,
    Rejected: bad,
    Superseded: cancelled,
  },
  mailState: { Waiting: pending, Sent: finished, Failed: bad },
}
