import { subscriptions } from '@kervan/contract/administration/subscriptions'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ServiceName } from '../kit/values/ServiceName.tsx'
import { QuotaMeter } from '../kit/values/Meter.tsx'
import { useRead } from '../kit/call/query.ts'
import { useRights } from '../kit/call/rights.ts'
import { Answered, Box, Nothing } from './Box.tsx'
import css from './home.module.css'

const shown = 6

/** What is left of each running subscription (SUB-001, SUB-002); the whole list is a screen of its own. */
export function Subscriptions() {
  const { t } = useTranslation()
  const rights = useRights()
  const asked = useRead(
    subscriptions.page,
    {
      page: 1,
      pageSize: 50,
      sort: [],
      filters: { subscriptionState: { in: ['Active', 'CreditExceeded'] } },
      search: '',
    },
    { enabled: rights.has(subscriptions.page.permission ?? '') },
  )
  if (!rights.has(subscriptions.page.permission ?? '')) return null
  const title = t('screen.serviceSubscriptions.title')
  return (
    <Box
      title={title}
      action={
        rights.has('AccountSettings-ServiceSubscriptions') && (
          <Link to="/account/account-settings/service-subscriptions" className={css.more}>
            {t('home.allSubscriptions')}
          </Link>
        )
      }
    >
      <Answered asked={asked} name={title}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Nothing title={t('administration.subscriptions.empty')} />
          ) : (
            <ul className={css.credits}>
              {rows.slice(0, shown).map(({ id, serviceName, serviceId, totalCredit, usedCredit }) => (
                <li key={id}>
                  <span className={css.credit}>
                    <strong>
                      <ServiceName service={serviceId} name={serviceName} />
                    </strong>{' '}
                    <span className="k-mono">{serviceId}</span>
                  </span>
                  <QuotaMeter limit={totalCredit} used={usedCredit} isWide />
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Box>
  )
}
