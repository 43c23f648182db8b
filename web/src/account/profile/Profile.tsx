import { getProfile, requestUsernameChange, setOwnLanguage } from '@kervan/contract/account/profile'
import { languages, type Language } from '@kervan/contract/kit/values'
import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { chooseLanguage, i18n } from '../../kit/i18n/i18n.ts'
import { tDynamic } from '../../kit/i18n/words.ts'
import { PageFrame, Section } from '../../kit/page/PageFrame.tsx'
import { useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { FactList } from '../../kit/record/RecordParts.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { setSession, useSignedIn } from '../../kit/call/session.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { ChangeUsername, EnterCode } from './ChangeUsername.tsx'
import { OwnFormats } from './OwnFormats.tsx'
import { ProfilePicture } from './ProfilePicture.tsx'
import css from './profile.module.css'

/** Who one is in this company, as others see it, and what one may change of it (USR-001). */
export default function Profile() {
  const { t } = useTranslation()
  return (
    <PageFrame title={t('account.part.profile')} layout="form">
      <Section title={t('account.profile.person')}>
        <Person />
      </Section>
      <Section title={t('account.profile.picture')}>
        <ProfilePicture />
      </Section>
      <Section title={t('account.profile.language')}>
        <OwnLanguage />
      </Section>
      <Section title={t('account.profile.dates')}>
        <OwnFormats />
      </Section>
    </PageFrame>
  )
}

function Person() {
  const { t } = useTranslation()
  const format = useFormats()
  const session = useSignedIn()
  const rights = useRights()
  const { data: profile } = useRead(getProfile, {})
  const [asks, setAsks] = useState<'address' | 'code' | null>(null)
  const close = () => setAsks(null)
  const mayChange = rights.has(requestUsernameChange.permission ?? '')
  return (
    <>
      <FactList
        facts={[
          [t('account.profile.firstName'), session.FirstName],
          [t('account.profile.lastName'), session.LastName],
          [
            t('account.profile.userName'),
            <span key="name" className={css.line}>
              {profile?.username ?? session.UserName}
              {mayChange && (
                <Button size="xs" variant="default" onClick={() => setAsks('address')}>
                  {t('account.profile.changeUsername')}
                </Button>
              )}
            </span>,
          ],
          [t('account.profile.company'), session.CompanyName],
          [
            t('account.profile.userType'),
            tDynamic(t, `state.userType.${session.ExactUserType}`, session.ExactUserType),
          ],
          [t('account.profile.roles'), profile ? profile.roles.join(', ') : null],
          [t('account.profile.joined'), profile ? format.date(profile.joinedAt) : null],
        ]}
      />
      {profile?.change && mayChange && (
        <div className={css.waits}>
          <span>{t('account.profile.waits', { address: profile.change.username })}</span>
          <Button size="xs" variant="default" onClick={() => setAsks('code')}>
            {t('account.profile.enterCode')}
          </Button>
        </div>
      )}
      {asks === 'address' && <ChangeUsername onAsked={() => setAsks('code')} onClose={close} />}
      {asks === 'code' && profile?.change && <EnterCode address={profile.change.username} onClose={close} />}
    </>
  )
}

function OwnLanguage() {
  const { t } = useTranslation()
  const session = useSignedIn()
  const asked = useRead(getProfile, {})
  const profile = asked.data
  const save = useCall(setOwnLanguage, { refreshes: ['UserManagement'] })
  if (!profile) return <ReadState asked={asked} name={t('account.profile.language')} />
  const choose = async (language: Language) => {
    if (!(await save.run({ language }))) return
    setSession({ ...session, Language: language })
    await chooseLanguage(language)
    toast('success', i18n.t('account.profile.languageSaved'))
  }
  return (
    <SegmentedControl
      aria-label={t('account.profile.language')}
      value={profile.language}
      data={languages.map((value) => ({ value, label: t(`state.language.${value}`) }))}
      onChange={(value) => void choose(value)}
      className={css.choice ?? ''}
    />
  )
}
