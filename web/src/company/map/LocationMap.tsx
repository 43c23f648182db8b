import 'leaflet/dist/leaflet.css'
import * as L from 'leaflet'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { tPlural } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { clusterPoints, type Mark, type MapPoint } from './clusters.ts'
import css from './map.module.css'
import provinces from './provinces.geojson?raw'

/** A relation drawn between two points. */
export type MapLine = { id: string; from: MapPoint; to: MapPoint; active: boolean }
type Props = {
  points: readonly MapPoint[]
  selected: string | null
  onSelect: (id: string) => void
  lines?: readonly MapLine[]
}

const turkey: L.LatLngBoundsExpression = [
  [35.8, 25.7],
  [42.2, 44.9],
]
const nothing: readonly MapLine[] = []
/** Where a chosen location is looked at. */
const closeZoom = 7.5

/**
 * A map without a server of tiles: the borders of Türkiye's provinces, and locations that stand close together as one
 * mark with their number. The list beside it says the same to who cannot see it; marks are buttons all the same.
 */
export default function LocationMap({ points, selected, onSelect, lines = nothing }: Props) {
  const { t } = useTranslation()
  const format = useFormats()
  const place = useRef<HTMLDivElement>(null)
  const map = useRef<L.Map | null>(null)
  const marks = useRef(new Map<string, L.Marker>())
  const clusters = useMemo(() => clusterPoints(points), [points])

  const say = (mark: Mark) =>
    mark.kind === 'point'
      ? `${mark.point.name}, ${mark.point.code}`
      : tPlural(t, 'company.map.cluster', mark.count, format.number(mark.count))
  const press = (mark: Mark) => {
    if (mark.kind === 'point') onSelect(mark.point.id)
    else map.current?.setView([mark.latitude, mark.longitude], clusters.opensAt(mark.id))
  }
  /** The mark that was opened is gone; the keyboard goes on at what stands in its place. */
  const focusNearest = (on: L.Map) => {
    const center = on.getCenter()
    const away = (marker: L.Marker) => marker.getLatLng().distanceTo(center)
    const [nearest] = [...marks.current.values()].toSorted((a, b) => away(a) - away(b))
    nearest?.getElement()?.focus()
  }
  const add = (on: L.Map, mark: Mark) => {
    const size = mark.kind === 'point' ? 18 : mark.count < 10 ? 28 : mark.count < 100 ? 34 : 42
    const marker = L.marker([mark.latitude, mark.longitude], {
      icon: L.divIcon({
        className: mark.kind === 'point' ? css.point! : css.cluster!,
        iconSize: [size, size],
        html: mark.kind === 'point' ? '' : format.number(mark.count),
      }),
      title: say(mark),
    }).addTo(on)
    if (mark.kind === 'point')
      marker.bindTooltip(mark.point.name, {
        permanent: true,
        direction: 'right',
        offset: [8, 0],
        className: css.pointName!,
      })
    marker.on('click', () => press(mark))
    const element = marker.getElement()
    element?.setAttribute('aria-label', say(mark))
    if (mark.kind === 'point') element?.setAttribute('data-status', mark.point.status)
    element?.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      event.stopPropagation()
      press(mark)
      if (mark.kind === 'cluster') focusNearest(on)
    })
    marks.current.set(mark.key, marker)
  }
  const draw = useEffectEvent(() => {
    const on = map.current
    if (!on) return
    const [bounds, zoom] = [on.getBounds().pad(0.1), on.getZoom()]
    const box = {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    }
    const wanted = new Map(clusters.marksIn(box, zoom).map((mark) => [mark.key, mark]))
    // What is chosen stands on its own, whatever is near it.
    const chosen = points.find(({ id }) => id === selected)
    if (chosen)
      wanted.set(chosen.id, {
        kind: 'point',
        key: chosen.id,
        point: chosen,
        latitude: chosen.latitude,
        longitude: chosen.longitude,
      })
    for (const [key, marker] of marks.current)
      if (!wanted.has(key)) {
        marker.remove()
        marks.current.delete(key)
      }
    for (const [key, mark] of wanted) if (!marks.current.has(key)) add(on, mark)
    for (const [key, marker] of marks.current) {
      const isChosen = key === selected
      marker.setZIndexOffset(isChosen ? 1000 : 0)
      const element = marker.getElement()
      if (isChosen) element?.setAttribute('aria-current', 'true')
      else element?.removeAttribute('aria-current')
    }
  })

  useEffect(() => {
    if (!place.current) return
    const on = L.map(place.current, {
      zoomControl: false,
      attributionControl: false,
      minZoom: 4,
      maxZoom: 16,
      zoomSnap: 0.25,
      fadeAnimation: false,
      // Its end is waited for by a timer that outlives the map.
      zoomAnimation: false,
    })
    map.current = on
    // The names of provinces and locations say nothing new to who cannot see the map.
    on.getPane('tooltipPane')?.setAttribute('aria-hidden', 'true')
    L.geoJSON<{ name: string }>(JSON.parse(provinces), {
      interactive: false,
      style: { className: css.province!, weight: 1 },
      onEachFeature: ({ properties: { name } }, layer) =>
        void layer.bindTooltip(name, { permanent: true, direction: 'center', className: css.provinceName! }),
    }).addTo(on)
    on.fitBounds(turkey)
    const whole = on.getZoom()
    const nameWhatFits = () => {
      const closer = on.getZoom() - whole
      on.getContainer().dataset['names'] = closer >= 3 ? 'points' : closer >= 0.5 ? 'provinces' : 'none'
    }
    nameWhatFits()
    on.on('zoomend', nameWhatFits)
    on.on('moveend', () => draw())
    const watched = new ResizeObserver(() => on.invalidateSize())
    watched.observe(place.current)
    const drawn = marks.current
    return () => {
      watched.disconnect()
      on.remove()
      drawn.clear()
      map.current = null
    }
  }, [])

  const drawAnew = useEffectEvent((_clusters: unknown, _words: unknown) => {
    for (const marker of marks.current.values()) marker.remove()
    marks.current.clear()
    draw()
  })
  // Other points may stand under the same number of a cluster, and names are said in another language.
  useEffect(() => drawAnew(clusters, t), [clusters, t])

  useEffect(() => {
    const chosen = points.find(({ id }) => id === selected)
    const on = map.current
    if (chosen && on) {
      const at: L.LatLngTuple = [chosen.latitude, chosen.longitude]
      if (!on.getBounds().pad(-0.1).contains(at) || on.getZoom() < closeZoom)
        on.setView(at, Math.max(on.getZoom(), closeZoom))
    }
    draw()
  }, [selected, points])

  useEffect(() => {
    const on = map.current
    if (!on) return
    const layer = L.layerGroup(
      lines.map(({ from, to, active }) =>
        L.polyline(
          [
            [from.latitude, from.longitude],
            [to.latitude, to.longitude],
          ],
          { className: active ? css.line! : css.idleLine!, interactive: false, weight: 1.5 },
        ),
      ),
    ).addTo(on)
    return () => void layer.remove()
  }, [lines])

  return (
    <>
      <div ref={place} className={css.canvas} />
      <div className={css.tools}>
        <button type="button" aria-label={t('company.map.zoomIn')} onClick={() => map.current?.zoomIn()}>
          <span aria-hidden>+</span>
        </button>
        <button type="button" aria-label={t('company.map.zoomOut')} onClick={() => map.current?.zoomOut()}>
          <span aria-hidden>−</span>
        </button>
        <button
          type="button"
          aria-label={t('company.map.whole')}
          onClick={() => map.current?.fitBounds(turkey)}
        >
          <span aria-hidden>⤢</span>
        </button>
      </div>
    </>
  )
}
