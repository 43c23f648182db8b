import { getPackTrace, type PackTrace, type tracedPacks } from '@kervan/contract/trace/inquiry'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRead } from '../../kit/call/query.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { PackPassportLink } from '../../kit/record/PackPassportLink.tsx'
import { FactList, useLast } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { RecordScreen, type RecordPlace } from '../../kit/record/RecordScreen.tsx'
import css from '../trace.module.css'

type Props = RecordPlace<RowOf<typeof tracedPacks>>

/** One pack: its chain of custody, its movements, and the packages that it stands in (TRC-003). */
export function PackDrawer({ id, page, onOpen }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const shown = useLast(id)
  const asked = useRead(getPackTrace, { packId: shown ?? '' }, { enabled: shown !== null })
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      asked={asked}
      title={({ serialNumber }) => t('trace.pack.title', { serial: serialNumber })}
      badges={({ packState, gtin, serialNumber }) => (
        <>
          <StateBadge group="packState" value={packState} />
          <PackPassportLink gtin={gtin} serialNumber={serialNumber} />
        </>
      )}
      facts={({ productName, gtin, lotNumber, expiryDate }) => (
        <FactList
          className={css.facts}
          facts={[
            [t('column.productName'), productName],
            [t('column.gtin'), gtin],
            [t('column.lotNumber'), lotNumber],
            [t('column.expiryDate'), expiryDate && format.date(expiryDate)],
          ]}
        />
      )}
      tabs={[
        { key: 'custody', label: t('trace.pack.custody'), show: (pack) => <Custody pack={pack} /> },
        {
          key: 'movements',
          label: t('trace.pack.movements'),
          count: asked.data?.movements.length ?? null,
          show: (pack) => <Movements pack={pack} />,
        },
      ]}
    />
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
