import { changePassword } from '@kervan/contract/access/own-security'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  emptyPassword,
  leaveNotice,
  newPasswordPaths,
  newPasswordSchema,
  NewPasswordFields,
  usePasswordContext,
  type NewPassword,
} from '../../access/access.api.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { Section } from '../../kit/page/PageFrame.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { setSession } from '../../kit/call/session.ts'
import { useCall } from '../../kit/call/useCall.ts'

/** ACC-011: shown to who may change the own password; afterwards one signs in anew. */
export function OwnPassword() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  if (!useRights().has(changePassword.permission ?? '')) return null
  return (
    <Section
      title={t('security.part.password')}
      actions={
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('security.part.passwordChange')}
        </Button>
      }
    >
      <p className="k-quiet">{t('security.part.passwordText')}</p>
      {open && <ChangePassword onClose={() => setOpen(false)} />}
    </Section>
  )
}

function ChangePassword({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const change = useCall(changePassword)
  const submit = async ({ oldPassword, newPassword }: NewPassword) => {
    if (!(await change.attempt({ oldPassword, newPassword }))) return
    leaveNotice({ key: 'security.password.changed', tone: 'info' })
    setSession(null)
    queries.clear()
    await navigate({ to: '/login', search: {} })
  }
  return (
    <FormDialog<NewPassword>
      title={t('security.password.changeTitle')}
      text={t('security.password.changeText')}
      schema={newPasswordSchema(usePasswordContext())}
      start={emptyPassword}
      paths={newPasswordPaths}
      action={t('security.password.submit')}
      onSubmit={submit}
      onClose={onClose}
    >
      <NewPasswordFields oldLabel={t('security.password.current')} />
    </FormDialog>
  )
}
