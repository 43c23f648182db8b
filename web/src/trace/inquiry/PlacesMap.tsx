import type { OutputOf } from '@kervan/contract/kit/call'
import type { getPackPlaces } from '@kervan/contract/trace/inquiry'
import { lazy, Suspense, useMemo, useState } from 'react'
import { locationMap } from '../../company/company.api.ts'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from './views.module.css'

const LocationMap = lazy(locationMap)

type Places = OutputOf<typeof getPackPlaces>
type Place = Places['places'][number]
const nameOf = ({ name, gln }: Place) => name ?? gln

/** Where the packs of an answer are and which ways they came; places without coordinates are said beneath. */
export function PlacesMap({ found }: { found: Places }) {
  const { t, state } = useWords()
  const format = useFormats()
  const [chosen, setChosen] = useState<string | null>(null)
  const { points, lines } = useMemo(() => drawn(found), [found])
  const nowhere = found.places.filter(({ latitude }) => latitude === null)
  const place = found.places.find(({ gln }) => gln === chosen)
  return (
    <figure className={css.map} aria-label={t('trace.view.map')}>
      <Suspense fallback={<div className={css.canvas} />}>
        <LocationMap points={points} lines={lines} selected={chosen} onSelect={setChosen} />
      </Suspense>
      <figcaption className={css.caption}>
        {place && (
          <output>
            <strong>{nameOf(place)}</strong>{' '}
            {[
              place.locationType && state('traceLocationType', place.locationType),
              place.city,
              t('trace.views.here', { amount: format.number(place.here) }),
              place.underWay > 0 && t('trace.views.underWay', { amount: format.number(place.underWay) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </output>
        )}
        <span>{tPlural(t, 'trace.views.onMap', points.length, format.number(points.length))}</span>
        {nowhere.length > 0 && (
          <span>{t('trace.views.nowhere', { names: nowhere.map(nameOf).join(', ') })}</span>
        )}
      </figcaption>
    </figure>
  )
}

function drawn({ places, ways }: Places) {
  const points = places.flatMap((place) =>
    place.latitude === null || place.longitude === null
      ? []
      : [
          {
            id: place.gln,
            code: place.gln,
            name: `${nameOf(place)} (${place.here})`,
            status: place.here + place.underWay > 0 ? 'Active' : 'Passive',
            latitude: place.latitude,
            longitude: place.longitude,
          },
        ],
  )
  const byGln = new Map(points.map((point) => [point.id, point]))
  const lines = ways.flatMap(({ from, to, isOpen }) => {
    const [start, end] = [byGln.get(from), byGln.get(to)]
    return start && end ? [{ id: `${from} ${to}`, from: start, to: end, active: isOpen }] : []
  })
  return { points, lines }
}
