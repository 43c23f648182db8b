import { getLocationPoints } from '@kervan/contract/company/location-parts'
import { locationKind } from '@kervan/contract/company/locations'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { read, readKeeping } from '../kit/call/query.ts'
import { toRefused } from '../kit/call/refused.ts'
import { queryOf } from '../kit/grid/gridQuery.ts'
import type { AnyList } from '../kit/grid/gridState.ts'
import { knownLayout } from '../kit/grid/useGridLayout.ts'
import { tPlural } from '../kit/i18n/words.ts'
import { useMasterAddress } from '../kit/master/address.ts'
import { ReadState } from '../kit/record/ReadState.tsx'
import { useFormats } from '../kit/values/format.ts'
import css from './map/map.module.css'

const LocationMap = lazy(() => import('./map/LocationMap.tsx'))

/** The locations of the list on the map: its filters, its search, the record that is open. */
export function MapOfList() {
  const { t } = useTranslation()
  const format = useFormats()
  const { search, change } = useMasterAddress()
  const list = locationKind.list as unknown as AnyList
  const { filters, search: words } = queryOf(list, search, knownLayout(list))
  const asked = useQuery(
    readKeeping(getLocationPoints, { sort: [], filters, search: words, day: search.day ?? null }),
  )
  const selected = search.record === 'new' ? null : (search.record ?? null)
  if (!asked.data) return <ReadState asked={asked} />
  const { points, withoutCoordinates, isComplete } = asked.data
  return (
    <figure className={css.figure} aria-label={t('company.map.label')}>
      <Suspense fallback={<div className={css.canvas} />}>
        <LocationMap points={points} selected={selected} onSelect={(record) => change({ record })} />
      </Suspense>
      {selected && !points.some(({ id }) => id === selected) && <NoPlace id={selected} />}
      <figcaption className={css.caption}>
        <span>{tPlural(t, 'company.map.shown', points.length, format.number(points.length))}</span>
        {withoutCoordinates > 0 && (
          <span>
            {tPlural(t, 'company.map.without', withoutCoordinates, format.number(withoutCoordinates))}
          </span>
        )}
        {points.some(({ status }) => status === 'Passive') && (
          <span className={css.passive}>{t('company.map.passive')}</span>
        )}
        {!isComplete && <span>{t('company.map.incomplete')}</span>}
      </figcaption>
    </figure>
  )
}

/** Why the record that is open is not on the map. */
function NoPlace({ id }: { id: string }) {
  const { t } = useTranslation()
  const asked = useQuery({ ...read(locationKind.get, { id }), retry: false })
  const isGone = asked.error !== null && toRefused(asked.error).is('NotFound')
  const isNowhere = asked.data && asked.data.values.latitude === null
  if (!isGone && !isNowhere) return null
  return (
    <output className={css.note}>{t(isGone ? 'company.map.notFound' : 'company.map.noCoordinates')}</output>
  )
}
