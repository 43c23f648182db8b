import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { locationTypes } from '../kit/location-types.ts'
import { column, pageList } from '../kit/page.ts'
import { locationKind } from './locations.ts'
import { actionRoles, breakdownStates, locationGroups, recordStates } from './words.ts'

// What the screen of locations shows beside the records themselves (LOC-001): the map, the parts of a record, two reports.

const asked = locationKind.list.page.input.omit({ page: true, pageSize: true, known: true })
/** More than this are not drawn. */
export const pointLimit = 50_000

/** Every location of the list as a point: the same filters, the same scope. Those without coordinates are counted. */
export const getLocationPoints = call('Location/GetLocationPoints', {
  sharesPermission: 'GetLocations',
  reads: true,
  input: asked,
  output: z.strictObject({
    points: z.array(
      z.strictObject({
        id: Uuid,
        code: z.string(),
        name: z.string(),
        locationType: z.enum(locationTypes),
        status: z.enum(recordStates),
        latitude: z.number(),
        longitude: z.number(),
      }),
    ),
    withoutCoordinates: z.int(),
    isComplete: z.boolean(),
  }),
  refusals: ['DayInFuture'],
})

/** A location at a glance: what it is, and what depends on it. Orders are those of the last 90 days. */
export const getLocationOverview = call('Location/GetLocationOverview', {
  sharesPermission: 'GetLocations',
  reads: true,
  input: z.strictObject({ locationId: Uuid }),
  output: z.strictObject({
    isPointOfSale: z.boolean(),
    ownType: z.string().nullable(),
    actionRole: z.enum(actionRoles).nullable(),
    breakdownState: z.enum(breakdownStates),
    suppliers: z.int(),
    receivers: z.int(),
    users: z.int(),
    restrictions: z.int(),
    orders: z.int(),
    lastOrderAt: z.iso.datetime().nullable(),
  }),
  refusals: ['NotFound'],
})

/** The users a location is allocated to. */
export const locationUsers = pageList('Location/GetLocationUsers', {
  columns: {
    name: column.text(),
    username: column.text(),
    customerName: column.text({ nullable: true }),
    active: column.flag(),
  },
  extra: { id: Uuid },
  scope: { locationId: Uuid },
  defaultSort: [{ column: 'name', direction: 'asc' }],
  search: true,
  refusals: ['NotFound'],
})

/** Products that cannot be shipped to a location; its rows are records of the kind `shippingBlock`. */
export const locationRestrictions = pageList('Location/GetLocationRestrictions', {
  columns: {
    product: column.code(),
    name: column.text(),
    note: column.text({ nullable: true }),
  },
  extra: { id: Uuid },
  scope: { locationId: Uuid },
  defaultSort: [{ column: 'product', direction: 'asc' }],
  search: true,
  refusals: ['NotFound'],
})

/** Locations without a size group (LOC-001): rules that speak of groups leave them out. */
export const missingGroupReport = pageList('Location/GetMissingLocationGroups', {
  columns: {
    code: column.code(),
    name: column.text(),
    locationType: column.choice(locationTypes, { words: 'locationType' }),
    locationGroup: column.text({ nullable: true }),
    city: column.text(),
    status: column.choice(recordStates, { words: 'recordState' }),
    orders: column.integer(),
  },
  extra: { id: Uuid },
  defaultSort: [{ column: 'code', direction: 'asc' }],
  search: true,
})

/** Every location with its place in the network, its users and its orders of the last 90 days (LOC-001). */
export const locationReport = pageList('Location/GetLocationReport', {
  columns: {
    code: column.code(),
    name: column.text(),
    locationType: column.choice(locationTypes, { words: 'locationType' }),
    groupType: column.choice(locationGroups, { words: 'locationGroup', nullable: true }),
    actionRole: column.choice(actionRoles, { words: 'actionRole', nullable: true }),
    breakdownState: column.choice(breakdownStates, { words: 'breakdownState' }),
    city: column.text(),
    status: column.choice(recordStates, { words: 'recordState' }),
    suppliers: column.integer(),
    receivers: column.integer(),
    users: column.integer(),
    orders: column.integer(),
  },
  extra: { id: Uuid },
  defaultSort: [{ column: 'code', direction: 'asc' }],
  search: true,
})
