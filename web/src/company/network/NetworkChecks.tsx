import type { getSupplyNetwork } from '@kervan/contract/company/network'
import type { OutputOf } from '@kervan/contract/kit/call'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from '../company.module.css'

/** What is wrong with the network (LOC-004), each with the way to where it can be mended. */
export function NetworkChecks({ network }: { network: OutputOf<typeof getSupplyNetwork> }) {
  const { t, state } = useWords()
  const format = useFormats()
  const { warnings, warningCount, locations } = network
  if (warnings.length === 0)
    return (
      <EmptyState
        icon={IconCircleCheck}
        title={t('company.network.fine')}
        text={t('company.network.fineText')}
      />
    )
  return (
    <div className={css.scroll}>
      <h3 className={css.heading}>
        {tPlural(t, 'company.network.warnings', warningCount, format.number(warningCount))}
      </h3>
      <ul className={css.warnings} aria-label={t('company.network.checks')}>
        {warnings.map(({ warning, locationId, relationId, path }) => {
          const location = locations.find(({ id }) => id === locationId)
          return (
            <li key={`${warning} ${locationId} ${relationId}`}>
              <IconAlertTriangle size={16} aria-hidden color="var(--k-icon-amber)" />
              <strong>{state('networkWarning', warning)}</strong>
              <Link to="." search={{ part: 'location', record: locationId, tab: 'network' }}>
                <span className="k-mono">{location?.code}</span> {location?.name}
              </Link>
              {path.length > 0 && <span className="k-mono">{path.join(' → ')}</span>}
              {relationId && (
                <Link to="." search={{ part: 'supplyRelation', record: relationId }}>
                  {t('company.network.relation')}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
