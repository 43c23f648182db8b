import {
  apiKeyMaxDays,
  createApiKey,
  createOwnApiKey,
  getApiKeyPermissions,
  getOwnApiKeyPermissions,
} from '@kervan/contract/administration/api-keys'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { addDays } from '@kervan/contract/kit/days'
import { today } from '../../kit/values/companyDay.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { DateField } from '../../kit/form/DateField.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { LookupField, type LookupOption } from '../../kit/form/LookupField.tsx'
import { PasswordField, TextField } from '../../kit/form/TextField.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { useRead } from '../../kit/call/query.ts'
import { SecretOnce } from '../../kit/SecretOnce.tsx'
import { useCall } from '../../kit/call/useCall.ts'
import { lookupOf } from '../lookups.ts'
import formCss from '../../kit/form/form.module.css'
import css from './keys.module.css'
import { PermissionsField } from './PermissionsField.tsx'

const fields = {
  name: z.string().trim().min(1, 'administration.keys.nameMissing').max(60),
  expiresOn: z.iso.date('administration.keys.endMissing'),
  scope: z.array(z.string()).min(1, 'administration.keys.scopeMissing'),
}
const KeyForm = z.object({ ...fields, membershipId: z.uuid('administration.keys.userMissing') })
const OwnKeyForm = z.object({ ...fields, password: z.string().min(1, 'security.setup.passwordRequired') })
type Values = z.infer<typeof KeyForm>
type OwnValues = z.infer<typeof OwnKeyForm>
type Made = { key: string | null; expiresAt: string; name: string }

const refusedAt = { RightsExceedOwn: 'scope', ExpiryOutOfBounds: 'expiresOn' } as const
/** A quarter: long enough for a project, short enough that somebody looks at it again. */
const usualDays = 90
const start = () => ({ name: '', expiresOn: addDays(today(), usualDays), scope: [] })

/** A new key for an API user, in the name of who manages users; `user` where it is known whose. */
export function CreateKey({ user, onClose }: { user?: LookupOption; onClose: () => void }) {
  const { t } = useTranslation()
  const create = useCall(createApiKey, { refreshes: ['UserManagement'] })
  const [made, setMade] = useState<Made | null>(null)
  if (made) return <MadeKey made={made} onClose={onClose} />
  return (
    <FormDialog<Values>
      title={t('administration.keys.new')}
      text={t('administration.keys.newText')}
      action={t('administration.keys.create')}
      size={620}
      schema={KeyForm}
      start={{ ...start(), membershipId: user?.value ?? '' }}
      paths={{
        ...refusedAt,
        UserNotFound: 'membershipId',
        ApiUserExpected: 'membershipId',
        ScopeExceedsOwn: 'membershipId',
      }}
      keepOpen
      onSubmit={async (values) => {
        const answer = await create.attempt(values)
        if (answer) setMade({ ...answer, name: values.name })
      }}
      onClose={onClose}
    >
      {!user && (
        <LookupField
          name="membershipId"
          label={t('administration.keys.user')}
          hint={t('administration.keys.userHint')}
          {...lookupOf('apiUser')}
          focusFirst
        />
      )}
      <KeyFields focusFirst={user !== undefined} />
      <ScopeOfUser />
    </FormDialog>
  )
}

/** A new key of one's own. */
export function CreateOwnKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const create = useCall(createOwnApiKey, { refreshes: ['UserManagement'] })
  const asked = useRead(getOwnApiKeyPermissions, {})
  const [made, setMade] = useState<Made | null>(null)
  if (made) return <MadeKey made={made} onClose={onClose} />
  return (
    <FormDialog<OwnValues>
      title={t('administration.keys.new')}
      text={t('administration.keys.newText')}
      action={t('administration.keys.create')}
      size={620}
      schema={OwnKeyForm}
      start={{ ...start(), password: '' }}
      paths={{ ...refusedAt, OldPasswordWrong: 'password', TooManyRequests: 'password' }}
      keepOpen
      onSubmit={async (values) => {
        const answer = await create.attempt(values)
        if (answer) setMade({ ...answer, name: values.name })
      }}
      onClose={onClose}
    >
      <KeyFields focusFirst />
      <PermissionsField
        name="scope"
        label={t('administration.keys.may')}
        asked={asked}
        nothing={t('administration.keys.opensNothing')}
      />
      <PasswordField
        name="password"
        label={t('security.setup.password')}
        hint={t('administration.keys.passwordHint')}
        autoComplete="current-password"
      />
    </FormDialog>
  )
}

function KeyFields({ focusFirst }: { focusFirst: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={css.pair}>
      <TextField
        name="name"
        label={t('administration.keys.name')}
        hint={t('administration.keys.nameHint')}
        maxLength={60}
        autoComplete="off"
        focusFirst={focusFirst}
      />
      <DateField
        name="expiresOn"
        label={t('administration.keys.end')}
        hint={t('administration.keys.endHint', { days: apiKeyMaxDays })}
        minDate={today()}
        maxDate={addDays(today(), apiKeyMaxDays)}
      />
    </div>
  )
}

/** What the chosen user's roles open, as far as the caller may give it. */
function ScopeOfUser() {
  const { t } = useTranslation()
  const membershipId = useWatch<Values, 'membershipId'>({ name: 'membershipId' })
  const asked = useRead(getApiKeyPermissions, { membershipId }, { enabled: membershipId !== '' })
  return (
    <PermissionsField
      name="scope"
      label={t('administration.keys.may')}
      asked={membershipId === '' ? null : asked}
      nothing={t('administration.keys.opensNothing')}
    />
  )
}

/** The key, once; after that there is only its end to know it by. */
function MadeKey({ made, onClose }: { made: Made; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <PlainDialog
      title={t('administration.keys.made', { name: made.name })}
      size={620}
      stays
      onClose={onClose}
    >
      {made.key === null ? (
        <p>{t('administration.keys.madeAgain')}</p>
      ) : (
        <>
          <p style={{ marginBottom: 12 }}>
            {t('administration.keys.madeText', { until: format.dateTime(made.expiresAt) })}
          </p>
          <SecretOnce label={t('administration.keys.key')} secret={made.key} />
        </>
      )}
      <div className={formCss.foot}>
        <Button onClick={onClose}>{t('account.users.done')}</Button>
      </div>
    </PlainDialog>
  )
}
