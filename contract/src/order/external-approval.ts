import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { text } from '../kit/values.ts'
import { chosenRejectReasons } from './words.ts'

/** Answers of one request. */
export const answersAtOnce = 500

/**
 * The answers of the party that is asked about orders (ORD-010), by the id of the request, which the order carries as
 * `externalApproval`. Each answer stands for itself; one that comes again is told so and changes nothing.
 */
export const answerExternalApproval = call('OrderManagement/AnswerExternalApproval', {
  input: z.strictObject({
    answers: z
      .array(
        z.strictObject({
          correlationId: Uuid,
          approved: z.boolean(),
          reason: z.enum(chosenRejectReasons).optional(),
          memo: text(500).optional(),
          /** How the party names its answer. */
          responseId: text(100).optional(),
        }),
      )
      .min(1)
      .max(answersAtOnce),
  }),
  output: z.strictObject({
    answers: z.array(
      z.strictObject({
        correlationId: Uuid,
        result: z.enum(['Done', 'Repeated', 'Refused']),
        orderCode: z.string().nullable(),
        refusal: z.string().nullable(),
        message: z.string().nullable(),
      }),
    ),
  }),
  refusals: [],
})
