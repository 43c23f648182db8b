import { sql } from 'kysely'
import type { Place, PlacesOf } from '../kit/records/places.ts'

/** The company's cities with their districts. */
export const placesOf: PlacesOf = async ({ tx, actor }) => {
  const company = actor.company.id
  const { rows } = await sql<Place>`
    select c.name as city, d.name as district from city c
    left join district d on d.company_id = ${company} and d.city_code = c.code
    where c.company_id = ${company}`.execute(tx)
  return rows
}
