import { copyRole, deleteRole } from '@kervan/contract/administration/roles'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useCall } from '../../kit/call/useCall.ts'
import type { RoleSubject } from './Roles.tsx'

export type RoleDialogState = { action: 'copy' | 'delete'; role: RoleSubject }
type Props = {
  dialog: RoleDialogState
  onClose: () => void
  onCopied: (id: string) => void
  onDeleted: () => void
}

/** What is asked before a role is copied or deleted. */
export function RoleDialogs({ dialog: { action, role }, onClose, onCopied, onDeleted }: Props) {
  return action === 'copy' ? (
    <CopyRole role={role} onClose={onClose} onCopied={onCopied} />
  ) : (
    <DeleteRole role={role} onClose={onClose} onDeleted={onDeleted} />
  )
}

const CopyForm = z.object({ name: z.string().trim().min(1, 'administration.roles.nameMissing').max(60) })

function CopyRole({
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

function DeleteRole({
  role,
  onClose,
  onDeleted,
}: {
  role: RoleSubject
  onClose: () => void
  onDeleted: () => void
}) {
  const { t } = useTranslation()
  const remove = useCall(deleteRole, { refreshes: ['UserManagement'] })
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void (async () => {
      const sure = await confirm({
        title: t('administration.roles.deleteTitle', { name: role.name }),
        text: t('administration.roles.deleteText'),
        action: t('administration.roles.act.delete'),
        danger: true,
      })
      if (sure && (await remove.run({ roleId: role.id, version: role.version }))) {
        toast('success', t('administration.roles.deleted'))
        onDeleted()
      }
      onClose()
    })()
  })
  return null
}
