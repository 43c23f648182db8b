import { apiKeys, createApiKey, revokeApiKeys } from '@kervan/contract/administration/api-keys'
import { useTranslation } from 'react-i18next'
import { CreateKey } from './CreateKey.tsx'
import { KeyScreen } from './KeyScreen.tsx'

const everybodys = { membershipId: null }

/** The keys of the company's API users (USR-009): who may call the portal with what, until when. */
export default function ApiKeys() {
  const { t } = useTranslation()
  return (
    <KeyScreen
      own={false}
      title={t('account.part.keys')}
      emptyText={t('administration.keys.emptyText')}
      list={apiKeys}
      scope={everybodys}
      create={createApiKey}
      revoke={revokeApiKeys}
      Create={CreateKey}
    />
  )
}
