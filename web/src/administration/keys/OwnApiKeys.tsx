import { createOwnApiKey, ownApiKeys, revokeOwnApiKeys } from '@kervan/contract/administration/api-keys'
import { useTranslation } from 'react-i18next'
import { CreateOwnKey } from './CreateKey.tsx'
import { KeyScreen } from './KeyScreen.tsx'

/** An API user's own keys (USR-009), so that a program gets a new one before the old one ends. */
export default function OwnApiKeys() {
  const { t } = useTranslation()
  return (
    <KeyScreen
      own
      title={t('account.part.ownKeys')}
      emptyText={t('administration.keys.ownEmptyText')}
      list={ownApiKeys}
      create={createOwnApiKey}
      revoke={revokeOwnApiKeys}
      Create={CreateOwnKey}
    />
  )
}
