import { useTranslation } from 'react-i18next'
import { BackToSignIn } from './BackToSignIn.tsx'
import { SecondFactorSetup } from './SecondFactorSetup.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { useEnter } from './useEnter.ts'
import css from './login.module.css'

/** Where a second factor is required, it is set up before anything else. */
export default function SecondFactorStep() {
  const { t } = useTranslation()
  const { enterAgain } = useEnter()
  return (
    <SignInFrame title={t('security.setup.title')}>
      <h1 className={css.title}>{t('security.setup.title')}</h1>
      <p className={css.lead}>{t('security.setup.required')}</p>
      <SecondFactorSetup onDone={() => void enterAgain()} size="md" />
      <BackToSignIn />
    </SignInFrame>
  )
}
