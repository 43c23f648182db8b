import { stateTable } from '../kit/state-table.ts'
import { returnStates } from './return-words.ts'

/**
 * The life of a return (MED-001). `customer` is who has announced it, `staff` who decides and receives, `erp` what
 * answers with the credit note.
 */
export const returnTable = stateTable({
  name: 'return',
  states: returnStates,
  initial: 'Announced',
  final: ['Refused', 'Withdrawn', 'Credited'],
  moves: {
    accept: { from: ['Announced'], to: 'Accepted', who: ['staff'] },
    refuse: { from: ['Announced'], to: 'Refused', who: ['staff'] },
    withdraw: { from: ['Announced', 'Accepted'], to: 'Withdrawn', who: ['customer'] },
    receive: { from: ['Accepted'], to: 'Received', who: ['staff'] },
    credit: { from: ['Received'], to: 'Credited', who: ['erp'] },
  },
})

/** The moves that have a call. */
export const returnActions = ['accept', 'refuse', 'withdraw', 'receive'] as const
export type ReturnAction = (typeof returnActions)[number]
