import {
  endOtherSessions,
  endOwnSession,
  getSessions,
  type OwnSession,
} from '@kervan/contract/access/own-security'
import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { Section } from '../../kit/page/PageFrame.tsx'
import { useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useCall } from '../../kit/call/useCall.ts'
import { deviceName, isMobile } from '../../kit/values/deviceName.ts'
import css from './security.module.css'

/** Where one is signed in: device, address, last use; end one or all others (USR-009). */
export function OwnSessions() {
  const { t } = useTranslation()
  const asked = useRead(getSessions, {}, { staleTime: 0 })
  const endOthers = useCall(endOtherSessions, { refreshes: ['Session'], failed: t('security.part.notEnded') })
  const sessions = asked.data?.sessions ?? []
  const leaveAll = async () => {
    const sure = await confirm({
      title: t('security.part.endOthersTitle'),
      text: t('security.part.endOthersText'),
      action: t('security.part.endOthers'),
      danger: true,
    })
    if (sure && (await endOthers.run({}))) toast('success', t('security.part.othersEnded'))
  }
  return (
    <Section
      title={t('security.part.sessions')}
      actions={
        sessions.length > 1 && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => void leaveAll()}>
            {t('security.part.endOthers')}
          </Button>
        )
      }
    >
      <p className="k-quiet">{t('security.part.sessionsText')}</p>
      {asked.data ? (
        <ul className={css.sessions}>
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <ReadState asked={asked} name={t('security.part.sessions')} />
      )}
    </Section>
  )
}

function SessionLine({ session }: { session: OwnSession }) {
  const { t } = useTranslation()
  const format = useFormats()
  const end = useCall(endOwnSession, {
    refreshes: ['Session'],
    failed: t('security.part.notEnded'),
    onDone: () => toast('success', t('security.part.ended')),
  })
  const device = deviceName(session.agent) ?? t('security.part.unknownDevice')
  const Icon = isMobile(session.agent) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={css.session}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <div>
        <div className={css.device}>
          <span>{device}</span>
          {session.current && <span className={css.here}>{t('security.part.here')}</span>}
        </div>
        <div className={css.facts}>
          <span>{session.address}</span>
          <span>{t('security.part.signedIn', { when: format.dateTime(session.signedInAt) })}</span>
          <span>{t('security.part.lastUsed', { when: format.relative(session.lastUsedAt) })}</span>
        </div>
      </div>
      {!session.current && (
        <Button
          variant="default"
          loading={end.isPending}
          aria-label={t('security.part.endLabel', { device })}
          onClick={() => void end.run({ id: session.id })}
        >
          {t('security.part.end')}
        </Button>
      )}
    </li>
  )
}
