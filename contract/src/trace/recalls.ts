import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { call, Done, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { text } from '../kit/values.ts'
import { recallStates } from './words.ts'

// Recalls of lots: while one is in force, its packs are Waived (domain/pharma 1.5), and the inquiry by lot shows where
// they are.

export const traceRecalls = pageList('PfsiService/GetRecalls', {
  columns: {
    lotNumber: column.code(),
    gtin: column.code(),
    productName: column.text({ nullable: true }),
    recallState: column.choice(recallStates, { words: 'recallState' }),
    recallReason: column.text(),
    /** Packs of the lot that are known, and those of them that are with nobody who uses them up yet. */
    recallPacks: column.integer(),
    recallPacksOut: column.integer(),
    recalledAt: column.instant(),
    recalledBy: column.text(),
    liftedAt: column.instant({ nullable: true }),
    liftedBy: column.text({ nullable: true }),
    liftReason: column.text({ nullable: true }),
  },
  extra: { id: Uuid, actions: actionsField(['lift']) },
  defaultSort: [{ column: 'recalledAt', direction: 'desc' }],
  search: false,
})

export const startRecall = call('PfsiService/StartRecall', {
  input: z.strictObject({
    gtin: z
      .string()
      .trim()
      .regex(/^\d{13,14}$/),
    lotNumber: z.string().trim().min(1).max(20),
    reason: text(500),
  }),
  output: z.strictObject({ recallId: Uuid, packs: z.int() }),
  refusals: ['RecallGtinWrong', 'RecallTwice', 'WholeCompanyNeeded'],
})

export const liftRecall = call('PfsiService/LiftRecall', {
  input: z.strictObject({ recallId: Uuid, reason: text(500) }),
  output: Done,
  refusals: ['NotFound', 'RecallLifted', 'WholeCompanyNeeded'],
})
