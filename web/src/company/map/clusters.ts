import Supercluster from 'supercluster'

export type MapPoint = {
  id: string
  code: string
  name: string
  status: string
  latitude: number
  longitude: number
}
/** What the map draws at a place: one location, or several that stand too close to each other. */
export type Mark =
  | { kind: 'point'; key: string; point: MapPoint; latitude: number; longitude: number }
  | { kind: 'cluster'; key: string; id: number; count: number; latitude: number; longitude: number }
type Box = { west: number; south: number; east: number; north: number }

/** Screen pixels within which locations become one mark, and the nearest zoom at which they still do. */
const radius = 56
export const clusterZoom = 14

/** Finds what is to be drawn in a part of the map; 10,000 locations take a few milliseconds to put in. */
export function clusterPoints(points: readonly MapPoint[]) {
  const index = new Supercluster<{ at: number }>({ radius, maxZoom: clusterZoom })
  index.load(
    points.map(({ latitude, longitude }, at) => ({
      type: 'Feature' as const,
      properties: { at },
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    })),
  )
  return {
    marksIn({ west, south, east, north }: Box, zoom: number): Mark[] {
      return index.getClusters([west, south, east, north], Math.floor(zoom)).flatMap((found): Mark[] => {
        const [longitude = 0, latitude = 0] = found.geometry.coordinates
        const facts = found.properties
        if ('cluster_id' in facts)
          return [
            {
              kind: 'cluster',
              key: `cluster ${facts.cluster_id}`,
              id: facts.cluster_id,
              count: facts.point_count,
              latitude,
              longitude,
            },
          ]
        const point = points[facts.at]
        return point ? [{ kind: 'point', key: point.id, point, latitude, longitude }] : []
      })
    },
    /** The zoom at which a cluster falls apart. */
    opensAt: (id: number): number => index.getClusterExpansionZoom(id),
  }
}
