import {
  createThirdPartyUser,
  getThirdPartyOptions,
  thirdPartyUsers,
  updateThirdPartyUser,
} from '@kervan/contract/administration/third-party-users'
import { PersonName } from '@kervan/contract/kit/values'
import { NewUsername } from '@kervan/contract/access/username'
import type { OutputOf } from '@kervan/contract/kit/call'
import type { RowOf } from '@kervan/contract/kit/page'
import { languages } from '@kervan/contract/kit/values'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { callServer } from '../../kit/call/client.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { SelectField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { LookupField, MultiLookupField, type LookupOption } from '../../kit/form/LookupField.tsx'
import { rememberNames } from '../../kit/form/lookupNames.ts'
import { TextField } from '../../kit/form/TextField.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { Created } from '../users/Created.tsx'
import { knownOf } from '../lookups.ts'
import { NameFields } from '../users/NameFields.tsx'
import { InviteField, useInvites, useUserFields } from '../users/UserFields.tsx'

export type Location = { id: string; code: string; name: string }
type User = RowOf<typeof thirdPartyUsers>

const fields = {
  firstName: PersonName.min(1),
  lastName: PersonName.min(1),
  roleIds: z.array(z.uuid()),
  pointOfSaleId: z.uuid(),
  language: z.enum(languages),
}
const EditForm = z.object(fields)
const CreateForm = z.object({ username: NewUsername, inviteByMail: z.boolean(), ...fields })
const refusedAt = { LocationNotFound: 'pointOfSaleId', RightsExceedOwn: 'roleIds' } as const
const refreshes = ['ThirdPartyUserManagement']

/** User type and location follow from where the form stands; they are not asked for. */
export function CreateThirdPartyUser({ location, onClose }: { location: Location; onClose: () => void }) {
  const { t } = useTranslation()
  const { language } = useFormats()
  const invites = useInvites()
  const create = useCall(createThirdPartyUser, { refreshes })
  const [made, setMade] = useState<{
    answer: OutputOf<typeof createThirdPartyUser>
    name: string
    username: string
  } | null>(null)
  if (made) return <Created {...made} onClose={onClose} />
  return (
    <FormDialog<z.infer<typeof CreateForm>>
      title={t('account.users.new')}
      text={t('account.thirdParty.tied', { name: location.name })}
      action={t('account.users.create')}
      schema={CreateForm}
      start={{
        username: '',
        firstName: '',
        lastName: '',
        inviteByMail: invites,
        roleIds: [],
        pointOfSaleId: location.id,
        language,
      }}
      paths={{ ...refusedAt, UsernameTaken: 'username' }}
      keepOpen
      onSubmit={async (values) => {
        const answer = await create.attempt({ locationUniqueCode: location.code, ...values })
        if (answer)
          setMade({ answer, name: `${values.firstName} ${values.lastName}`, username: values.username })
      }}
      onClose={onClose}
    >
      <TextField
        name="username"
        type="email"
        inputMode="email"
        label={t('account.profile.userName')}
        hint={t('account.users.usernameHint')}
        autoComplete="off"
        focusFirst
      />
      <Fields
        location={location}
        known={[]}
        pointOfSale={{ value: location.id, label: location.name, code: location.code }}
      />
      <InviteField />
    </FormDialog>
  )
}

function valuesOf(
  { version, firstName, lastName, roleList, pointOfSaleId, language }: User,
  location: Location,
) {
  return {
    version,
    values: {
      firstName,
      lastName,
      roleIds: roleList.map(({ id }) => id),
      pointOfSaleId: pointOfSaleId ?? location.id,
      language,
    },
  }
}

export function EditThirdPartyUser({
  location,
  user,
  onClose,
}: {
  location: Location
  user: User
  onClose: () => void
}) {
  const { t } = useTranslation()
  const save = useCall(updateThirdPartyUser, { refreshes })
  const queries = useQueryClient()
  const conflictFields = useUserFields()
  const latest = async () => {
    const query = {
      page: 1,
      pageSize: 50,
      sort: [],
      filters: { username: { contains: user.username } },
      search: '',
      locationUniqueCode: location.code,
    }
    const now = (await callServer(thirdPartyUsers.page, query)).rows.find(({ id }) => id === user.id)
    if (!now) return null
    rememberNames(
      queries,
      knownOf(
        ...now.roleList,
        now.pointOfSaleId === null ? null : { id: now.pointOfSaleId, name: now.pointOfSale ?? '' },
      ),
    )
    return valuesOf(now, location)
  }
  return (
    <FormDialog<z.infer<typeof EditForm>>
      title={t('account.users.edit')}
      action={t('account.users.save')}
      schema={EditForm}
      start={valuesOf(user, location).values}
      versioned={{ version: user.version, latest, fields: conflictFields }}
      paths={refusedAt}
      onSubmit={async ({ firstName, lastName, ...values }, version) => {
        const saved = await save.attempt({
          locationUniqueCode: location.code,
          membershipId: user.id,
          version,
          ...(user.isHome ? { firstName, lastName } : {}),
          ...values,
        })
        if (saved) toast('success', t('account.users.saved'))
      }}
      onClose={onClose}
    >
      <Fields
        location={location}
        known={user.roleList.map(({ id, name }) => ({ value: id, label: name }))}
        pointOfSale={user.pointOfSaleId ? { value: user.pointOfSaleId, label: user.pointOfSale ?? '' } : null}
        namesFixed={!user.isHome}
      />
    </FormDialog>
  )
}

function Fields({
  location,
  known,
  pointOfSale,
  namesFixed = false,
}: {
  location: Location
  known: LookupOption[]
  pointOfSale: LookupOption | null
  namesFixed?: boolean
}) {
  const { t } = useTranslation()
  const lookup = (kind: 'role' | 'pointOfSale') => ({
    lookupKey: ['ThirdPartyUserManagement', kind, location.code],
    load: async (search: string, signal: AbortSignal) => {
      const { options, hasMore } = await callServer(
        getThirdPartyOptions,
        { locationUniqueCode: location.code, kind, search },
        { signal },
      )
      return {
        options: options.map(({ id, name, code, blocked }) => ({
          value: id,
          label: name,
          ...(kind === 'role' ? {} : { code }),
          blocked,
        })),
        hasMore,
      }
    },
  })
  return (
    <>
      <NameFields fixed={namesFixed} />
      <MultiLookupField
        name="roleIds"
        label={t('account.users.tab.roles')}
        hint={t('account.users.rolesHint')}
        {...lookup('role')}
        known={known}
      />
      <LookupField
        name="pointOfSaleId"
        label={t('column.pointOfSale')}
        {...lookup('pointOfSale')}
        known={pointOfSale ? [pointOfSale] : []}
      />
      <SelectField
        name="language"
        label={t('account.users.language')}
        data={languages.map((value) => ({ value, label: t(`state.language.${value}`) }))}
        searchable={false}
      />
    </>
  )
}
