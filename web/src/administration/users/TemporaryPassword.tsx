import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'
import { SecretOnce } from '../../kit/SecretOnce.tsx'

/** The temporary password of somebody else, and how to pass it on (D20). */
export function TemporaryPassword({
  name,
  password,
  expiresAt,
}: {
  name: string
  password: string
  expiresAt: string
}) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <>
      <p style={{ marginBottom: 12 }}>
        {t('account.users.temporaryText', { name, until: format.dateTime(expiresAt) })}
      </p>
      <SecretOnce label={t('account.users.temporaryPassword')} secret={password} />
    </>
  )
}
