import { sql } from 'kysely'
import { locationTypeKind } from '@kervan/contract/data/location-types'
import { serveMasterData } from '../kit/master/serve-master-data.ts'

/** A company's own types of location (DAT-001). */
export const locationTypes = serveMasterData(locationTypeKind, {
  table: 'location_type',
  recordType: 'locationType',
  usedBy: [
    {
      by: 'locations',
      find: (company, ids) => sql`select x.id, l.code as name from location_type x
          join location l on l.company_id = ${company} and l.own_type = x.code
        where x.company_id = ${company} and x.id = any(${ids}::uuid[])`,
    },
  ],
})
