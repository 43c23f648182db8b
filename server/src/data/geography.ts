import { sql } from 'kysely'
import { cityKind, countryKind, districtKind, regionCodeKind } from '@kervan/contract/data/geography'
import { translate } from '../kit/messages.ts'
import { serveMasterData } from '../kit/master/serve-master-data.ts'

/** Countries, cities, districts and sales regions (DAT-001). */
export const countries = serveMasterData(countryKind, {
  table: 'country',
  recordType: 'country',
  usedBy: [
    {
      by: 'cities',
      find: (
        company,
        ids,
      ) => sql`select x.id, c.name from country x join city c on c.company_id = ${company} and c.country = x.code
        where x.company_id = ${company} and x.id = any(${ids}::uuid[])`,
    },
  ],
})

export const cities = serveMasterData(cityKind, {
  table: 'city',
  recordType: 'city',
  references: { country: { table: 'country', keeps: 'code' } },
  usedBy: [
    {
      by: 'districts',
      find: (
        company,
        ids,
      ) => sql`select x.id, d.name from city x join district d on d.company_id = ${company} and d.city_code = x.code
        where x.company_id = ${company} and x.id = any(${ids}::uuid[])`,
    },
  ],
})

export const districts = serveMasterData(districtKind, {
  table: 'district',
  recordType: 'district',
  references: { cityCode: { table: 'city', keeps: 'code' } },
})

export const regionCodes = serveMasterData(regionCodeKind, {
  table: 'region_code',
  recordType: 'regionCode',
  consequences: async ({ tx, actor, language }, changeId) => {
    const { rows } = await sql<{ count: number }>`
      select (select count(*)::int from region_code t where t.company_id = ${actor.company.id}) as count
      from master_change c where c.company_id = ${actor.company.id} and c.id = ${changeId} and c.mode = 'Replace'`.execute(
      tx,
    )
    const count = rows[0]?.count ?? 0
    return count > 0 ? [translate(language, 'dataManagement.consequence.regionCodes', { count })] : []
  },
})
