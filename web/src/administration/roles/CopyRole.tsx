import { copyRole } from '@kervan/contract/administration/roles'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useCall } from '../../kit/call/useCall.ts'
import type { RoleSubject } from './Roles.tsx'

const CopyForm = z.object({ name: z.string().trim().min(1, 'administration.roles.nameMissing').max(60) })

/** Asks for the name of the copy. */
export function CopyRole({
  role,
  onClose,
  onCopied,
}: {
  role: RoleSubject
  onClose: () => void
  onCopied: (id: string) => void
}) {
  const { t } = useTranslation()
  const copy = useCall(copyRole, { refreshes: ['UserManagement'] })
  return (
    <FormDialog
      title={t('administration.roles.copyTitle', { name: role.name })}
      text={t('administration.roles.copyText')}
      action={t('administration.roles.act.copy')}
      schema={CopyForm}
      start={{ name: t('administration.roles.copyOf', { name: role.name }).slice(0, 60) }}
      paths={{ RoleNameTaken: 'name' }}
      onSubmit={async ({ name }) => {
        const made = await copy.attempt({ roleId: role.id, name })
        if (!made) return
        toast('success', t('administration.roles.copied'))
        onCopied(made.id)
      }}
      onClose={onClose}
    >
      <TextField name="name" label={t('administration.roles.name')} maxLength={60} focusFirst />
    </FormDialog>
  )
}
