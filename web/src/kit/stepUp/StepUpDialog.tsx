import { getOwnProof } from '@kervan/contract/access/own-security'
import { freshSignInMinutes } from '@kervan/contract/kit/step-up'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PlainDialog } from '../feedback/PlainDialog.tsx'
import { CodeField } from '../form/CodeField.tsx'
import { Form, useKitForm } from '../form/Form.tsx'
import css from '../form/form.module.css'
import { PasswordField } from '../form/TextField.tsx'
import { useRead } from '../call/query.ts'
import { ReadState } from '../record/ReadState.tsx'
import { useSession } from '../call/session.ts'
import { StepUpSummary } from './StepUpSummary.tsx'
import { stopAsking, type Asking } from './stepUp.ts'

type Typed = { password: string; code: string }

/** Asks once more who somebody is, over whatever they were about to save; with Cancel that stands as it was. */
export default function StepUpDialog({ asking }: { asking: Asking }) {
  const { t } = useTranslation()
  const isSignedIn = useSession() !== null
  const asked = useRead(getOwnProof, {}, { staleTime: 0, enabled: isSignedIn })
  const means = asked.data?.proof
  // It stands in no address and belongs to no screen: who goes back, or is signed out, has thought better of it.
  useEffect(() => {
    if (!isSignedIn) stopAsking()
    window.addEventListener('popstate', stopAsking)
    return () => window.removeEventListener('popstate', stopAsking)
  }, [isSignedIn])
  return (
    <PlainDialog title={t('security.proof.title')} over onClose={asking.decline}>
      {!means && <ReadState asked={asked} name={t('security.proof.title')} />}
      {means === 'SignIn' && (
        <>
          <StepUpSummary asking={asking} />
          <p className="k-quiet">{t('security.proof.signIn', { minutes: freshSignInMinutes })}</p>
          <div className={css.foot}>
            <Button data-autofocus onClick={asking.decline}>
              {t('kit.action.close')}
            </Button>
          </div>
        </>
      )}
      {means && means !== 'SignIn' && (
        <ProofForm
          asking={asking}
          password={means !== 'Given'}
          code={means === 'PasswordAndCode'}
          onOther={() => void asked.refetch()}
        />
      )}
    </PlainDialog>
  )
}

type FormProps = {
  asking: Asking
  password: boolean
  code: boolean
  /** Other means are needed than was said. */ onOther: () => void
}

function ProofForm({ asking, password: needsPassword, code: needsCode, onOther }: FormProps) {
  const { t } = useTranslation()
  const form = useKitForm<Typed>({
    schema: z.object({
      password: needsPassword ? z.string().min(1, 'security.setup.passwordRequired') : z.string(),
      code: needsCode ? z.string().min(1, 'security.code.required') : z.string(),
    }),
    start: { password: '', code: '' },
    paths: {
      OldPasswordWrong: 'password',
      TooManyRequests: 'password',
      SecondFactorWrong: 'code',
      'proof.code': 'code',
      'proof.password': 'password',
    },
    onSubmit: ({ password, code }) =>
      asking.prove(needsPassword ? { password, ...(needsCode && { code }) } : undefined),
    onRefused: (refused) => {
      if (!refused.is('SecondFactorRequired', 'ReauthenticationRequired', 'FreshSignInNeeded')) return false
      onOther()
      return true
    },
  })
  // The dialog stood before it was known what to ask for, so its own first focus has gone elsewhere.
  const { setFocus } = form
  useEffect(() => {
    if (needsPassword) setFocus('password')
  }, [needsPassword, setFocus])
  return (
    <Form form={form} label={t('security.proof.title')}>
      <StepUpSummary asking={asking} />
      <div className={css.fields}>
        {needsPassword && (
          <PasswordField
            name="password"
            label={t('security.setup.password')}
            autoComplete="current-password"
            focusFirst
          />
        )}
        {needsCode && (
          <CodeField name="code" label={t('security.part.removeCode')} digits={false} focus={false} />
        )}
      </div>
      <div className={css.foot}>
        <Button variant="default" onClick={asking.decline}>
          {t('kit.action.cancel')}
        </Button>
        <Button type="submit" color="red" loading={form.formState.isSubmitting}>
          {t('security.proof.action')}
        </Button>
      </div>
    </Form>
  )
}
