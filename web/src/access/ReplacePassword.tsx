import { login } from '@kervan/contract/access/authentication'
import { replacePassword } from '@kervan/contract/access/own-security'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { callServer } from '../kit/call/client.ts'
import { Form, useKitForm } from '../kit/form/Form.tsx'
import { setSession, useSignedIn } from '../kit/call/session.ts'
import { BackToSignIn } from './BackToSignIn.tsx'
import {
  emptyPassword,
  newPasswordPaths,
  newPasswordSchema,
  NewPasswordFields,
  usePasswordContext,
  type NewPassword,
} from './NewPassword.tsx'
import { deviceOf } from './device.ts'
import { leaveNotice } from './notice.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { useEnter } from './useEnter.ts'
import css from './login.module.css'

/** A temporary or expired password is replaced before anything else (ACC-006, D20); the new one signs in. */
export default function ReplacePassword() {
  const { t } = useTranslation()
  const { PasswordChangeText, UserName, CompanyIntCode } = useSignedIn()
  const { enter } = useEnter()
  const form = useKitForm<NewPassword>({
    schema: newPasswordSchema(usePasswordContext()),
    start: emptyPassword,
    paths: newPasswordPaths,
    onSubmit: async ({ oldPassword, newPassword }) => {
      await callServer(replacePassword, { oldPassword, newPassword })
      // The new password was typed a moment ago, so it signs in; where something is asked beside it, at the sign-in page.
      try {
        const device = deviceOf()
        const session = await callServer(login, {
          username: UserName,
          companyIntCode: CompanyIntCode,
          password: newPassword,
          ...(device && { device }),
        })
        await enter(session)
      } catch {
        leaveNotice({ key: 'security.password.changed', tone: 'info' })
        setSession(null)
      }
    },
  })
  return (
    <SignInFrame title={t('security.password.replaceTitle')}>
      <h1 className={css.title}>{t('security.password.replaceTitle')}</h1>
      <p className={css.lead}>{PasswordChangeText}</p>
      <Form form={form} label={t('security.password.replaceTitle')} className={css.form!}>
        <NewPasswordFields oldLabel={t('security.password.current')} size="md" />
        <Button type="submit" size="md" fullWidth loading={form.formState.isSubmitting}>
          {t('security.password.submit')}
        </Button>
      </Form>
      <BackToSignIn />
    </SignInFrame>
  )
}
