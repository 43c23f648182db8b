import type {
  apiKeys,
  createApiKey,
  createOwnApiKey,
  ownApiKeys,
  revokeApiKeys,
  revokeOwnApiKeys,
} from '@kervan/contract/administration/api-keys'
import { Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { KeyDrawer } from './KeyDrawer.tsx'
import { keyCard, keyRenderers, keyViews, keyViewsOfOne, type KeyRow } from './keyGrid.tsx'
import { keysSearch } from './search.ts'
import { useKeyActions } from './keyActions.ts'

type Props = {
  /** One's own keys, or those of everybody. */
  own: boolean
  title: string
  emptyText: string
  list: typeof apiKeys | typeof ownApiKeys
  scope?: Record<string, unknown>
  create: typeof createApiKey | typeof createOwnApiKey
  revoke: typeof revokeApiKeys | typeof revokeOwnApiKeys
  Create: ComponentType<{ onClose: () => void }>
}

/** A list of keys with what can be done with them; the key that is open stands in the address. */
export function KeyScreen({ own, title, emptyText, list, scope, create, revoke, Create }: Props) {
  const { t } = useTranslation()
  const mayCreate = useRights().has(create.permission ?? '')
  const [search, change] = useScreenSearch(keysSearch)
  const [page, setPage] = useState<GridPageInfo<KeyRow> | null>(null)
  const [creates, setCreates] = useState(false)
  const { grid, actionsOf, dialog } = useKeyActions(revoke)
  const begin = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreates(true)}>
      {t('administration.keys.new')}
    </Button>
  )
  return (
    <PageFrame title={title} actions={begin}>
      <DataGrid
        list={list}
        {...(scope && { scope })}
        label={title}
        nouns="administration.keys.count"
        searchLabel={t('administration.keys.search')}
        columns={own ? keyViewsOfOne : keyViews}
        renderers={keyRenderers}
        quickFilter="state"
        onPage={setPage}
        onOpen={(row) => change({ key: row.id })}
        openId={search.key ?? null}
        {...grid}
        card={keyCard}
        empty={{ title: t('administration.keys.empty'), text: emptyText, icon: IconKey, actions: begin }}
      />
      <KeyDrawer
        id={search.key ?? null}
        tab={search.tab ?? 'details'}
        page={page}
        own={own}
        onTab={(tab) => change({ tab }, { replace: true })}
        onOpen={(key, options) =>
          change({ key: key ?? undefined, ...(key ? {} : { tab: undefined }) }, options)
        }
        actionsOf={actionsOf}
      />
      {dialog}
      {creates && <Create onClose={() => setCreates(false)} />}
    </PageFrame>
  )
}
