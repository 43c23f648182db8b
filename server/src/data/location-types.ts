import { locationTypeKind } from '@kervan/contract/data/location-types'
import { serveMasterData } from '../kit/master/serve-master-data.ts'

/** A company's own types of location (DAT-001). */
export const locationTypes = serveMasterData(locationTypeKind, {
  table: 'location_type',
  recordType: 'locationType',
})
