import { apiKeys, createApiKey, revokeApiKeys } from '@kervan/contract/account/api-keys'
import { Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { PageFrame } from '../../kit/PageFrame.tsx'
import { useRights } from '../../kit/rights.ts'
import { useScreenSearch } from '../../kit/screen.ts'
import { CreateKey } from './CreateKey.tsx'
import { KeyDrawer } from './KeyDrawer.tsx'
import { keyCard, keyRenderers, keyViews, type KeyRow } from './keyGrid.tsx'
import { RevokeKeys } from './RevokeKeys.tsx'
import { keysSearch } from './search.ts'
import { useRevoking } from './useRevoking.ts'

const everybodys = { membershipId: null }

/** The keys of the company's API users (USR-009): who may call the portal with what, until when. */
export default function ApiKeys() {
  const { t } = useTranslation()
  const mayCreate = useRights().has(createApiKey.permission ?? '')
  const [search, change] = useScreenSearch(keysSearch)
  const [page, setPage] = useState<GridPageInfo<KeyRow> | null>(null)
  const [creates, setCreates] = useState(false)
  const { wish, setWish, rowActions, bulkActions } = useRevoking(revokeApiKeys)
  const create = mayCreate && <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreates(true)}>{t('administration.keys.new')}</Button>
  return (
    <PageFrame title={t('account.part.keys')} actions={create}>
      <DataGrid
        list={apiKeys}
        scope={everybodys}
        label={t('account.part.keys')}
        nouns="administration.keys.count"
        searchLabel={t('administration.keys.search')}
        columns={keyViews}
        renderers={keyRenderers}
        quickFilter="state"
        onPage={setPage}
        onOpen={(row) => change({ key: row.id })}
        openId={search.key ?? null}
        rowActions={rowActions}
        {...(bulkActions ? { bulkActions } : { selectable: false })}
        card={keyCard}
        empty={{ title: t('administration.keys.empty'), text: t('administration.keys.emptyText'), icon: IconKey, actions: create }}
      />
      <KeyDrawer
        id={search.key ?? null}
        tab={search.tab ?? 'details'}
        page={page}
        own={false}
        onTab={(tab) => change({ tab }, { replace: true })}
        onOpen={(key, options) => change({ key: key ?? undefined, ...(key ? {} : { tab: undefined }) }, options)}
        actionsOf={rowActions}
      />
      {wish && <RevokeKeys call={revokeApiKeys} wish={wish} onClose={() => setWish(null)} />}
      {creates && <CreateKey onClose={() => setCreates(false)} />}
    </PageFrame>
  )
}
