import {
  IconArrowBackUp,
  IconChecks,
  IconEqual,
  IconHelpCircle,
  IconHistory,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react'
import {
  pending,
  working,
  revised,
  external,
  normal,
  good,
  finished,
  bad,
  cancelled,
  late,
  type StateLooks,
} from './looks.ts'

// Which colour and icon a state has. The word comes from `state.<group>.<Value>`.

const areas = import.meta.glob<StateLooks>('../../*/states.ts', { eager: true, import: 'looks' })

const shared: StateLooks = {
  job: { Waiting: pending, Running: working, Succeeded: finished, Failed: bad, Cancelled: cancelled },
  result: { Passed: good, Refused: bad },
  recordState: { Active: normal, Passive: cancelled },
  timing: { Upcoming: pending, Current: normal, Past: { tone: 'plain', icon: IconHistory } },
  changeState: {
    Pending: pending,
    Validating: working,
    Succeeded: { tone: 'amber', icon: IconHelpCircle },
    ValidationFailed: bad,
    ReValidate: late,
    Invalid: bad,
    WaitingApproval: external,
    Checked: { tone: 'amber', icon: IconChecks },
    Rejected: bad,
    Cancelled: cancelled,
    Active: normal,
    Reverted: { tone: 'grey', icon: IconArrowBackUp },
  },
  changeAction: {
    Added: { tone: 'green', icon: IconPlus },
    Changed: revised,
    Removed: { tone: 'grey', icon: IconMinus },
    Unchanged: { tone: 'grey', icon: IconEqual },
    Faulty: bad,
  },
}

export const stateLooks: StateLooks = Object.assign({}, shared, ...Object.values(areas))

/** The colours of the service products wherever one shows (SHL-026): a dot beside the name, never the name alone. */
export const projectColors: Record<string, string> = {
  PST: '#1a6c98',
  ARE: '#237648',
  PBD: '#875a14',
  PWI: '#6b4fa0',
  TraceInsight: '#0f766e',
  OMP: '#b3282c',
  PLAN: '#4c5258',
  KIGO: '#a23b72',
  FDGO: '#8a5a00',
  TRACE: '#2f5f8f',
}
