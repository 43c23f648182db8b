import { IconCircleOff, IconHelpCircle } from '@tabler/icons-react'
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

/** How long stock lasts. */
export const looks: StateLooks = {
  coverClass: {
    Out: bad,
    Low: late,
    Healthy: good,
    Over: late,
    Dead: { tone: 'grey', icon: IconCircleOff },
    NoSales: { tone: 'grey', icon: IconHelpCircle },
  },
  reportRun: {
    Waiting: pending,
    Running: working,
    Ready: finished,
    Mailing: working,
    Sent: finished,
    Empty: { tone: 'grey', icon: IconCircleOff },
    Failed: bad,
    Cancelled: cancelled,
  },
}
