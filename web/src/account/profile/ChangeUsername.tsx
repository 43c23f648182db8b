import {
  confirmUsernameChange,
  requestUsernameChange,
  usernameCodeMinutes,
} from '@kervan/contract/account/profile'
import { NewUsername } from '@kervan/contract/access/username'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { PasswordField, TextField } from '../../kit/form/TextField.tsx'
import { MailNote } from '../../kit/page/MailNote.tsx'
import { getSession, setSession } from '../../kit/call/session.ts'
import { useCall } from '../../kit/call/useCall.ts'

const AddressForm = z.object({ username: NewUsername, password: z.string().min(1) })
const CodeForm = z.object({ code: z.string().regex(/^\d{6}$/, 'account.profile.codeIssue') })

/** The first step: the new address, and the password once more. */
export function ChangeUsername({ onAsked, onClose }: { onAsked: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const ask = useCall(requestUsernameChange, { refreshes: ['UserManagement'] })
  return (
    <FormDialog
      title={t('account.profile.changeUsername')}
      text={t('account.profile.changeUsernameText')}
      action={t('account.profile.sendCode')}
      schema={AddressForm}
      start={{ username: '', password: '' }}
      paths={{
        UsernameTaken: 'username',
        NothingToChange: 'username',
        NotHomeCompany: 'username',
        OldPasswordWrong: 'password',
        TooManyRequests: 'password',
      }}
      keepOpen
      onSubmit={async (values) => {
        if (await ask.attempt(values)) onAsked()
      }}
      onClose={onClose}
    >
      <MailNote />
      <TextField
        name="username"
        type="email"
        inputMode="email"
        label={t('account.profile.newUsername')}
        autoComplete="off"
        focusFirst
      />
      <PasswordField name="password" label={t('account.profile.password')} autoComplete="current-password" />
    </FormDialog>
  )
}

/** The second step: the code that only the new address knows. */
export function EnterCode({ address, onClose }: { address: string; onClose: () => void }) {
  const { t } = useTranslation()
  const confirm = useCall(confirmUsernameChange, { refreshes: ['UserManagement'] })
  return (
    <FormDialog
      title={t('account.profile.codeTitle')}
      text={t('account.profile.codeText', { address, minutes: usernameCodeMinutes })}
      action={t('account.profile.changeUsername')}
      schema={CodeForm}
      start={{ code: '' }}
      paths={{ AddressCodeWrong: 'code', AddressCodeExpired: 'code', UsernameTaken: 'code' }}
      onSubmit={async ({ code }) => {
        const answer = await confirm.attempt({ code })
        if (!answer) return
        const session = getSession()
        if (session) setSession({ ...session, UserName: answer.username })
        toast('success', t('account.profile.usernameChanged', { address: answer.username }))
      }}
      onClose={onClose}
    >
      <MailNote />
      <TextField
        name="code"
        label={t('account.profile.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        focusFirst
      />
    </FormDialog>
  )
}
