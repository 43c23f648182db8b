import { stateTable } from '../kit/state-table.ts'
import { planStates, principleStates, runStates, stepStates, strategyStates } from './words.ts'

// States and moves of the advisor services (domain/advisor 5). `portal`: what happens by the clock and by work.

/** A strategy that was changed is Pending again; its last plan stays in force until the new one takes its place. */
export const strategyTable = stateTable({
  name: 'strategy',
  states: strategyStates,
  initial: 'Pending',
  final: [],
  moves: {
    edit: { from: ['Pending', 'Active', 'Passive'], to: 'Pending', who: ['planner'] },
    activate: { from: ['Pending', 'Passive'], to: 'Processing', who: ['planner'] },
    compile: { from: ['Processing'], to: ['Active', 'Pending'], who: ['portal'] },
    deactivate: { from: ['Active'], to: 'Passive', who: ['planner'] },
    revert: { from: ['Pending', 'Passive'], to: 'Active', who: ['planner'] },
  },
})
export const strategyActions = [
  'edit',
  'derive',
  'activate',
  'deactivate',
  'revert',
  'delete',
  'addPrinciple',
] as const
export type StrategyAction = (typeof strategyActions)[number]

/** What was changed waits for a second person again. */
export const principleTable = stateTable({
  name: 'principle',
  states: principleStates,
  initial: 'Pending',
  final: [],
  moves: {
    edit: { from: ['Pending', 'Authorized', 'Rejected'], to: 'Pending', who: ['planner'] },
    authorize: { from: ['Pending'], to: 'Authorized', who: ['approver'] },
    reject: { from: ['Pending'], to: 'Rejected', who: ['approver'] },
  },
})
export const principleActions = ['edit', 'authorize', 'reject', 'remove', 'addFile'] as const
export type PrincipleAction = (typeof principleActions)[number]

/** A date on which a service runs. */
export const dateTable = stateTable({
  name: 'service date',
  states: planStates,
  initial: 'Active',
  final: ['Closed'],
  moves: {
    move: { from: ['Active'], to: 'Active', who: ['planner'] },
    cancel: { from: ['Active'], to: 'Cancelled', who: ['planner'] },
    undo: { from: ['Cancelled'], to: 'Active', who: ['planner'] },
    close: { from: ['Active'], to: 'Closed', who: ['portal'] },
  },
})
export const dateActions = ['move', 'cancel', 'undo'] as const
export type DateAction = (typeof dateActions)[number]

/** A run of a service: `CreditExceeded` and `Failed` may be tried again once what was missing is there. */
export const runTable = stateTable({
  name: 'service',
  states: runStates,
  initial: 'Pending',
  final: ['Closed', 'Cancelled'],
  moves: {
    start: { from: ['Pending'], to: ['Active', 'CreditExceeded', 'Failed'], who: ['portal'] },
    close: { from: ['Active'], to: 'Closed', who: ['portal'] },
    fail: { from: ['Active'], to: 'Failed', who: ['portal'] },
    cancel: { from: ['Pending', 'Active', 'CreditExceeded', 'Failed'], to: 'Cancelled', who: ['planner'] },
    retry: { from: ['Failed', 'CreditExceeded'], to: 'Pending', who: ['planner', 'portal'] },
  },
})
export const runActions = ['retry', 'cancel'] as const
export type RunAction = (typeof runActions)[number]

/** A business process of a run. What is to be published last is `ToBeClosed` until the run is settled. */
export const stepTable = stateTable({
  name: 'business process',
  states: stepStates,
  initial: 'Pending',
  final: ['Succeeded'],
  moves: {
    start: { from: ['Pending', 'ReProcess', 'Processing'], to: 'Processing', who: ['portal'] },
    finish: { from: ['Processing'], to: ['Succeeded', 'ToBeClosed'], who: ['portal'] },
    close: { from: ['ToBeClosed'], to: 'Succeeded', who: ['portal'] },
    fail: { from: ['Processing'], to: ['ReProcess', 'Failed', 'Invalid'], who: ['portal'] },
    cancel: { from: ['Pending', 'Processing', 'ReProcess', 'ToBeClosed'], to: 'Cancelled', who: ['planner'] },
    hold: { from: ['Pending'], to: 'CreditExceeded', who: ['portal'] },
    reopen: {
      from: ['Succeeded', 'Failed', 'Invalid', 'Cancelled', 'CreditExceeded'],
      to: 'Pending',
      who: ['planner', 'portal'],
    },
  },
})
