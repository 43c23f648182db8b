import { bad, cancelled, finished, late, pending, type StateLooks } from '../kit/values/looks.ts'

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
  marketFileState: { Read: finished, WithFaults: late, NotTheSource: bad, Incomplete: bad },
  marketValueState: {
    Current: finished,
    Held: late,
    Refused: bad,
    Replaced: cancelled,
    Withdrawn: cancelled,
  },
  mailState: { Waiting: pending, Sent: finished, Failed: bad },
}
