import { getPackTrace, type PackTrace, type tracedPacks } from '@kervan/contract/trace/inquiry'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../kit/call/query.ts'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { PackPassportLink } from '../../kit/record/PackPassportLink.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordDrawer } from '../../kit/record/RecordDrawer.tsx'
import { FactList, RecordBody, useLast, usePosition } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import css from '../trace.module.css'

type Props = {
  id: string | null
  page: GridPageInfo<RowOf<typeof tracedPacks>> | null
  onOpen: (id: string | null, options?: { replace?: boolean }) => void
}

/** One pack: its chain of custody, its movements, and the packages that it stands in (TRC-003). */
export function PackDrawer({ id, page, onOpen }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const shown = useLast(id)
  const [tab, setTab] = useState<'custody' | 'movements'>('custody')
  const asked = useRead(getPackTrace, { packId: shown ?? '' }, { enabled: shown !== null })
  const found = asked.data
  return (
    <RecordDrawer
      opened={id !== null}
      onClose={() => onOpen(null)}
      title={found ? t('trace.pack.title', { serial: found.serialNumber }) : ''}
      position={usePosition(page, id, onOpen)}
      badges={
        found && (
          <>
            <StateBadge group="packState" value={found.packState} />
            <PackPassportLink gtin={found.gtin} serialNumber={found.serialNumber} />
          </>
        )
      }
      facts={
        found && (
          <FactList
            className={css.facts}
            facts={[
              [t('column.productName'), found.productName],
              [t('column.gtin'), found.gtin],
              [t('column.lotNumber'), found.lotNumber],
              [t('column.expiryDate'), found.expiryDate && format.date(found.expiryDate)],
            ]}
          />
        )
      }
      tabs={[
        { key: 'custody', label: t('trace.pack.custody') },
        { key: 'movements', label: t('trace.pack.movements'), count: found?.movements.length ?? null },
      ]}
      tab={tab}
      onTab={setTab}
    >
      <RecordBody key={shown}>
        {!found ? (
          <ReadState asked={asked} />
        ) : tab === 'custody' ? (
          <Custody pack={found} />
        ) : (
          <Movements pack={found} />
        )}
      </RecordBody>
    </RecordDrawer>
  )
}

type Place = PackTrace['stays'][number]['place']
const nameOf = ({ name, gln }: Place) => name ?? gln

function Custody({ pack }: { pack: PackTrace }) {
  const { t, state } = useWords()
  const format = useFormats()
  return (
    <>
      {pack.stays.length === 0 && <p className="k-quiet">{t('trace.pack.noMovements')}</p>}
      <ol className={css.custody}>
        {pack.stays.map(({ place, from, to }) => (
          <li key={from} data-now={to === null || undefined}>
            <strong>{nameOf(place)}</strong>
            <span>
              {[place.locationType && state('traceLocationType', place.locationType), place.city]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span>
              {format.dateTime(from)}{' '}
              {to === null ? t('trace.pack.now') : t('trace.pack.until', { date: format.dateTime(to) })}
            </span>
          </li>
        ))}
      </ol>
      {pack.receiver && <p>{t('trace.pack.underWay', { name: nameOf(pack.receiver) })}</p>}
      {pack.packages.length > 0 && (
        <>
          <h3 className={css.heading}>{t('trace.pack.packages')}</h3>
          <ul className={css.tree}>
            {pack.packages.map(({ id, documentNumber, labels }) => (
              <li key={id} className="k-mono">
                {[documentNumber, ...labels].filter(Boolean).join(' › ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Movements({ pack }: { pack: PackTrace }) {
  const { t, state } = useWords()
  const format = useFormats()
  if (pack.movements.length === 0) return <p className="k-quiet">{t('trace.pack.noMovements')}</p>
  return (
    <ol className={css.movements}>
      {pack.movements.map(({ declarationId, at, movement, from, to, resultCode, source, contradiction }) => (
        <li key={declarationId} data-strange={contradiction !== null || undefined}>
          <time className={css.when} dateTime={at}>
            {format.dateTime(at)}
          </time>
          <span>
            <strong>{state('itsMovement', movement)}</strong>{' '}
            {from && to
              ? t('trace.pack.fromTo', { from: nameOf(from), to: nameOf(to) })
              : (from ?? to) && nameOf((from ?? to)!)}
          </span>
          <span className="k-quiet">{state('traceSource', source)}</span>
          {(contradiction !== null || resultCode !== '00000') && (
            <span className={css.strange}>
              <IconAlertTriangle size={14} aria-hidden />
              {contradiction === null
                ? t('trace.pack.refused', { code: resultCode })
                : state('traceContradiction', contradiction)}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
