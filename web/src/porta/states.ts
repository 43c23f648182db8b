import { IconFileCheck, IconPackage, IconSend, IconTruck } from '@tabler/icons-react'
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

/** What states of refund requests and packs look like. */
export const looks: StateLooks = {
  discountRequest: {
    PreApplication: working,
    Pending: pending,
    Approved: good,
    Rejected: bad,
    Cancelled: cancelled,
    Declined: bad,
    Completed: { tone: 'green', icon: IconFileCheck },
    ApplicationOnThirdPartyDomain: { tone: 'green', icon: IconSend },
  },
  priceChangeRequest: {
    PreApplication: working,
    Pending: pending,
    Approved: good,
    Rejected: bad,
    Cancelled: cancelled,
    Completed: { tone: 'green', icon: IconFileCheck },
    ApplicationOnThirdPartyDomain: { tone: 'green', icon: IconSend },
  },
  priceChangeVerdict: { NoEvidence: late, Approve: good, Reject: bad },
  packState: {
    InCentralWarehouse: { tone: 'grey', icon: IconPackage },
    ReadyToSell: { tone: 'amber', icon: IconPackage },
    InTransit: { tone: 'amber', icon: IconTruck },
    Consumed: finished,
    DeActivated: bad,
    Waived: bad,
    Exported: bad,
    Other: late,
  },
  imageState: { Waiting: working, Matched: good, Unmatched: late, Unreadable: bad },
  discountReport: { Waiting: pending, Sent: finished, Failed: bad },
  itsAnswer: { Pending: working, Succeeded: good, Failed: bad },
}
