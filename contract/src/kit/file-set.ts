import type { ChangeState } from './master-change.ts'
import { stateTable } from './state-table.ts'

// A set of files of master data: where it stands, and where each of its sheets stands.

export const fileSetStates = [
  'Reading',
  'Open',
  'Running',
  'Stopped',
  'Done',
  'Reverting',
  'Reverted',
  'Closed',
] as const
export type FileSetState = (typeof fileSetStates)[number]

export const fileSetActs = ['activate', 'revert', 'close'] as const
export type FileSetAct = (typeof fileSetActs)[number]

/** Who moves a set of files: somebody, or the portal's job. */
export const fileSetTable = stateTable({
  name: 'set of files',
  states: fileSetStates,
  initial: 'Reading',
  final: ['Closed'],
  moves: {
    add: { from: ['Reading', 'Open', 'Stopped', 'Done', 'Reverted'], to: 'Reading', who: ['user'] },
    read: { from: ['Reading'], to: 'Open', who: ['portal'] },
    activate: { from: ['Open', 'Stopped'], to: 'Running', who: ['user'] },
    /** A sheet needs somebody, or its activation failed. */
    stop: { from: ['Running', 'Reverting'], to: 'Stopped', who: ['portal'] },
    finish: { from: ['Running'], to: 'Done', who: ['portal'] },
    revert: { from: ['Stopped', 'Done'], to: 'Reverting', who: ['user'] },
    takenBack: { from: ['Reverting'], to: 'Reverted', who: ['portal'] },
    close: {
      from: ['Reading', 'Open', 'Running', 'Stopped', 'Done', 'Reverted'],
      to: 'Closed',
      who: ['user'],
    },
  },
})

export const fileSheetStates = [
  /** The file cannot be read. */
  'Unreadable',
  /** No kind was chosen. */
  'LeftOut',
  'Reading',
  /** Its columns are not those of the template. */
  'AssignColumns',
  'Faulty',
  /** It is read anew when what it needs has taken effect. */
  'Waits',
  'Ready',
  /** It changes nothing. */
  'Nothing',
  /** Somebody has to accept what it leads to. */
  'Confirm',
  'WaitsApproval',
  /** It was tried and refused. */
  'Stopped',
  'Active',
  'Reverted',
  'Cancelled',
] as const
export type FileSheetState = (typeof fileSheetStates)[number]

export type SheetFacts = {
  kind: string | null
  /** The refusal that it got: of its file while it has no change, else of its activation. */
  hasProblem: boolean
  change: {
    state: ChangeState
    /** Rows that do something. */
    effective: number
    hasColumns: boolean
    hasConsequences: boolean
  } | null
  /** Kinds of other sheets that have to take effect first. */
  waitsFor: readonly string[]
  /** What it needs took effect after it was read: it is read anew. */
  isStale: boolean
}

/** Where a sheet stands, by its change and by what it needs. Pure. */
export function sheetState({ kind, hasProblem, change, waitsFor, isStale }: SheetFacts): FileSheetState {
  if (!change) return hasProblem && kind === null ? 'Unreadable' : kind === null ? 'LeftOut' : 'Reading'
  switch (change.state) {
    case 'Active':
      return hasProblem ? 'Stopped' : 'Active'
    case 'Reverted':
      return 'Reverted'
    case 'Cancelled':
    case 'Rejected':
      return 'Cancelled'
    case 'Pending':
    case 'Validating':
      return 'Reading'
    case 'WaitingApproval':
    case 'Checked':
      return 'WaitsApproval'
    case 'Invalid':
      return change.hasColumns ? 'AssignColumns' : 'Unreadable'
    case 'ReValidate':
    case 'ValidationFailed':
      if (waitsFor.length > 0) return 'Waits'
      if (isStale) return 'Reading'
      return hasProblem ? 'Stopped' : 'Faulty'
    case 'Succeeded':
      if (waitsFor.length > 0) return 'Waits'
      if (isStale) return 'Reading'
      if (hasProblem) return 'Stopped'
      if (change.effective === 0) return 'Nothing'
      return change.hasConsequences ? 'Confirm' : 'Ready'
  }
}
