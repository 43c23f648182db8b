import { getUser, type UserView } from '@kervan/contract/administration/users'
import { resetPassword } from '@kervan/contract/administration/user-acts'
import { updateUser } from '@kervan/contract/administration/user-acts'
import { changeUsername } from '@kervan/contract/administration/user-acts'
import { NewUsername } from '@kervan/contract/access/username'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { rememberNames } from '../../kit/form/lookupNames.ts'
import { TextField } from '../../kit/form/TextField.tsx'
import { useLatest } from '../../kit/form/useLatest.ts'
import { read, useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useCall } from '../../kit/call/useCall.ts'
import { TemporaryPassword } from './TemporaryPassword.tsx'
import { knownOf } from '../lookups.ts'
import { nameOf, type Subject } from '../subject.ts'
import {
  EditForm,
  fitting,
  refusedAt,
  UserFields,
  usernameRefusedAt,
  useUserFields,
  type EditValues,
} from './UserFields.tsx'
import css from './users.module.css'

type Props = { record: Subject; onClose: () => void }

// What is asked before something is done with one user.

export function EditUser({ record: user, onClose }: Props) {
  const { t } = useTranslation()
  const asked = useRead(getUser, { membershipId: user.id })
  if (!asked.data)
    return (
      <PlainDialog title={t('account.users.edit')} onClose={onClose}>
        <ReadState asked={asked} name={user.username} />
      </PlainDialog>
    )
  return <EditForUser key={asked.data.id} user={asked.data} onClose={onClose} />
}

function valuesOf({ version, roles, partner, pointOfSale, thirdPartyLocation, ...user }: UserView) {
  const { firstName, lastName, userType, locationScoped, language } = user
  return {
    version,
    values: {
      firstName,
      lastName,
      userType,
      roleIds: roles.map(({ id }) => id),
      partnerId: partner?.id ?? null,
      pointOfSaleId: pointOfSale?.id ?? null,
      thirdPartyLocationId: thirdPartyLocation?.id ?? null,
      locationScoped,
      language,
    },
  }
}

function EditForUser({ user, onClose }: { user: UserView; onClose: () => void }) {
  const { t } = useTranslation()
  const fields = useUserFields()
  const latest = useLatest(getUser, { membershipId: user.id }, (now, cache) => {
    rememberNames(cache, knownOf(...now.roles, now.partner, now.pointOfSale, now.thirdPartyLocation))
    return valuesOf(now)
  })
  const queries = useQueryClient()
  const save = useCall(updateUser, {
    refreshes: ['UserManagement'],
    onDone: (saved) => queries.setQueryData(read(getUser, { membershipId: saved.id }).queryKey, saved),
  })
  return (
    <FormDialog<EditValues>
      title={t('account.users.edit')}
      action={t('account.users.save')}
      schema={EditForm}
      start={valuesOf(user).values}
      versioned={{ version: user.version, latest, fields }}
      paths={refusedAt}
      onSubmit={async ({ firstName, lastName, ...values }, version) => {
        const saved = await save.attempt({
          membershipId: user.id,
          version,
          ...(user.isHome ? { firstName, lastName } : {}),
          ...fitting(values),
        })
        if (saved) toast('success', t('account.users.saved'))
      }}
      onClose={onClose}
    >
      <UserFields user={user} namesFixed={!user.isHome} />
    </FormDialog>
  )
}

const RenameForm = z.object({ username: NewUsername })

export function Rename({ record: user, onClose }: Props) {
  const { t } = useTranslation()
  const rename = useCall(changeUsername, { refreshes: ['UserManagement'] })
  const latest = useLatest(getUser, { membershipId: user.id }, ({ version, username }) => ({
    version,
    values: { username },
  }))
  return (
    <FormDialog
      title={t('account.users.rename.title')}
      text={t('account.users.rename.text', { name: nameOf(user) })}
      action={t('account.users.rename.action')}
      schema={RenameForm}
      start={{ username: user.username }}
      versioned={{
        version: user.version,
        latest,
        fields: [{ name: 'username', label: t('account.profile.userName') }],
      }}
      paths={usernameRefusedAt}
      onSubmit={async ({ username }, version) => {
        if (await rename.attempt({ membershipId: user.id, version, username }))
          toast('success', t('account.users.rename.done'))
      }}
      onClose={onClose}
    >
      <TextField
        name="username"
        type="email"
        inputMode="email"
        label={t('account.profile.userName')}
        autoComplete="off"
        focusFirst
      />
    </FormDialog>
  )
}

export function ResetPassword({ record: user, onClose }: Props) {
  const { t } = useTranslation()
  const reset = useCall(resetPassword, {
    refreshes: ['UserManagement'],
    failed: t('account.users.failed'),
    onRefused: onClose,
  })
  const [issued, setIssued] = useState<{ temporaryPassword: string | null; expiresAt: string } | null>(null)
  const name = nameOf(user)
  return (
    <PlainDialog
      stays={issued !== null}
      title={issued ? t('account.users.temporaryPassword') : t('account.users.reset.title', { name })}
      onClose={onClose}
    >
      {issued ? (
        issued.temporaryPassword === null ? (
          <p>{t('account.users.reset.lost', { name })}</p>
        ) : (
          <TemporaryPassword name={name} password={issued.temporaryPassword} expiresAt={issued.expiresAt} />
        )
      ) : (
        <p>{t('account.users.reset.text', { name })}</p>
      )}
      <div className={css.dialogFoot}>
        {issued ? (
          <Button onClick={onClose}>{t('account.users.done')}</Button>
        ) : (
          <>
            <Button variant="default" data-autofocus onClick={onClose}>
              {t('kit.action.cancel')}
            </Button>
            <Button
              loading={reset.isPending}
              onClick={() =>
                void reset.run({ membershipId: user.id }).then((answer) => answer && setIssued(answer))
              }
            >
              {t('account.users.reset.action')}
            </Button>
          </>
        )}
      </div>
    </PlainDialog>
  )
}
