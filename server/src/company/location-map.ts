import { sql } from 'kysely'
import { getLocationPoints, pointLimit } from '@kervan/contract/company/location-parts'
import type { OutputOf } from '@kervan/contract/kit/call'
import { askOnce } from '../kit/database/db.ts'
import { handle } from '../kit/http/handle.ts'
import { locations } from './locations.ts'

type Point = OutputOf<typeof getLocationPoints>['points'][number]

/** The locations of the list as points of a map (LOC-002), on a past day where they were then. */
export const getLocationPointsHandler = handle(getLocationPoints, async (context) => {
  const { tx, input } = context
  const { from, where, columns } = await locations.list.within(context, input)
  const { code, name, locationType, status, latitude, longitude } = columns
  const found = await askOnce<Point & { latitude: number | null }>(
    tx,
    sql`select t.id, ${code} as code, ${name} as name, ${locationType} as "locationType", ${status} as status,
        (${latitude})::float8 as latitude, (${longitude})::float8 as longitude
      from ${from} where ${where} order by 2 limit ${pointLimit + 1}`,
  )
  const shown = found.slice(0, pointLimit)
  const points = shown.filter(({ latitude }) => latitude !== null)
  return {
    points,
    withoutCoordinates: shown.length - points.length,
    isComplete: found.length <= pointLimit,
  }
})
