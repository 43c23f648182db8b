import { useTranslation } from 'react-i18next'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { OwnCompanies } from './OwnCompanies.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** A user's own security (USR-001, USR-009): password, second factor, open sessions, companies. */
export default function Security() {
  const { t } = useTranslation()
  return (
    <PageFrame title={t('account.part.security')} layout="form">
      <OwnPassword />
      <SecondFactor />
      <OwnSessions />
      <OwnCompanies />
    </PageFrame>
  )
}
