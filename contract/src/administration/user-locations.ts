import { z } from 'zod'
import { membershipStates, userTypes } from '../access/words.ts'
import { foldUsername } from '../access/username.ts'
import { call, Uuid, Version } from '../kit/call.ts'
import { locationTypes } from '../kit/location-types.ts'
import { field } from '../kit/master-fields.ts'
import { fileImport } from '../kit/master-import.ts'
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

/** A workbook of allocations (USR-006): the user, the location, and whether the user is given it or loses it. */
export const userLocationKind = fileImport('userLocation', {
  group: 'UserManagement',
  one: 'UserLocation',
  many: 'UserLocations',
  refusals: ['UserNotFound', 'LocationsFixed', 'LocationNotFound'],
  fields: {
    username: field.reference('user', { key: true, max: 254, folds: foldUsername }),
    locationCode: field.reference('location', { key: true }),
  },
})
