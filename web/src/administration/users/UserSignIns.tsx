import { getEntraLinks } from '@kervan/contract/administration/microsoft'
import { getUserSignIns } from '@kervan/contract/administration/users'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { MicrosoftOf } from '../microsoft/MicrosoftOf.tsx'
import { deviceName } from '../../kit/values/deviceName.ts'
import css from './users.module.css'

/** Where the user is signed in, the last tries to come in, and the Microsoft account that opens the door. */
export function UserSignIns({ membershipId, name }: { membershipId: string; name: string }) {
  const { t } = useWords()
  const format = useFormats()
  const mayLinks = useRights().has(getEntraLinks.permission ?? '')
  const asked = useRead(getUserSignIns, { membershipId })
  if (!asked.data) return <ReadState asked={asked} />
  const { sessions, attempts } = asked.data
  const time = (at: string) => (
    <time dateTime={at} title={format.dateTimeSeconds(at)}>
      {format.dateTime(at)}
    </time>
  )
  return (
    <>
      {mayLinks && (
        <section className={css.part}>
          <h3 className={css.partTitle}>{t('administration.microsoft.account')}</h3>
          <MicrosoftOf membershipId={membershipId} name={name} />
        </section>
      )}
      <section className={css.part}>
        <h3 className={css.partTitle}>{t('account.users.sessions')}</h3>
        {sessions.length === 0 ? (
          <p className="k-quiet">{t('account.users.noSessions')}</p>
        ) : (
          <ul className={css.rows}>
            {sessions.map((session) => (
              <li key={session.id}>
                <span title={t('account.users.lastSeen')}>{time(session.lastSeenAt)}</span>
                <span className={css.agent} title={session.agent}>
                  {deviceName(session.agent) ?? session.agent}
                </span>
                <span className={`k-mono ${css.address}`}>{session.address}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={css.part}>
        <h3 className={css.partTitle}>{t('account.users.attempts')}</h3>
        {attempts.length === 0 ? (
          <p className="k-quiet">{t('account.users.noAttempts')}</p>
        ) : (
          <ul className={css.rows}>
            {attempts.map((attempt) => (
              <li key={attempt.id}>
                <span>{time(attempt.at)}</span>
                <span className={css.agent} title={attempt.agent}>
                  <StateBadge group="loginState" value={attempt.loginState} />{' '}
                  {deviceName(attempt.agent) ?? attempt.agent}
                </span>
                <span className={`k-mono ${css.address}`}>{attempt.address}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
