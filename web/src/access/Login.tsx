import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { getCompanyDomains } from '@kervan/contract/access/sign-in-page'
import { useRead } from '../kit/call/query.ts'
import { useSession } from '../kit/call/session.ts'
import { waitingStep } from '../kit/call/waiting.ts'
import { Credentials } from './Credentials.tsx'
import { SignInFrame } from './SignInFrame.tsx'

const ReplacePassword = lazy(() => import('./ReplacePassword.tsx'))
const Invitation = lazy(() => import('./Invitation.tsx'))
const Acknowledgement = lazy(() => import('./Acknowledgement.tsx'))
const FirstStart = lazy(() => import('./FirstStart.tsx'))
const SecondFactorStep = lazy(() => import('./SecondFactorStep.tsx'))

/** The door (SHL-001, D24): who has signed in and has something to do first does it here, before anything else. */
export default function Login() {
  const { t } = useTranslation()
  const session = useSession()
  const step = session && waitingStep(session)
  const { data } = useRead(getCompanyDomains, {}, { enabled: step === null, staleTime: 5 * 60_000 })
  if (!step) {
    return (
      <SignInFrame title={t('access.login.title')}>
        <Credentials />
        {data?.domains.length === 0 && (
          <Suspense>
            <FirstStart />
          </Suspense>
        )}
      </SignInFrame>
    )
  }
  return (
    <Suspense fallback={<SignInFrame title={t('access.login.title')}>{null}</SignInFrame>}>
      {step === 'password' && <ReplacePassword />}
      {step === 'invitation' && <Invitation />}
      {step === 'acknowledgement' && <Acknowledgement />}
      {step === 'secondFactor' && <SecondFactorStep />}
    </Suspense>
  )
}
