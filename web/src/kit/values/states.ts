import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconBox,
  IconCheck,
  IconChecks,
  IconCircleCheck,
  IconClock,
  IconEqual,
  IconHourglass,
  IconLoader,
  IconLock,
  IconMinus,
  IconPencil,
  IconPlus,
  IconHelpCircle,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'

// Which colour and icon a state has: this table and nowhere else. The word comes from `state.<group>.<Value>`.
// Revised and Processing share blue and are told apart by their icons.

export type Tone = 'grey' | 'blue' | 'amber' | 'green' | 'red'
type Look = { tone: Tone; icon: TablerIcon }

const pending: Look = { tone: 'grey', icon: IconClock }
const working: Look = { tone: 'blue', icon: IconLoader }
const revised: Look = { tone: 'blue', icon: IconPencil }
const external: Look = { tone: 'amber', icon: IconHourglass }
const good: Look = { tone: 'green', icon: IconCheck }
const finished: Look = { tone: 'green', icon: IconCircleCheck }
const bad: Look = { tone: 'red', icon: IconX }
const cancelled: Look = { tone: 'grey', icon: IconBan }
const late: Look = { tone: 'amber', icon: IconAlertTriangle }

export const stateLooks: Record<string, Record<string, Look>> = {
  order: {
    Request: pending,
    Processing: working,
    Revised: revised,
    WaitingExternalApproval: external,
    Completed: finished,
    Rejected: bad,
    Cancelled: cancelled,
  },
  line: {
    Pending: pending,
    Revised: revised,
    WaitingExternalApproval: external,
    Approved: good,
    Completed: finished,
    Rejected: bad,
    Cancelled: cancelled,
  },
  preApproval: { Request: pending, Approved: good, Rejected: bad, Cancelled: cancelled },
  edi: {
    Received: working,
    Accepted: good,
    PartlyAccepted: late,
    Refused: bad,
    Repeated: { tone: 'grey', icon: IconEqual },
    Failed: late,
    Dismissed: cancelled,
  },
  ediVerdict: {
    Waiting: pending,
    WaitingForQuotaCheck: pending,
    Accepted: good,
    Changed: { tone: 'amber', icon: IconBox },
    Refused: bad,
  },
  healthInsurance: { Waiting: pending, Notified: finished, Failed: bad },
  documentState: {
    Pending: pending,
    Processing: working,
    Succeeded: finished,
    Failed: bad,
    Invalid: late,
    Cancelled: cancelled,
  },
  lineType: { Backorder: late },
  job: { Waiting: pending, Running: working, Succeeded: finished, Failed: bad, Cancelled: cancelled },
  transferState: { Due: pending, Received: good, Late: late, Faulty: bad },
  breaker: { Closed: good, Open: bad, HalfOpen: pending },
  import: {
    Reading: working,
    Ready: { tone: 'amber', icon: IconHelpCircle },
    Taking: working,
    Taken: finished,
    Discarded: cancelled,
    Failed: bad,
  },
  importResult: {
    Good: good,
    Rounded: { tone: 'amber', icon: IconBox },
    Confirm: { tone: 'amber', icon: IconHelpCircle },
    Refused: bad,
  },
  result: { Passed: good, Refused: bad },
  subscriptionState: {
    Pending: pending,
    Active: good,
    Closed: cancelled,
    Failed: bad,
    Cancelled: cancelled,
    CreditExceeded: late,
  },
  deputy: { Planned: pending, Active: good, Ended: cancelled },
  registrationState: { Unconfirmed: cancelled, Waiting: pending, Approved: good, Rejected: bad },
  loginState: { Succces: good, Failed: bad, Error: late, Blocked: cancelled },
  acknowledgementAnswer: { Activated: good, Rejected: bad, Waiting: pending },
  device: { Active: good, Revoked: cancelled },
  apiKey: { Active: good, Expired: late, Revoked: cancelled },
  invitation: { Pending: external, Accepted: good, Declined: bad, Withdrawn: cancelled },
  ownCompany: { Active: good, Invited: external, Declined: bad, Refused: cancelled, Closed: cancelled },
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
    Active: finished,
    Reverted: { tone: 'grey', icon: IconArrowBackUp },
  },
  mciFileState: {
    Pending: pending,
    Validating: working,
    Succeeded: { tone: 'amber', icon: IconHelpCircle },
    ValidationFailed: bad,
    ReValidate: late,
    Cancelled: cancelled,
    Invalid: bad,
    Active: finished,
  },
  mciAttention: {
    NoKey: bad,
    MappingIncomplete: bad,
    MappingOrder: bad,
    FileInvalid: bad,
    ValidationFailed: bad,
    ToValidate: late,
    ToActivate: { tone: 'amber', icon: IconHelpCircle },
    EdcNotActive: { tone: 'amber', icon: IconHelpCircle },
    Working: working,
    NeverFilled: pending,
    Nothing: good,
  },
  uiFilterState: {
    Passive: cancelled,
    PreparingData: working,
    ReadyToUse: finished,
    PreparationFailed: bad,
  },
  recordState: { Active: good, Passive: cancelled },
  changeAction: {
    Added: { tone: 'green', icon: IconPlus },
    Changed: revised,
    Removed: { tone: 'grey', icon: IconMinus },
    Unchanged: { tone: 'grey', icon: IconEqual },
    Faulty: bad,
  },
  membership: { Active: good, Passive: cancelled, Blocked: { tone: 'red', icon: IconLock } },
}

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
