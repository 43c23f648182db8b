import { z } from 'zod'
import { Binary, call, Done, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import {
  fileSources,
  marketFileStates,
  marketValueKinds,
  marketValueStates,
  marketWays,
  priceTypes,
  valueSources,
} from './words.ts'

// What sources send (LMA-002): files as they came with their hash, and the values that were read of them. Price lists of
// refiners become proposals of refinery prices, which wait for a second person.

export const marketFileBytes = 5_000_000

export const marketFiles = pageList('Lma/GetMarketFiles', {
  columns: {
    receivedAt: column.instant(),
    fileSource: column.choice(fileSources, { words: 'priceSource' }),
    fileName: column.text(),
    marketWay: column.choice(marketWays, { words: 'marketWay' }),
    marketFileState: column.choice(marketFileStates, { words: 'marketFileState' }),
    valuesRead: column.integer(),
    valuesTaken: column.integer(),
    valuesHeld: column.integer(),
    fileFaults: column.text({ nullable: true, computed: true }),
    receivedBy: column.text(),
    fileHash: column.code(),
  },
  extra: { id: Uuid },
  scope: {},
  defaultSort: [{ column: 'receivedAt', direction: 'desc' }],
  search: false,
})

export const marketValues = pageList('Lma/GetMarketValues', {
  columns: {
    valueDay: column.date(),
    fileSource: column.choice(valueSources, { words: 'priceSource' }),
    symbol: column.code(),
    priceType: column.choice(priceTypes, { words: 'priceType' }),
    fuelProduct: column.code({ nullable: true }),
    marketValue: column.decimal({ nullable: true, places: 2 }),
    lastValue: column.decimal({ nullable: true, places: 2 }),
    marketValueState: column.choice(marketValueStates, { words: 'marketValueState' }),
    marketValueKind: column.choice(marketValueKinds, { words: 'marketValueKind' }),
    revision: column.integer(),
    fileName: column.text(),
    fileLine: column.integer(),
    receivedAt: column.instant(),
    decidedBy: column.text({ nullable: true }),
  },
  extra: { id: Uuid, fileId: Uuid },
  scope: {},
  defaultSort: [
    { column: 'valueDay', direction: 'desc' },
    { column: 'symbol', direction: 'asc' },
  ],
  search: true,
})

/** Takes a file of a source as if it had come by itself. The same content is read once. */
export const uploadMarketFile = call('Lma/UploadMarketFile', {
  kind: 'upload',
  upload: {
    maxFiles: 1,
    maxBytes: marketFileBytes,
    types: ['text/plain', 'text/csv', 'text/xml', 'application/xml'],
  },
  input: z.strictObject({ source: z.enum(fileSources) }),
  output: z.strictObject({ fileId: Uuid }),
  refusals: ['WholeCompanyNeeded'],
})

/** The bytes as they came. */
export const downloadMarketFile = call('Lma/DownloadMarketFile', {
  sharesPermission: 'GetMarketFiles',
  reads: true,
  kind: 'download',
  input: z.strictObject({ fileId: Uuid }),
  output: Binary,
  refusals: ['NotFound'],
})

/** Asks the sources now for what is missing. */
export const fetchMarketData = call('Lma/FetchMarketData', {
  input: z.strictObject({}),
  output: Done,
  refusals: ['SourcesNotConnected', 'WholeCompanyNeeded'],
})

/** Takes a value that was put aside, or leaves it out for good. */
export const decideMarketValue = call('Lma/DecideMarketValue', {
  input: z.strictObject({ valueId: Uuid, take: z.boolean() }),
  output: Done,
  refusals: ['NotFound', 'ValueNotHeld', 'WholeCompanyNeeded'],
})
