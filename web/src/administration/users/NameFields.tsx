import { useTranslation } from 'react-i18next'
import { TextField } from '../../kit/form/TextField.tsx'
import css from './users.module.css'

/** First and last name of a user; `fixed`: they belong to another company, where the person is at home. */
export function NameFields({ fixed }: { fixed: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={css.pair}>
      <TextField
        name="firstName"
        label={t('account.profile.firstName')}
        disabled={fixed}
        hint={fixed ? t('account.users.namesElsewhere') : undefined}
        maxLength={80}
        autoComplete="off"
      />
      <TextField
        name="lastName"
        label={t('account.profile.lastName')}
        disabled={fixed}
        maxLength={80}
        autoComplete="off"
      />
    </div>
  )
}
