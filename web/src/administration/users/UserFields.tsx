import {
  checkLocation,
  locationRules,
  type UserLocation,
  type UserView,
} from '@kervan/contract/administration/users'
import { PersonName, languages, type Language } from '@kervan/contract/kit/values'
import { NewUsername } from '@kervan/contract/access/username'
import { invitationDays, userTypes } from '@kervan/contract/access/words'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { SelectField, SwitchField } from '../../kit/form/fields.tsx'
import { LookupField, MultiLookupField } from '../../kit/form/LookupField.tsx'
import type { ConflictField } from '../../kit/form/conflict.ts'
import { useNameOf } from '../../kit/form/lookupNames.ts'
import { TextField } from '../../kit/form/TextField.tsx'
import { useMailsKept } from '../../kit/call/mailsKept.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { knownOf, lookupOf } from '../lookups.ts'
import { NameFields } from './NameFields.tsx'
import css from './users.module.css'

const place = {
  userType: z.enum(userTypes),
  roleIds: z.array(z.uuid()),
  partnerId: z.uuid().nullable(),
  pointOfSaleId: z.uuid().nullable(),
  thirdPartyLocationId: z.uuid().nullable(),
  locationScoped: z.boolean(),
  language: z.enum(languages),
}
const names = { firstName: PersonName.min(1), lastName: PersonName.min(1) }

export const CreateForm = z
  .object({ username: NewUsername, ...names, ...place, inviteByMail: z.boolean() })
  .superRefine(checkLocation)
export const EditForm = z.object({ ...names, ...place }).superRefine(checkLocation)
export type CreateValues = z.infer<typeof CreateForm>
export type EditValues = z.infer<typeof EditForm>

/** Where the server's refusals stand. */
export const refusedAt = {
  PartnerNotFound: 'partnerId',
  LocationNotFound: 'pointOfSaleId',
  RightsExceedOwn: 'roleIds',
} as const
export const usernameRefusedAt = { UsernameTaken: 'username', ApiUserElsewhere: 'username' } as const

const nothing = { partnerId: null, pointOfSaleId: null, thirdPartyLocationId: null }

/** What a user type cannot have is left out of what is sent, though it may still be chosen in a field that is gone. */
export function fitting<V extends UserLocation>(values: V): V {
  const lacks = locationRules[values.userType].lacks
  return {
    ...values,
    ...Object.fromEntries(Object.entries(nothing).filter(([field]) => lacks.some((one) => one === field))),
  }
}

/** Whether the new person gets a link to choose a password, in place of a temporary one that somebody passes on. */
export function InviteField() {
  const { t } = useTranslation()
  const kept = useMailsKept()
  const noMail = kept === 'Kept'
  return (
    <SwitchField
      name="inviteByMail"
      label={t('account.users.inviteByMail')}
      hint={t(noMail ? 'kit.mail.Kept' : 'account.users.inviteByMailHint', { days: invitationDays })}
      disabled={noMail}
    />
  )
}

/** What the field begins with: on, where emails leave. */
export const useInvites = (): boolean => useMailsKept() !== 'Kept'

type Props = { user?: UserView; namesFixed?: boolean }

/** The fields of a user (USR-002), new or not. Which there are follows from the user type. */
export function UserFields({ user, namesFixed = false }: Props) {
  const { t } = useTranslation()
  const { state } = useWords()
  const { control } = useFormContext<CreateValues>()
  const userType = useWatch({ control, name: 'userType' })
  const partnerId = useWatch({ control, name: 'partnerId' })
  const pointOfSaleId = useWatch({ control, name: 'pointOfSaleId' })
  const { needs, lacks } = locationRules[userType]
  return (
    <>
      {!user && (
        <TextField
          name="username"
          type="email"
          inputMode="email"
          label={t('account.profile.userName')}
          hint={t('account.users.usernameHint')}
          autoComplete="off"
          focusFirst
        />
      )}
      <NameFields fixed={namesFixed} />
      <div className={css.pair}>
        <SelectField
          name="userType"
          label={t('account.profile.userType')}
          data={userTypes.map((value) => ({ value, label: state('userType', value) }))}
          searchable={false}
        />
        <SelectField
          name="language"
          label={t('account.users.language')}
          data={languages.map((value) => ({ value, label: t(`state.language.${value}`) }))}
          searchable={false}
        />
      </div>
      <MultiLookupField
        name="roleIds"
        label={t('account.users.tab.roles')}
        hint={t('account.users.rolesHint')}
        {...lookupOf('role')}
        known={knownOf(...(user?.roles ?? []))}
      />
      {!lacks.includes('partnerId') && (
        <LookupField
          name="partnerId"
          label={t('column.partnerName')}
          optional={!needs.includes('partnerId')}
          {...lookupOf('partner')}
          known={knownOf(user?.partner ?? null)}
        />
      )}
      <LookupField
        name="pointOfSaleId"
        label={t('column.pointOfSale')}
        optional={!needs.includes('pointOfSaleId')}
        {...lookupOf(userType === 'ThirdPartyUser' ? 'location' : 'pointOfSale', partnerId)}
        known={knownOf(user?.pointOfSale ?? null)}
      />
      {!lacks.includes('thirdPartyLocationId') && (
        <LookupField
          name="thirdPartyLocationId"
          label={t('column.thirdPartyLocation')}
          {...lookupOf('location', partnerId)}
          known={knownOf(user?.thirdPartyLocation ?? null)}
        />
      )}
      {!user && userType !== 'APIUser' && <InviteField />}
      {userType !== 'ThirdPartyUser' && (
        <SwitchField
          name="locationScoped"
          label={t('account.users.locationScoped')}
          hint={t(
            pointOfSaleId === null ? 'account.users.locationScopedHint' : 'account.users.locationScopedGiven',
          )}
          disabled={pointOfSaleId !== null}
        />
      )}
    </>
  )
}

/** The same in words, where two have changed a user at once. */
export function useUserFields(): readonly ConflictField[] {
  const { t, state } = useWords()
  const name = useNameOf()
  return [
    { name: 'firstName', label: t('account.profile.firstName') },
    { name: 'lastName', label: t('account.profile.lastName') },
    {
      name: 'userType',
      label: t('account.profile.userType'),
      words: (value: string) => state('userType', value),
    },
    {
      name: 'language',
      label: t('account.users.language'),
      words: (value: Language) => t(`state.language.${value}`),
    },
    { name: 'roleIds', label: t('account.users.tab.roles'), words: name },
    { name: 'partnerId', label: t('column.partnerName'), words: name },
    { name: 'pointOfSaleId', label: t('column.pointOfSale'), words: name },
    { name: 'thirdPartyLocationId', label: t('column.thirdPartyLocation'), words: name },
    { name: 'locationScoped', label: t('account.users.locationScoped') },
  ]
}
