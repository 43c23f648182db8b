import { apiKeys, createApiKey, revokeApiKeys } from '@kervan/contract/administration/api-keys'
import type { UserView } from '@kervan/contract/administration/users'
import { Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { CreateKey } from './CreateKey.tsx'
import { keyRenderers, keyViewsOfOne } from './keyGrid.tsx'
import { useKeyActions } from './keyActions.ts'

/** The keys of one API user, in their drawer. */
export function KeysOf({ user }: { user: UserView }) {
  const { t } = useTranslation()
  const mayCreate = useRights().has(createApiKey.permission ?? '')
  const [creates, setCreates] = useState(false)
  const { grid, dialog } = useKeyActions(revokeApiKeys)
  const create = mayCreate && (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setCreates(true)}
    >
      {t('administration.keys.new')}
    </Button>
  )
  return (
    <>
      <DataGrid
        list={apiKeys}
        scope={{ membershipId: user.id }}
        state="own"
        label={t('account.part.keys')}
        nouns="administration.keys.count"
        columns={keyViewsOfOne}
        renderers={keyRenderers}
        filters={create}
        {...grid}
        empty={{
          title: t('administration.keys.empty'),
          text: t('administration.keys.emptyText'),
          icon: IconKey,
          actions: create,
        }}
      />
      {dialog}
      {creates && (
        <CreateKey user={{ value: user.id, label: user.username }} onClose={() => setCreates(false)} />
      )}
    </>
  )
}
