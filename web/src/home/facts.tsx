import { getAllProjectList } from '@kervan/contract/access/web-resources'
import { getSignIns } from '@kervan/contract/home/home'
import { IconCircleCheck, IconCircleX, IconUser, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../kit/values/format.ts'
import { useRead } from '../kit/call/query.ts'
import { Badge, StateBadge } from '../kit/values/StateBadge.tsx'
import { ServiceName } from '../kit/values/ServiceName.tsx'
import { Answered, Box, Nothing } from './Box.tsx'
import css from './home.module.css'

/** The services of the company, each in its colour (SHL-026). */
export function Services() {
  const { t } = useTranslation()
  const asked = useRead(getAllProjectList, {})
  return (
    <Box title={t('home.services.title')}>
      <Answered asked={asked} name={t('home.services.title')}>
        {({ projects }) =>
          projects.length === 0 ? (
            <Nothing title={t('home.services.none')} text={t('home.services.noneText')} />
          ) : (
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">{t('home.services.service')}</th>
                  <th scope="col">{t('home.services.code')}</th>
                  <th scope="col">{t('home.services.state')}</th>
                </tr>
              </thead>
              <tbody>
                {projects.map(({ projectCode, service, name, active, subscriptionState }) => (
                  <tr key={projectCode}>
                    <th scope="row">
                      <ServiceName service={service} name={name} />
                    </th>
                    <td className="k-mono">{service}</td>
                    <td>
                      {subscriptionState ? (
                        <StateBadge group="subscriptionState" value={subscriptionState} />
                      ) : (
                        <Badge tone={active ? 'green' : 'grey'}>
                          {t(active ? 'home.services.active' : 'home.services.inactive')}
                        </Badge>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Answered>
    </Box>
  )
}

/** When the user was here last, when somebody tried and failed, and since when the user is here. */
export function SignIns() {
  const { t } = useTranslation()
  const format = useFormats()
  const asked = useRead(getSignIns, {})
  return (
    <Box title={t('home.signIns.title')}>
      <Answered asked={asked} name={t('home.signIns.title')}>
        {({ lastSuccessful, lastFailed, joinedAt }) => (
          <dl className={css.facts}>
            {lastSuccessful && (
              <Fact
                icon={IconCircleCheck}
                tone="green"
                name={t('home.signIns.successful')}
                detail={lastSuccessful.address}
              >
                {format.dateTime(lastSuccessful.at)}
              </Fact>
            )}
            {lastFailed && (
              <Fact icon={IconCircleX} tone="red" name={t('home.signIns.failed')} detail={lastFailed.address}>
                {format.dateTime(lastFailed.at)}
              </Fact>
            )}
            <Fact icon={IconUser} name={t('home.signIns.since')}>
              {format.date(joinedAt)}
            </Fact>
          </dl>
        )}
      </Answered>
    </Box>
  )
}

function Fact({
  icon: Icon,
  tone,
  name,
  detail,
  children,
}: {
  icon: TablerIcon
  tone?: 'green' | 'red'
  name: string
  detail?: string | undefined
  children: ReactNode
}) {
  return (
    <div>
      <dt>
        <Icon size={16} aria-hidden data-tone={tone} />
        {name}
      </dt>
      <dd>
        {children}
        {detail && <span className={css.quiet}>{detail}</span>}
      </dd>
    </div>
  )
}
