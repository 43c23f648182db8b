import { IconLock } from '@tabler/icons-react'
import {
  pending,
  external,
  normal,
  good,
  bad,
  cancelled,
  late,
  type StateLooks,
} from '../kit/values/looks.ts'

/** What states of users, sign-ins and outside systems look like. */
export const looks: StateLooks = {
  breaker: { Closed: good, Open: bad, HalfOpen: pending },
  delivery: { Waiting: pending, Delivered: good, Failed: bad },
  subscriptionState: {
    Pending: pending,
    Active: normal,
    Closed: cancelled,
    Failed: bad,
    Cancelled: cancelled,
    CreditExceeded: late,
  },
  loginState: { Succces: good, Failed: bad, Error: late, Blocked: cancelled },
  acknowledgementAnswer: { Activated: good, Rejected: bad, Waiting: pending },
  device: { Active: normal, Revoked: cancelled },
  apiKey: { Active: normal, Expired: late, Revoked: cancelled },
  invitation: { Pending: external, Accepted: good, Declined: bad, Withdrawn: cancelled },
  membership: { Active: normal, Passive: cancelled, Blocked: { tone: 'red', icon: IconLock } },
}
