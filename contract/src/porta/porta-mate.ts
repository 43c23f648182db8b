import { z } from 'zod'
import { call, Nothing, Uuid } from '../kit/call.ts'
import { DateOnly, Instant, text } from '../kit/values.ts'
import { ItsProgress } from './its-validation.ts'
import { itsProblems } from './its.ts'
import { itsAtOnce } from './words.ts'

// PortaMate (DSC-010): a helper on the pharmacist's own machine asks ITS there, with credentials that never reach the
// portal. It is a paired device (`kit/device.ts`): each of its calls is signed with device, time and nonce over the body,
// and the body names job and nonce of the job.

/** What a helper may do: each is an act of its own that a device is given. */
export const portaMateScope = ['portaMate-takeJob', 'portaMate-sendAnswers'] as const

/** How often the helper asks for work, in seconds; one that has not asked for `offlineAfter` is shown as offline. */
export const portaMateSeconds = { every: 3, offlineAfter: 20 }
/** A job that no helper takes for so many minutes is over; one whose helper is silent for so many seconds as well. */
export const portaMateJob = { waitMinutes: 10, silentSeconds: 180 }

/** Gives pre-applications to the applicant's own helper. What comes of each is asked with `getPortaMateJob`. */
export const startPortaMateJob = call('PortaMate/StartJob', {
  input: z.strictObject({ requestIds: z.array(Uuid).min(1).max(1_000) }),
  output: z.strictObject({ runId: Uuid }),
  refusals: [
    'ItsTooManyPacks',
    'NotFound',
    'RequestState',
    'RequestArchived',
    'ItsPaused',
    'FlowSwitchedOff',
    'PortaMateNotPaired',
    'PortaMateTermsNotAccepted',
  ],
})

export const getPortaMateJob = call('PortaMate/GetJob', {
  sharesPermission: 'StartJob',
  reads: true,
  polled: true,
  input: z.strictObject({ runId: Uuid }),
  output: ItsProgress,
  refusals: ['NotFound'],
})

/** `NotPaired`: the reader has no helper; `Offline`: it has not asked for work since `seenAt`. */
export const portaMateStates = ['NotPaired', 'Offline', 'Ready', 'Working'] as const

/** What the page says of the reader's own helper; of several the one that was seen last. */
export const getPortaMateState = call('PortaMate/GetState', {
  sharesPermission: 'StartJob',
  reads: true,
  polled: true,
  input: Nothing,
  output: z.strictObject({
    portaMate: z.enum(portaMateStates),
    name: z.string().nullable(),
    version: z.string().nullable(),
    seenAt: Instant.nullable(),
    /** How many packs of its job it has answered. */
    answered: z.int(),
    of: z.int(),
  }),
  refusals: [],
})

const Gln = z.string().regex(/^\d{13}$/)
const code = z.string().regex(/^[0-9A-Z]{5}$/i)
const pack = { gtin: z.string().regex(/^\d{14}$/), serialNumber: z.string().min(1).max(20) }

/**
 * The job that the helper has, or the next one that waits for its user: packs that are not answered yet. Asked again it
 * answers the same, so a lost answer loses nothing. `nonce` belongs to the job and is sent back with what comes of it.
 */
export const takePortaMateJob = call('PortaMate/TakeJob', {
  access: 'device',
  requestKey: false,
  input: z.strictObject({ helperVersion: text(30) }),
  output: z.strictObject({
    job: z
      .strictObject({
        runId: Uuid,
        nonce: z.string(),
        packs: z
          .array(
            z.strictObject({
              requestId: Uuid,
              ...pack,
              lotNumber: z.string(),
              expiryDate: DateOnly,
            }),
          )
          .max(itsAtOnce),
      })
      .nullable(),
  }),
  refusals: [],
})

/** What ITS said of a pack, as it was read: no verdict, which is the portal's own. */
const PackRecord = z.strictObject({
  ...pack,
  lotNumber: z.string().max(20).nullable(),
  expiryDate: DateOnly.nullable(),
  resultCode: code,
  saleCode: code.nullable(),
  ownerGln: Gln.nullable(),
  pendingGln: Gln.nullable(),
  movements: z
    .array(
      z.strictObject({
        declarationId: z.string().regex(/^\d{1,20}$/),
        declaredAt: Instant,
        movement: z.string().min(1).max(60),
        fromGln: Gln.nullable(),
        toGln: Gln.nullable(),
        resultCode: code,
      }),
    )
    .max(500),
  sale: z
    .strictObject({
      declarationId: z.string().regex(/^\d{1,20}$/),
      at: Instant,
      toGln: z.union([Gln, z.literal('')]),
      finalized: z.boolean().nullable(),
    })
    .nullable(),
  readAt: Instant,
})
export type PackRecord = z.infer<typeof PackRecord>

const answered = { requestId: Uuid }
const PortaMateAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ ...answered, kind: z.literal('read'), record: PackRecord }),
  z.strictObject({ ...answered, kind: z.literal('unknown') }),
  z.strictObject({ ...answered, kind: z.literal('failed'), problem: z.enum(itsProblems) }),
])
export type PortaMateAnswer = z.infer<typeof PortaMateAnswer>

/** What came of packs of a job; without answers it says that the helper still works. A pack is answered once. */
export const sendPortaMateAnswers = call('PortaMate/SendAnswers', {
  access: 'device',
  input: z.strictObject({
    runId: Uuid,
    nonce: z.string().max(64),
    answers: z.array(PortaMateAnswer).max(itsAtOnce),
  }),
  output: z.strictObject({ open: z.int() }),
  refusals: ['NotFound', 'PortaMateJobOver', 'PortaMateForeignPack', 'PortaMateOldAnswer'],
})
