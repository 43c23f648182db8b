import { getSupplyNetwork } from '@kervan/contract/company/network'
import type { OutputOf } from '@kervan/contract/kit/call'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '../kit/call/query.ts'
import { ReadState } from '../kit/record/ReadState.tsx'
import { RecordBanner, RecordBody } from '../kit/record/RecordParts.tsx'
import { useWords } from '../kit/i18n/words.ts'
import css from './company.module.css'

type Network = OutputOf<typeof getSupplyNetwork>

/** Who supplies a location and whom it supplies (LOC-004), with what the checks say of it. */
export function LocationNetwork({ id }: { id: string }) {
  const { t, state } = useWords()
  const asked = useRead(getSupplyNetwork, { locationId: id })
  if (!asked.data)
    return (
      <RecordBody>
        <ReadState asked={asked} />
      </RecordBody>
    )
  const { relations, warnings } = asked.data
  // What is about a relation stands at the relation.
  const own = warnings.filter(({ relationId }) => !relations.some((one) => one.id === relationId))
  const said = [...new Set(own.map(({ warning }) => warning))]
  return (
    <RecordBody>
      {said.map((warning) => (
        <RecordBanner key={warning}>{state('networkWarning', warning)}</RecordBanner>
      ))}
      {relations.length === 0 && <p className="k-quiet">{t('company.network.noneYet')}</p>}
      {relations.length > 0 && (
        <>
          <h3 className={css.heading}>{t('company.network.suppliedBy')}</h3>
          <Relations
            network={asked.data}
            relations={relations.filter(({ receiverId }) => receiverId === id)}
            other="supplierId"
          />
          <h3 className={css.heading}>{t('company.network.supplies')}</h3>
          <Relations
            network={asked.data}
            relations={relations.filter(({ supplierId }) => supplierId === id)}
            other="receiverId"
          />
        </>
      )}
    </RecordBody>
  )
}

type Props = {
  network: Network
  relations: Network['relations']
  other: 'supplierId' | 'receiverId'
}

function Relations({ network, relations, other }: Props) {
  const { t, state } = useWords()
  if (relations.length === 0) return <p className="k-quiet">{t('company.network.nobody')}</p>
  return (
    <ul className={css.relations}>
      {relations.map((relation) => {
        const location = network.locations.find((one) => one.id === relation[other])
        return (
          <li key={relation.id}>
            <Link to="." search={{ part: 'location', record: relation[other], tab: 'network' }}>
              <span className="k-mono">{location?.code}</span> {location?.name}
            </Link>
            <span className="k-quiet">
              {t('company.network.facts', { days: relation.leadTimeDays, priority: relation.priority })}
              {!relation.active && <> · {t('company.network.inactive')}</>}
            </span>
            {network.warnings
              .filter(({ relationId }) => relationId === relation.id)
              .map(({ warning }) => (
                <span key={warning} className={css.warning}>
                  <IconAlertTriangle size={14} aria-hidden />
                  {state('networkWarning', warning)}
                </span>
              ))}
          </li>
        )
      })}
    </ul>
  )
}
