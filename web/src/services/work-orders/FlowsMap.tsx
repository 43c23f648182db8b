import { getWorkOrderFlows } from '@kervan/contract/services/work-orders'
import type { OutputOf } from '@kervan/contract/kit/call'
import { IconArrowsExchange } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { locationMap } from '../../company/company.api.ts'
import { useRead } from '../../kit/call/query.ts'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from './flows.module.css'

const LocationMap = lazy(locationMap)

type Flows = OutputOf<typeof getWorkOrderFlows>
type Place = Flows['places'][number]
/** Flows of a chosen place that are told in words. */
const told = 12

/** What moves where: the work orders of the window as lines between places. A place that is chosen tells its flows. */
export function FlowsMap({ window }: { window: { from: string; to: string } }) {
  const { t } = useWords()
  const format = useFormats()
  const asked = useRead(getWorkOrderFlows, window)
  const { data: found } = asked
  const [chosen, setChosen] = useState<string | null>(null)
  const { points, lines } = useMemo(() => drawn(found, chosen), [found, chosen])
  if (!found) return <ReadState asked={asked} />
  if (found.flows.length === 0)
    return (
      <EmptyState icon={IconArrowsExchange} title={t('workOrders.empty')} text={t('workOrders.emptyText')} />
    )
  const nowhere = found.places.filter(({ latitude }) => latitude === null)
  return (
    <figure className={css.map} aria-label={t('workOrders.view.map')}>
      <Suspense fallback={<div className={css.canvas} />}>
        <LocationMap points={points} lines={lines} selected={chosen} onSelect={setChosen} />
      </Suspense>
      <figcaption className={css.caption}>
        <span>{tPlural(t, 'workOrders.flows.shown', lines.length, format.number(lines.length))}</span>
        {found.left > 0 && (
          <span>{tPlural(t, 'workOrders.flows.left', found.left, format.number(found.left))}</span>
        )}
        {nowhere.length > 0 && (
          <span>{t('workOrders.flows.nowhere', { names: nowhere.map(({ name }) => name).join(', ') })}</span>
        )}
        {chosen === null && <span>{t('workOrders.flows.choose')}</span>}
      </figcaption>
      {chosen !== null && <OfPlace found={found} code={chosen} />}
    </figure>
  )
}

function OfPlace({ found, code }: { found: Flows; code: string }) {
  const { t } = useWords()
  const format = useFormats()
  const names = new Map(found.places.map((place) => [place.code, place.name]))
  const place = found.places.find((one) => one.code === code)
  const flows = found.flows.filter(({ senderCode, recipientCode }) =>
    [senderCode, recipientCode].includes(code),
  )
  if (!place) return null
  return (
    <output className={css.place}>
      <strong>{place.name}</strong>
      <span>
        {t('workOrders.flows.sums', {
          sends: format.number(place.sends),
          receives: format.number(place.receives),
        })}
      </span>
      <ul>
        {flows.slice(0, told).map(({ senderCode, recipientCode, amount }) => (
          <li key={`${senderCode} ${recipientCode}`}>
            {t('workOrders.flows.flow', {
              from: names.get(senderCode) ?? senderCode,
              to: names.get(recipientCode) ?? recipientCode,
              amount: format.number(amount),
            })}
          </li>
        ))}
      </ul>
      {flows.length > told && (
        <span>
          {tPlural(t, 'workOrders.flows.left', flows.length - told, format.number(flows.length - told))}
        </span>
      )}
    </output>
  )
}

/** Points and lines; those of the chosen place stand out, and all of them where none is chosen. */
function drawn(found: Flows | undefined, chosen: string | null) {
  const points = (found?.places ?? []).flatMap((place) => pointOf(place))
  const byCode = new Map(points.map((point) => [point.id, point]))
  const lines = (found?.flows ?? []).flatMap(({ senderCode, recipientCode }) => {
    const [from, to] = [byCode.get(senderCode), byCode.get(recipientCode)]
    const active = chosen === null || [senderCode, recipientCode].includes(chosen)
    return from && to ? [{ id: `${senderCode} ${recipientCode}`, from, to, active }] : []
  })
  return { points, lines }
}

const pointOf = ({ code, name, latitude, longitude, sends }: Place) =>
  latitude === null || longitude === null
    ? []
    : [{ id: code, code, name, status: sends > 0 ? 'Active' : 'Passive', latitude, longitude }]
