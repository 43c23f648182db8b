import { useTranslation } from 'react-i18next'
import { said } from '../../kit/i18n/words.ts'
import { PageFrame, Section } from '../../kit/PageFrame.tsx'
import { useSignedIn } from '../../kit/session.ts'
import { ProfilePicture } from './ProfilePicture.tsx'
import css from './profile.module.css'

/** Who one is in this company, as others see it (USR-001). */
export default function Profile() {
  const { t } = useTranslation()
  return (
    <PageFrame title={t('account.part.profile')} layout="form">
      <Section title={t('account.profile.person')}>
        <Facts />
      </Section>
      <Section title={t('account.profile.picture')}>
        <ProfilePicture />
      </Section>
    </PageFrame>
  )
}

function Facts() {
  const { t } = useTranslation()
  const session = useSignedIn()
  const facts = [
    [t('account.profile.firstName'), session.FirstName],
    [t('account.profile.lastName'), session.LastName],
    [t('account.profile.userName'), session.UserName],
    [t('account.profile.company'), session.CompanyName],
    [t('account.profile.userType'), said(t, `state.userType.${session.UserType}`, session.UserType)],
  ]
  return (
    <dl className={css.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
