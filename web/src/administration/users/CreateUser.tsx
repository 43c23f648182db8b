import { createUser } from '@kervan/contract/administration/user-acts'
import type { OutputOf } from '@kervan/contract/kit/call'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { Created } from './Created.tsx'
import {
  CreateForm,
  fitting,
  refusedAt,
  useInvites,
  UserFields,
  usernameRefusedAt,
  type CreateValues,
} from './UserFields.tsx'

/** A new user: the form, and then what has to be passed on to the person. */
export function CreateUser({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (membershipId: string) => void
}) {
  const { t } = useTranslation()
  const { language } = useFormats()
  const invites = useInvites()
  const create = useCall(createUser, { refreshes: ['UserManagement'] })
  const [made, setMade] = useState<{ answer: OutputOf<typeof createUser>; values: CreateValues } | null>(null)
  if (made) {
    const { answer, values } = made
    const close = () => {
      onClose()
      onCreated(answer.membershipId)
    }
    return (
      <Created
        answer={answer}
        name={`${values.firstName} ${values.lastName}`}
        username={values.username}
        isKeyUser={values.userType === 'APIUser'}
        onClose={close}
      />
    )
  }
  return (
    <FormDialog<CreateValues>
      title={t('account.users.new')}
      action={t('account.users.create')}
      schema={CreateForm}
      start={{
        username: '',
        firstName: '',
        lastName: '',
        userType: 'InternalUser',
        roleIds: [],
        partnerId: null,
        pointOfSaleId: null,
        thirdPartyLocationId: null,
        locationScoped: false,
        language,
        inviteByMail: invites,
      }}
      paths={{ ...refusedAt, ...usernameRefusedAt }}
      keepOpen
      onSubmit={async (values) => {
        const answer = await create.attempt(fitting(values))
        if (answer) setMade({ answer, values })
      }}
      onClose={onClose}
    >
      <UserFields />
    </FormDialog>
  )
}
