import { sql } from 'kysely'
import { getLocationPoints, pointLimit } from '@kervan/contract/company/location-parts'
import type { OutputOf } from '@kervan/contract/kit/call'
import { askOnce } from '../kit/database/db.ts'
import { handle } from '../kit/http/handle.ts'
import { locations } from './locations.ts'

type Point = OutputOf<typeof getLocationPoints>['points'][number]

/** The locations of the list as points of a map (LOC-002). A past day shows where its locations are now. */
export const getLocationPointsHandler = handle(getLocationPoints, async (context) => {
  const { tx, actor, input } = context
  const company = actor.company.id
  const { from, where } = await locations.list.within(context, input)
  const found = await askOnce<Point & { latitude: number | null }>(
    tx,
    sql`select l.id, l.code, l.name, l.type as "locationType", l.status, l.latitude::float8 as latitude, l.longitude::float8 as longitude
      from location l where l.company_id = ${company} and l.id in (select t.id from ${from} where ${where})
      order by l.code limit ${pointLimit + 1}`,
  )
  const shown = found.slice(0, pointLimit)
  const points = shown.filter(({ latitude }) => latitude !== null)
  return {
    points,
    withoutCoordinates: shown.length - points.length,
    isComplete: found.length <= pointLimit,
  }
})
