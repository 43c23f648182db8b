import { z } from 'zod'
import { call, Done, Nothing } from '../kit/call.ts'
import { Instant } from '../kit/values.ts'
import { acknowledgementChoices } from './words.ts'

// What users have to agree to before they go on (ACC-010, D24), with the specification's field names.

const IntCode = z.int().min(1).max(2_147_483_647)

export const AcknowledgementDefinition = z.strictObject({
  IntCode: z.int(),
  Version: z.int(),
  Title: z.string(),
  Text: z.string(),
  PublishedAt: Instant,
  /** The version the user agreed to last; null when there is none. */
  AgreedVersion: z.int().nullable(),
  /** What is different since then, version by version, newest first. */
  Changes: z.array(z.strictObject({ Version: z.int(), PublishedAt: Instant, Text: z.string() })),
})
export type AcknowledgementDefinition = z.infer<typeof AcknowledgementDefinition>

/** Those that wait for the user's choice. */
export const getUserAcknowledgementDefinitions = call('Authentication/GetUserAcknowledgementDefinitions', {
  access: 'session',
  reads: true,
  beforeGates: 'acknowledgement',
  input: Nothing,
  output: z.strictObject({ UserAcknowledgementDefinitions: z.array(AcknowledgementDefinition) }),
  refusals: [],
})

/** The definition PortaMate shows; null where the company has none. */
export const getPortaMateUserAcknowledgementDefinition = call(
  'Authentication/GetPortaMateUserAcknowledgementDefinition',
  {
    access: 'session',
    reads: true,
    beforeGates: 'acknowledgement',
    input: Nothing,
    output: z.strictObject({ PortaMateUserAcknowledgementDefinition: AcknowledgementDefinition.nullable() }),
    refusals: [],
  },
)

/** Kept with version, time and address. Rejecting what the portal asks for ends the session. */
export const updateUserAcknowledgement = call('UserManagement/UpdateUserAcknowledgement', {
  access: 'session',
  beforeGates: 'acknowledgement',
  input: z.strictObject({
    UserAcknowledgementRequest: z.strictObject({
      IntCode,
      Version: IntCode,
      Choice: z.enum(acknowledgementChoices),
    }),
  }),
  output: Done,
  refusals: ['NotFound', 'AcknowledgementNotCurrent'],
})
