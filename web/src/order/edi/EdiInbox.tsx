import { ediMessages, ediStates, receiveEdiMessage } from '@kervan/contract/order/edi'
import { Button, FileButton } from '@mantine/core'
import { IconInbox, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useManagementTabs } from '../management/useManagementTabs.ts'
import { EdiDrawer } from './EdiDrawer.tsx'
import { refreshes, useEdiActions, useEdiJob } from './ediActions.tsx'
import { ediCard, ediRenderers, ediViews, type EdiRow } from './ediGrid.tsx'
import { ediSearch } from './search.ts'

/** Orders that arrive as messages (ORD-023): what became of each, to correct and to process again. */
export default function EdiInbox() {
  const { t } = useTranslation()
  const rights = useRights()
  const [search, change] = useScreenSearch(ediSearch)
  const { tabs, tabsLabel } = useManagementTabs()
  const [page, setPage] = useState<GridPageInfo<EdiRow> | null>(null)
  const follow = useEdiJob()
  const { grid, actionsOf, dialog } = useEdiActions(follow)
  const open = (message: string | null, options?: { replace?: boolean }) =>
    change({ message: message ?? undefined }, options)
  const upload = rights.has(receiveEdiMessage.permission ?? '') && <UploadMessage follow={follow} />
  return (
    <PageFrame
      title={t('screen.ediInbox.title')}
      tabs={tabs}
      tab="edi"
      tabsLabel={tabsLabel}
      actions={upload}
    >
      <DataGrid
        list={ediMessages}
        scope={{}}
        label={t('screen.ediInbox.title')}
        nouns="edi.inbox.count"
        searchLabel={t('edi.inbox.search')}
        columns={ediViews}
        renderers={ediRenderers}
        quickFilter="ediState"
        quickValues={ediStates}
        onPage={setPage}
        onOpen={(row) => open(row.id)}
        openId={search.message ?? null}
        {...grid}
        card={ediCard}
        empty={{
          title: t('edi.inbox.empty'),
          text: t('edi.inbox.emptyText'),
          icon: IconInbox,
          actions: upload,
        }}
      />
      <EdiDrawer id={search.message ?? null} page={page} actionsOf={actionsOf} onOpen={open} />
      {dialog}
    </PageFrame>
  )
}

function UploadMessage({ follow }: { follow: (jobId: string) => void }) {
  const { t } = useTranslation()
  const upload = useCall(receiveEdiMessage, { refreshes, onDone: ({ jobId }) => follow(jobId) })
  const send = async (file: File | null) => {
    if (file && (await upload.run({}, [file]))) toast('success', t('edi.inbox.uploaded', { name: file.name }))
  }
  return (
    <FileButton
      accept=".xml,.edi,.edifact,.txt,text/plain,application/xml"
      onChange={(file) => void send(file)}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          loading={upload.isPending}
        >
          {t('edi.inbox.upload')}
        </Button>
      )}
    </FileButton>
  )
}
