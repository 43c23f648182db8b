import { IconInfoCircle } from '@tabler/icons-react'
import { bad, late, type StateLooks } from '../kit/values/looks.ts'

/** How bad it is what the system diagnosis has found. */
export const looks: StateLooks = {
  findingLevel: {
    Information: { tone: 'grey', icon: IconInfoCircle },
    Warning: late,
    WarningCritical: late,
    Error: bad,
    ErrorCritical: bad,
  },
}
