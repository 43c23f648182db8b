import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { deliveryStates } from '../kit/area-work.ts'
import { BulkAnswer } from '../kit/bulk-answer.ts'
import { call, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { deliveryKinds } from '../kit/work.ts'

// What the portal sends to systems outside, of all areas: where each stands, and what the receiver has said.

export const deliveries = pageList('Deliveries/GetDeliveries', {
  columns: {
    deliveryKind: column.choice(deliveryKinds, { words: 'deliveryKind' }),
    /** What people call what is sent. */
    deliveryName: column.code(),
    /** Null where a kind has one receiver only. */
    recipient: column.text({ nullable: true }),
    deliveryState: column.choice(deliveryStates, { words: 'delivery' }),
    requestedAt: column.instant(),
    settledAt: column.instant({ nullable: true }),
    tries: column.integer(),
    nextTryAt: column.instant({ nullable: true }),
    /** The number that the receiver has given. */
    receipt: column.code({ nullable: true }),
    /** The receiver's own words. */
    response: column.text({ nullable: true }),
    /** Why the receiver has not taken it. */
    deliveryProblem: column.text({ nullable: true, computed: true }),
  },
  extra: { id: Uuid, actions: actionsField(['sendAgain']) },
  defaultSort: [{ column: 'requestedAt', direction: 'desc' }],
  search: true,
  selectable: true,
})

/** Sends again what has failed, under the same key, so that a receiver that has it already takes it as one. */
export const sendDeliveriesAgain = call('Deliveries/SendAgain', {
  input: z.strictObject({ selection: deliveries.selection, dryRun: z.boolean() }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge'],
})
