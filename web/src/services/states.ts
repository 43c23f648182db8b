import { IconHourglass, IconPencil, IconRepeat } from '@tabler/icons-react'
import {
  bad,
  cancelled,
  finished,
  good,
  late,
  pending,
  working,
  type StateLooks,
} from '../kit/values/looks.ts'

const run = {
  Pending: pending,
  Active: working,
  Closed: finished,
  Failed: bad,
  Cancelled: cancelled,
  CreditExceeded: late,
}
/** What states of the advisor services look like. */
export const looks: StateLooks = {
  strategyState: { Pending: pending, Processing: working, Active: good, Passive: cancelled },
  principleState: { Pending: pending, Authorized: good, Rejected: bad },
  planState: { Active: pending, Closed: finished, Cancelled: cancelled },
  workOrderState: {
    Proposed: pending,
    Overridden: { tone: 'amber', icon: IconPencil },
    Approved: good,
    TransferPending: working,
    Transferred: finished,
    Failed: bad,
    TransferredNotSynced: late,
    Discarded: cancelled,
  },
  pstTracking: {
    Open: pending,
    NothingMoved: cancelled,
    Kept: good,
    Below: bad,
  },
  serviceState: run,
  processState: {
    Pending: pending,
    Processing: working,
    Succeeded: finished,
    Failed: bad,
    ReProcess: { tone: 'amber', icon: IconRepeat },
    Cancelled: cancelled,
    Invalid: bad,
    ToBeClosed: { tone: 'blue', icon: IconHourglass },
    CreditExceeded: late,
  },
}
