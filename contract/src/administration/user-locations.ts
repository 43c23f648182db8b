import { z } from 'zod'
import { membershipStates, userTypes } from '../access/words.ts'
import { Binary, call, Nothing, Uuid, Version } from '../kit/call.ts'
import { locationTypes } from '../kit/location-types.ts'
import { column, pageList } from '../kit/page.ts'
import { BulkAnswer } from '../kit/bulk-answer.ts'
import { users, UserView } from './users.ts'

// Which user sees which locations (USR-006): singly, many at once, and by Excel.

export const userLocations = pageList('UserManagement/GetUserLocations', {
  columns: {
    username: column.text(),
    firstName: column.text(),
    lastName: column.text(),
    userType: column.choice(userTypes, { words: 'userType' }),
    locationCode: column.code(),
    locationName: column.text(),
    subdivision: column.text(),
    locationType: column.choice(locationTypes, { words: 'locationType' }),
    state: column.choice(membershipStates, { words: 'membership' }),
  },
  extra: { id: z.uuid(), membershipId: z.uuid(), locationId: z.uuid() },
  /** Those of one user only. */
  scope: { membershipId: Uuid.nullable() },
  defaultSort: [
    { column: 'username', direction: 'asc' },
    { column: 'locationCode', direction: 'asc' },
  ],
  search: true,
  selectable: true,
})

const LocationIds = z.array(Uuid).max(5_000)

/** What one user sees: these more, those no longer. */
export const setUserLocations = call('UserManagement/SetUserLocations', {
  input: z.strictObject({ membershipId: Uuid, version: Version, add: LocationIds, remove: LocationIds }),
  output: UserView,
  refusals: ['UserNotFound', 'ChangedMeanwhile', 'OwnRights', 'LocationsFixed', 'LocationNotFound'],
})

const bulk = { dryRun: z.boolean() }

/** The same locations for many users. Each user stands for itself. */
export const allocateLocations = call('UserManagement/AllocateLocations', {
  input: z.strictObject({ selection: users.selection, add: LocationIds, remove: LocationIds, ...bulk }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge', 'LocationNotFound'],
})

/** Takes chosen allocations away. */
export const removeAllocations = call('UserManagement/RemoveAllocations', {
  input: z.strictObject({ selection: userLocations.selection, ...bulk }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge'],
})

export const allocationColumns = ['username', 'locationCode', 'action'] as const
export type AllocationColumn = (typeof allocationColumns)[number]
export const allocationRowLimit = 20_000

export const downloadAllocationTemplate = call('UserManagement/DownloadUserLocationTemplate', {
  reads: true,
  kind: 'download',
  input: Nothing,
  output: Binary,
  refusals: [],
})

export const AllocationFault = z.strictObject({
  sheet: z.string(),
  row: z.int(),
  column: z.string(),
  value: z.string(),
  message: z.string(),
})
export type AllocationFault = z.infer<typeof AllocationFault>

/** Checks a workbook, or takes it over: all of it in one transaction, or with a fault nothing. */
export const importUserLocations = call('UserManagement/ImportUserLocations', {
  kind: 'upload',
  upload: {
    maxFiles: 1,
    maxBytes: 10 * 1024 * 1024,
    types: 'workbook',
  },
  input: z.strictObject({ dryRun: z.enum(['true', 'false']) }),
  output: z.strictObject({
    rows: z.int(),
    added: z.int(),
    removed: z.int(),
    /** Rows that say what is so already. */
    unchanged: z.int(),
    faultCount: z.int(),
    /** The first of them; with any, nothing is taken over. */
    faults: z.array(AllocationFault),
    taken: z.boolean(),
  }),
  refusals: ['ExcelTooManyRows', 'ExcelTimedOut', 'ExcelNoHeader', 'ImportEmpty'],
})
