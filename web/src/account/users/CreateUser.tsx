import { createUser } from '@kervan/contract/account/users'
import type { OutputOf } from '@kervan/contract/kit/call'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useFormats } from '../../kit/format.ts'
import { useCall } from '../../kit/useCall.ts'
import { CreateForm, fitting, refusedAt, UserFields, usernameRefusedAt, type CreateValues } from './UserFields.tsx'
import { TemporaryPassword } from './TemporaryPassword.tsx'
import css from './users.module.css'

type Props = {
  onClose: () => void
  onCreated: (membershipId: string) => void
  /** What is given and cannot be chosen, such as the location of a third party. */
  fixed?: Partial<CreateValues>
}

/** A new user: the form, and then what has to be passed on to the person. */
export function CreateUser({ onClose, onCreated, fixed }: Props) {
  const { t } = useTranslation()
  const { language } = useFormats()
  const create = useCall(createUser, { refreshes: ['UserManagement'] })
  const [made, setMade] = useState<{ answer: OutputOf<typeof createUser>; values: CreateValues } | null>(null)
  if (made) {
    return (
      <Created
        {...made}
        onClose={() => {
          onClose()
          onCreated(made.answer.membershipId)
        }}
      />
    )
  }
  return (
    <FormDialog<CreateValues>
      title={t('account.users.new')}
      action={t('account.users.create')}
      schema={CreateForm}
      start={{ username: '', firstName: '', lastName: '', userType: 'InternalUser', roleIds: [], partnerId: null, pointOfSaleId: null, thirdPartyLocationId: null, locationScoped: false, language, ...fixed }}
      paths={{ ...refusedAt, ...usernameRefusedAt }}
      keepOpen
      onSubmit={async (values) => {
        const answer = await create.attempt(fitting(values))
        if (answer) setMade({ answer, values })
      }}
      onClose={onClose}
    >
      <UserFields placeFixed={fixed !== undefined} />
    </FormDialog>
  )
}

function Created({ answer, values, onClose }: { answer: OutputOf<typeof createUser>; values: CreateValues; onClose: () => void }) {
  const { t } = useTranslation()
  const name = `${values.firstName} ${values.lastName}`
  const text = answer.linked ? t('account.users.createdLinked', { username: values.username }) : values.userType === 'APIUser' ? t('account.users.createdKey') : t('account.users.createdAgain')
  return (
    <PlainDialog title={t('account.users.createdTitle', { name: answer.linked ? values.username : name })} onClose={onClose}>
      {answer.temporaryPassword !== null && answer.expiresAt !== null ? <TemporaryPassword name={name} password={answer.temporaryPassword} expiresAt={answer.expiresAt} /> : <p>{text}</p>}
      <div className={css.dialogFoot}><Button onClick={onClose}>{t('account.users.done')}</Button></div>
    </PlainDialog>
  )
}
