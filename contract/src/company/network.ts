import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { locationTypes } from '../kit/location-types.ts'
import { locationGroups } from './words.ts'

/** Whether stores supply other locations as well, or warehouses alone (specification: PST supply strategy). */
export const supplyStrategies = ['WarehousesAndStores', 'WarehousesOnly'] as const
export type SupplyStrategy = (typeof supplyStrategies)[number]

/** The replenishment network (LOC-004): one location supplies another. Lead time in days; priority 1 is asked first. */
export const supplyRelationKind = masterData('supplyRelation', {
  group: 'LocationManagement',
  one: 'SupplyRelation',
  many: 'SupplyRelations',
  approval: true,
  fields: {
    supplier: field.reference('location', { key: true, searched: true }),
    receiver: field.reference('location', { key: true, searched: true }),
    leadTimeDays: field.integer({ max: 365, start: 1 }),
    priority: field.integer({ min: 1, max: 99, start: 1 }),
    active: field.flag({ start: true }),
    note: field.text({ max: 200, optional: true, list: 'hidden' }),
  },
})

/** What is wrong with the network as it stands. */
export const networkWarnings = [
  'Cycle',
  'NotReached',
  'SupplierPassive',
  'SupplierBlacklisted',
  'ReceiverPassive',
  'StoreNotAllowed',
] as const
export type NetworkWarning = (typeof networkWarnings)[number]

/** Why a location cannot supply another one. */
export const supplyObstacles = [
  'SameLocation',
  'NoSupplier',
  'StoreNotAllowed',
  'SupplierPassive',
  'SupplierBlacklisted',
  'ReceiverPassive',
  'NoRelation',
] as const
export type SupplyObstacle = (typeof supplyObstacles)[number]

const NetworkLocation = z.strictObject({
  id: Uuid,
  code: z.string(),
  name: z.string(),
  locationType: z.enum(locationTypes),
  status: z.string(),
  /** How many steps it is away from a warehouse that nobody supplies; null where none leads to it. */
  level: z.int().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})

/** The network whole: what its picture, its map and its checks are made from. `of` narrows it to one location and its neighbours. */
export const getSupplyNetwork = call('LocationManagement/GetSupplyNetwork', {
  sharesPermission: 'GetSupplyRelations',
  reads: true,
  input: z.strictObject({ locationId: Uuid.nullable() }),
  output: z.strictObject({
    strategy: z.enum(supplyStrategies),
    locations: z.array(NetworkLocation),
    relations: z.array(
      z.strictObject({
        id: Uuid,
        supplierId: Uuid,
        receiverId: Uuid,
        leadTimeDays: z.int(),
        priority: z.int(),
        active: z.boolean(),
      }),
    ),
    warnings: z.array(
      z.strictObject({
        warning: z.enum(networkWarnings),
        locationId: Uuid,
        relationId: Uuid.nullable(),
        /** The cycle, as codes. */
        path: z.array(z.string()),
      }),
    ),
    warningCount: z.int(),
  }),
  refusals: ['NotFound'],
})

export const setSupplyStrategy = call('LocationManagement/SetSupplyStrategy', {
  input: z.strictObject({ strategy: z.enum(supplyStrategies) }),
  output: z.strictObject({ strategy: z.enum(supplyStrategies) }),
  refusals: ['WholeCompanyNeeded'],
})

const PairLocation = z.strictObject({ id: Uuid, code: z.string(), name: z.string() })

/** Who can supply whom among two groups of locations, and why others cannot. At most `pairLimit` of each. */
export const pairLimit = 200
export const getSupplyPairs = call('LocationManagement/GetSupplyPairs', {
  sharesPermission: 'GetSupplyRelations',
  reads: true,
  input: z.strictObject({
    supplierGroup: z.enum(locationGroups).nullable(),
    receiverGroup: z.enum(locationGroups).nullable(),
  }),
  output: z.strictObject({
    relatedCount: z.int(),
    unrelatedCount: z.int(),
    related: z.array(z.strictObject({ supplier: PairLocation, receiver: PairLocation })),
    unrelated: z.array(
      z.strictObject({ supplier: PairLocation, receiver: PairLocation, obstacle: z.enum(supplyObstacles) }),
    ),
  }),
  refusals: [],
})
