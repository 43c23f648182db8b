import { z } from 'zod'
import { Uuid } from './call.ts'
import { actionsField } from './actions.ts'
import { stateTable } from './state-table.ts'
import { Instant } from './values.ts'

// A change of master data: one or a million rows that take effect together, from a form, a workbook, a delivery or a
// file that was dropped. Its states are those that the specification gives to the files of MCI (section 3), and those
// that a second person and the way back need.

export const changeStates = [
  'Pending',
  'Validating',
  'Succeeded',
  'ValidationFailed',
  'ReValidate',
  'Invalid',
  'WaitingApproval',
  'Checked',
  'Rejected',
  'Cancelled',
  'Active',
  'Reverted',
] as const
export type ChangeState = (typeof changeStates)[number]

export const changeSources = ['Form', 'Bulk', 'File', 'Api', 'FileDrop', 'Revert', 'Setup'] as const
export type ChangeSource = (typeof changeSources)[number]

/** `Merge` leaves records alone that a file does not name; `Replace` removes them. */
export const changeModes = ['Merge', 'Replace'] as const
export type ChangeMode = (typeof changeModes)[number]

/** What a row of a change does with its record. */
export const changeActions = ['Added', 'Changed', 'Removed', 'Unchanged', 'Faulty'] as const
export type ChangeAction = (typeof changeActions)[number]

/** What somebody can do with a change that is there. */
export const changeActs = [
  'activate',
  'take',
  'assign',
  'cancel',
  'check',
  'approve',
  'reject',
  'revert',
  'file',
] as const
export type ChangeAct = (typeof changeActs)[number]

/** Who moves a change: who made it, a second person, or the portal itself. */
export const changeTable = stateTable({
  name: 'change of master data',
  states: changeStates,
  initial: 'Pending',
  final: ['Invalid', 'Rejected', 'Cancelled', 'Reverted', 'Active'],
  moves: {
    validate: { from: ['Pending', 'ReValidate', 'Succeeded'], to: 'Validating', who: ['portal', 'maker'] },
    succeed: { from: ['Validating'], to: 'Succeeded', who: ['portal'] },
    fail: { from: ['Validating'], to: 'ValidationFailed', who: ['portal'] },
    refuse: { from: ['Pending', 'Validating'], to: 'Invalid', who: ['portal'] },
    outdate: { from: ['Succeeded', 'WaitingApproval', 'Checked'], to: 'ReValidate', who: ['portal'] },
    submit: { from: ['Succeeded'], to: 'WaitingApproval', who: ['maker'] },
    activate: { from: ['Succeeded'], to: 'Active', who: ['maker'] },
    /** The rows that are right, without the faulty ones. */
    take: { from: ['ValidationFailed'], to: ['Active', 'WaitingApproval'], who: ['maker'] },
    /** The columns of its file get other fields, and it is read anew. */
    assign: {
      from: ['Invalid', 'ValidationFailed', 'Succeeded', 'ReValidate'],
      to: 'Pending',
      who: ['maker'],
    },
    check: { from: ['WaitingApproval'], to: 'Checked', who: ['second'] },
    approve: { from: ['WaitingApproval', 'Checked'], to: 'Active', who: ['second'] },
    reject: { from: ['WaitingApproval', 'Checked'], to: 'Rejected', who: ['second'] },
    cancel: {
      from: [
        'Pending',
        'Validating',
        'Succeeded',
        'ValidationFailed',
        'ReValidate',
        'WaitingApproval',
        'Checked',
      ],
      to: 'Cancelled',
      who: ['maker', 'portal'],
    },
    revert: { from: ['Active'], to: 'Reverted', who: ['maker'] },
  },
})

/** How the columns of a file were found: by the template, as somebody assigned them, or as it was kept for the sender. */
export const columnWays = ['Template', 'Assigned', 'Kept'] as const
export type ColumnWay = (typeof columnWays)[number]

/** Faults of the same kind in many rows, told once. */
const Fault = z.strictObject({
  field: z.string().nullable(),
  /** A sentence that names the field and all that is missing or wrong. */
  message: z.string(),
  rows: z.int(),
  /** The kind whose records are missing. */
  missing: z.string().nullable(),
})
export type ChangeFault = z.infer<typeof Fault>

/** How many persons a change of a kind needs (DAT-003): its maker alone, an approver, or a checker and an approver. */
export const approvalSteps = ['None', 'Approver', 'CheckerAndApprover'] as const
export type ApprovalSteps = (typeof approvalSteps)[number]

const Stamp = z.strictObject({ by: z.string(), at: Instant })

export const ChangeView = z.strictObject({
  id: Uuid,
  kind: z.string(),
  source: z.enum(changeSources),
  mode: z.enum(changeModes),
  state: z.enum(changeStates),
  fileName: z.string().nullable(),
  /** What its record is called, where it has a single one. */
  record: z.string().nullable(),
  jobId: Uuid.nullable(),
  /** How many persons it needs. */
  approval: z.enum(approvalSteps),
  counts: z.strictObject({
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    unchanged: z.int(),
    faulty: z.int(),
  }),
  made: Stamp,
  checked: Stamp.nullable(),
  approved: Stamp.nullable(),
  rejected: Stamp.nullable(),
  comment: z.string().nullable(),
  activatedAt: Instant.nullable(),
  revertsId: Uuid.nullable(),
  revertedById: Uuid.nullable(),
  /** Why the file could not be read at all, in the reader's language. */
  message: z.string().nullable(),
  /** Of a file that has been read. */
  columns: z.enum(columnWays).nullable(),
  /** What is wrong with its rows, the most frequent first. */
  faults: z.array(Fault),
  /** What taking effect leads to elsewhere; asked before. */
  consequences: z.array(z.string()),
  actions: actionsField(changeActs),
})
export type ChangeView = z.infer<typeof ChangeView>
