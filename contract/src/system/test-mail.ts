import { z } from 'zod'
import { call, Nothing, Uuid } from '../kit/call.ts'

// A mail to oneself, to see that mails leave the portal, and what the mail server says where they do not.

export const sendTestMail = call('Mails/SendTestMail', {
  input: Nothing,
  output: z.strictObject({ id: z.uuid(), to: z.string() }),
  refusals: ['TooManyRequests'],
})

export const testMailStates = ['Waiting', 'Sent', 'Failed'] as const

/** What became of it. One that has failed is tried again; `error` is what was said last. */
export const getTestMail = call('Mails/GetTestMail', {
  sharesPermission: 'SendTestMail',
  reads: true,
  input: z.strictObject({ id: Uuid }),
  output: z.strictObject({ state: z.enum(testMailStates), error: z.string().nullable() }),
  refusals: ['NotFound'],
})
