import { IconCircleOff, IconHelpCircle } from '@tabler/icons-react'
import { bad, good, late, type StateLooks } from '../kit/values/looks.ts'

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
}
