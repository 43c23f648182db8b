import type { traceLocationTypes } from '@kervan/contract/trace/words'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../kit/database/db.ts'

// What GLNs are called: a location of the company, or a stakeholder of the drug-tracking system.

export type TracePlace = {
  gln: string
  name: string | null
  locationType: (typeof traceLocationTypes)[number] | null
  city: string | null
  latitude: number | null
  longitude: number | null
}

/** The name of a place, as a scalar; null where nobody knows it. */
export const placeName = (companyId: number, gln: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`coalesce(
    (select l.name from location l where l.company_id = ${companyId} and l.gln = ${gln} order by l.code limit 1),
    (select p.name from trace_place p where p.company_id = ${companyId} and p.gln = ${gln}))`

export const placeType = (companyId: number, gln: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select p.type from trace_place p where p.company_id = ${companyId} and p.gln = ${gln})`

/** The places of these GLNs; one that nobody knows has its GLN only. */
export async function placesOf(
  tx: Tx,
  companyId: number,
  glns: readonly string[],
): Promise<(gln: string) => TracePlace> {
  const { rows } = await sql<TracePlace>`
    select g.gln, ${placeName(companyId, sql`g.gln`)} as name, ${placeType(companyId, sql`g.gln`)} as "locationType",
      coalesce(l.city, p.city) as city, l.latitude::float8 as latitude, l.longitude::float8 as longitude
    from unnest(${[...new Set(glns)]}::text[]) g (gln)
    left join trace_place p on p.company_id = ${companyId} and p.gln = g.gln
    left join lateral (select l.city, l.latitude, l.longitude from location l where l.company_id = ${companyId} and l.gln = g.gln order by l.code limit 1) l on true`.execute(
    tx,
  )
  const found = new Map(rows.map((row) => [row.gln, row]))
  return (gln) =>
    found.get(gln) ?? { gln, name: null, locationType: null, city: null, latitude: null, longitude: null }
}
