import { stateTable } from '../kit/state-table.ts'
import { workOrderStates } from './words.ts'

// States of work orders (domain/advisor 5). `planner` decides, `portal` is the transfer to the ERP.

export const workOrderTable = stateTable({
  name: 'work order',
  states: workOrderStates,
  initial: 'Proposed',
  final: ['Transferred', 'Discarded'],
  moves: {
    override: { from: ['Proposed', 'Overridden', 'Approved', 'Failed'], to: 'Overridden', who: ['planner'] },
    approve: { from: ['Proposed', 'Overridden'], to: 'Approved', who: ['planner'] },
    discard: { from: ['Proposed', 'Overridden', 'Approved', 'Failed'], to: 'Discarded', who: ['planner'] },
    transfer: {
      from: ['Proposed', 'Overridden', 'Approved', 'Failed'],
      to: 'TransferPending',
      who: ['planner'],
    },
    settle: {
      from: ['TransferPending', 'TransferredNotSynced'],
      to: ['Transferred', 'Failed', 'TransferredNotSynced'],
      who: ['portal'],
    },
  },
})
export const workOrderActions = ['override', 'approve', 'discard', 'transfer'] as const
export type WorkOrderAction = (typeof workOrderActions)[number]
