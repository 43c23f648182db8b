import {
  bad,
  cancelled,
  external,
  finished,
  good,
  late,
  pending,
  working,
  type StateLooks,
} from '../kit/values/looks.ts'

/** What due dates of data transfers, and sets of files with their sheets, look like. */
export const looks: StateLooks = {
  transferState: { Due: pending, Received: good, Late: late, Faulty: bad },
  fileSetState: {
    Reading: working,
    Open: pending,
    Running: working,
    Stopped: late,
    Done: finished,
    Reverting: working,
    Reverted: cancelled,
    Closed: cancelled,
  },
  fileSheetState: {
    Unreadable: bad,
    LeftOut: cancelled,
    Reading: working,
    AssignColumns: late,
    Faulty: bad,
    Waits: pending,
    Ready: good,
    Nothing: cancelled,
    Confirm: late,
    WaitsApproval: external,
    Stopped: bad,
    Active: finished,
    Reverted: cancelled,
    Cancelled: cancelled,
  },
}
