import { IconHelpCircle } from '@tabler/icons-react'
import {
  pending,
  working,
  normal,
  finished,
  bad,
  cancelled,
  late,
  type StateLooks,
} from '../kit/values/looks.ts'

/** What states of a company's own records look like. */
export const looks: StateLooks = {
  mciFileState: {
    Pending: pending,
    Validating: working,
    Succeeded: { tone: 'amber', icon: IconHelpCircle },
    ValidationFailed: bad,
    ReValidate: late,
    Cancelled: cancelled,
    Invalid: bad,
    Active: normal,
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
    Nothing: normal,
  },
  uiFilterState: {
    Passive: cancelled,
    PreparingData: working,
    ReadyToUse: finished,
    PreparationFailed: bad,
  },
}
