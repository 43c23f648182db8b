import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { ptsActionNames, ptsNotes, ptsStates } from './words.ts'

// Packages of the transfer system (TRC-004): read, checked, and searched down to the pack inside a case inside a pallet.

export const tracePackages = pageList('PfsiService/GetPackages', {
  columns: {
    documentNumber: column.code({ nullable: true }),
    packageState: column.choice(ptsStates, { words: 'ptsState' }),
    documentDate: column.date({ nullable: true }),
    ptsAction: column.choice(ptsActionNames, { words: 'ptsAction', nullable: true }),
    sourceGln: column.code({ nullable: true }),
    sourceName: column.text({ nullable: true }),
    destinationGln: column.code({ nullable: true }),
    destinationName: column.text({ nullable: true }),
    packCount: column.integer(),
    carrierCount: column.integer(),
    packageNotes: column.choices(ptsNotes, { words: 'ptsNote' }),
    problem: column.text({ nullable: true, computed: true }),
    fileName: column.text(),
    receivedAt: column.instant(),
    receivedBy: column.text(),
  },
  extra: { id: Uuid },
  defaultSort: [{ column: 'receivedAt', direction: 'desc' }],
  search: false,
})

/** Bytes of a package, as the transfer system takes them. */
export const packageBytes = 10_000_000

/** Takes a package; it is read afterwards, and its state says what came of it. */
export const uploadPackage = call('PfsiService/UploadPackage', {
  kind: 'upload',
  upload: {
    maxFiles: 1,
    maxBytes: packageBytes,
    types: ['application/zip', 'text/plain'],
  },
  input: z.strictObject({}),
  output: z.strictObject({ packageId: Uuid }),
  refusals: ['PackageTwice'],
})

export const PackageTree = z.strictObject({
  id: Uuid,
  documentNumber: z.string().nullable(),
  packageState: z.enum(ptsStates),
  note: z.string().nullable(),
  shipTo: z.string().nullable(),
  version: z.string().nullable(),
  problem: z.string().nullable(),
  /** Pallets and cases in the order of the package; `parent` is the number of the one around it. */
  carriers: z.array(
    z.strictObject({
      no: z.int(),
      parent: z.int().nullable(),
      label: z.string(),
      containerType: z.string().nullable(),
      /** Packs that stand in it directly. */
      packs: z.int(),
    }),
  ),
  /** Packs that stand in no carrier. */
  loosePacks: z.int(),
})
export type PackageTree = z.infer<typeof PackageTree>

export const getPackage = call('PfsiService/GetPackage', {
  sharesPermission: 'GetPackages',
  reads: true,
  polled: true,
  input: z.strictObject({ packageId: Uuid }),
  output: PackageTree,
  refusals: ['NotFound'],
})

/** The packs of one carrier, or those that stand in none. */
export const packagePacks = pageList('PfsiService/GetPackagePacks', {
  columns: {
    gtin: column.code(),
    serialNumber: column.code(),
    lotNumber: column.code(),
    expiryDate: column.date(),
  },
  extra: { id: Uuid },
  scope: { packageId: Uuid, carrierNo: z.int().min(1).max(1_000_000).nullable() },
  defaultSort: [{ column: 'serialNumber', direction: 'asc' }],
  sharesPermission: { page: 'GetPackages', excel: 'ExportPackages' },
})
