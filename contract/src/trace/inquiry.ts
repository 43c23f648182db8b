import { z } from 'zod'
import { Binary, call, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, Instant } from '../kit/values.ts'
import { packStates } from '../porta/pack-states.ts'
import { contradictions } from './chain.ts'
import { traceLocationTypes, traceSources } from './words.ts'
import { traceWays } from './ways.ts'

// Where packs are and were (TRC-001 to TRC-003).

/** What each way to ask needs: the server refuses a question without it, and the form marks it. */
export const traceNeeds = {
  DataMatrix: ['dataMatrices'],
  Location: ['location', 'packState'],
  SerialNumber: ['serialNumber'],
  LotNumber: ['lotNumber'],
  PtsDocument: ['documentNumber'],
} as const satisfies Record<(typeof traceWays)[number], readonly TraceField[]>
export type TraceField =
  | 'dataMatrices'
  | 'location'
  | 'packState'
  | 'serialNumber'
  | 'lotNumber'
  | 'documentNumber'

const question = {
  way: z.enum(traceWays),
  /** Codes of packs, one a line, as they are scanned, typed or pasted. */
  dataMatrices: z.string().max(200_000).optional(),
  /** The GLN of the place that has the packs. */
  location: z.string().max(13).optional(),
  packState: z.enum(packStates).optional(),
  serialNumber: z.string().max(20).optional(),
  lotNumber: z.string().max(20).optional(),
  documentNumber: z.string().max(80).optional(),
}

export const tracedPacks = pageList('PfsiService/GetPacks', {
  columns: {
    gtin: column.code(),
    productName: column.text({ nullable: true }),
    serialNumber: column.code(),
    lotNumber: column.code({ nullable: true }),
    expiryDate: column.date({ nullable: true }),
    packState: column.choice(packStates, { words: 'packState' }),
    holderGln: column.code({ nullable: true }),
    holderName: column.text({ nullable: true }),
    holderType: column.choice(traceLocationTypes, { words: 'traceLocationType', nullable: true }),
    pendingGln: column.code({ nullable: true }),
    pendingName: column.text({ nullable: true }),
    lastMovementAt: column.instant({ nullable: true }),
  },
  extra: { id: Uuid },
  scope: question,
  defaultSort: [{ column: 'lastMovementAt', direction: 'desc' }],
  search: false,
  refusals: ['TraceFieldRequired', 'TraceTooManyCodes'],
})

/** What became of each line of pasted codes: whether it is a code, and whether the pack is known. */
export const readTraceCodes = call('PfsiService/ReadCodes', {
  sharesPermission: 'GetPacks',
  reads: true,
  input: z.strictObject({ dataMatrices: z.string().max(200_000) }),
  output: z.strictObject({
    lines: z.array(
      z.strictObject({
        line: z.int(),
        text: z.string(),
        gtin: z.string().nullable(),
        serialNumber: z.string().nullable(),
        isKnown: z.boolean(),
        /** Why the line is no code of a pack. */
        message: z.string().nullable(),
      }),
    ),
  }),
  refusals: ['TraceTooManyCodes'],
})

const Place = z.strictObject({
  gln: z.string(),
  name: z.string().nullable(),
  locationType: z.enum(traceLocationTypes).nullable(),
  city: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})

export const PackTrace = z.strictObject({
  id: Uuid,
  gtin: z.string(),
  productName: z.string().nullable(),
  serialNumber: z.string(),
  lotNumber: z.string().nullable(),
  expiryDate: DateOnly.nullable(),
  packState: z.enum(packStates),
  /** The receiver of a pack that is under way. */
  receiver: Place.nullable(),
  stays: z.array(z.strictObject({ place: Place, from: Instant, to: Instant.nullable() })),
  movements: z.array(
    z.strictObject({
      declarationId: z.string(),
      at: Instant,
      movement: z.string(),
      from: Place.nullable(),
      to: Place.nullable(),
      resultCode: z.string(),
      source: z.enum(traceSources),
      contradiction: z.enum(contradictions).nullable(),
    }),
  ),
  /** The packages that it stands in, each with the labels around it from the outside in. */
  packages: z.array(
    z.strictObject({ id: Uuid, documentNumber: z.string().nullable(), labels: z.array(z.string()) }),
  ),
})
export type PackTrace = z.infer<typeof PackTrace>

export const getPackTrace = call('PfsiService/GetPackTrace', {
  sharesPermission: 'GetPacks',
  reads: true,
  input: z.strictObject({ packId: Uuid }),
  output: PackTrace,
  refusals: ['NotFound'],
})

/** So many packs are drawn on the map and on the time line of an answer. */
export const drawnPacksAtMost = 5_000

/** Where the packs that answer a question are, and how they moved together: for the map and the time line (TRC-003). */
export const getPackPlaces = call('PfsiService/GetPackPlaces', {
  sharesPermission: 'GetPacks',
  reads: true,
  input: z.strictObject(question),
  output: z.strictObject({
    /** Packs that were looked at; with `isComplete: false` there are more. */
    packs: z.int(),
    isComplete: z.boolean(),
    /** Places that have packs or are to get some, and those that they came through. */
    places: z.array(Place.extend({ here: z.int(), underWay: z.int() })),
    /** Packs that went from one place to another, whatever the movement was. */
    ways: z.array(z.strictObject({ from: z.string(), to: z.string(), packs: z.int(), isOpen: z.boolean() })),
    /** What happened on a day, oldest first. */
    steps: z.array(
      z.strictObject({
        day: DateOnly,
        movement: z.string(),
        from: Place.nullable(),
        to: Place.nullable(),
        packs: z.int(),
      }),
    ),
  }),
  refusals: ['TraceFieldRequired', 'TraceTooManyCodes'],
})

/** So many packs go into one document. */
export const epcisPacksAtMost = 5_000

/** The packs that answer a question as events of EPCIS 2.0 (TRC-003); with a pack, that one only. */
export const exportEpcis = call('PfsiService/ExportEpcis', {
  kind: 'download',
  sharesPermission: 'ExportPacks',
  reads: true,
  input: z.strictObject({ ...question, packId: Uuid.nullable() }),
  output: Binary,
  refusals: ['TraceFieldRequired', 'TraceTooManyCodes', 'TraceTooManyPacks'],
})
