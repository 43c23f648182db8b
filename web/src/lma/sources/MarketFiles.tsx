import {
  downloadMarketFile,
  fetchMarketData,
  marketFiles,
  uploadMarketFile,
} from '@kervan/contract/lma/market-files'
import { fileSources, type FileSource } from '@kervan/contract/lma/words'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button, Menu } from '@mantine/core'
import { IconDownload, IconFileUpload, IconRefresh } from '@tabler/icons-react'
import { useRef } from 'react'
import { saveFile } from '../../kit/call/client.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'

type Row = RowOf<typeof marketFiles>
const views = {
  receivedAt: { pinned: true, width: 160 },
  fileSource: { width: 120 },
  fileName: { width: 200 },
  marketFileState: { badge: true, width: 210 },
  valuesRead: { width: 130 },
  valuesTaken: { width: 150 },
  valuesHeld: { width: 130 },
  fileFaults: { width: 200, whenFilled: true },
  marketWay: { width: 120 },
  receivedBy: { hidden: true },
  fileHash: { hidden: true },
} as const
const renderers = {
  marketFileState: (row: Row) => <StateBadge group="marketFileState" value={row.marketFileState} />,
}
const card = (row: Row) => <Card row={row} />

/** Files of the sources as they came, and what was read of them (LMA-002). */
export default function MarketFiles() {
  const { t } = useWords()
  const title = t('kind.marketFile.many')
  const save = useCall(downloadMarketFile, { onDone: saveFile })
  return (
    <PageFrame title={title} actions={<Bring />}>
      <DataGrid
        list={marketFiles}
        scope={{}}
        label={title}
        nouns="kind.marketFile.count"
        columns={views}
        renderers={renderers}
        quickFilter="marketFileState"
        rowActions={(row) => [
          {
            key: 'download',
            label: t('lma.sources.download'),
            icon: IconDownload,
            run: () => void save.run({ fileId: row.id }),
          },
        ]}
        card={card}
        empty={{
          title: t('kind.marketFile.empty'),
          text: t('kind.marketFile.emptyText'),
          icon: IconFileUpload,
        }}
      />
    </PageFrame>
  )
}

/** Asks the sources now, or takes a file by hand. */
function Bring() {
  const { t, state } = useWords()
  const may = useMayChangeCompany()
  const input = useRef<HTMLInputElement>(null)
  const source = useRef<FileSource>('PLATTS')
  const fetch = useCall(fetchMarketData, {
    refreshes: ['Lma'],
    onDone: () => toast('success', t('lma.sources.fetched')),
  })
  const upload = useCall(uploadMarketFile, {
    refreshes: ['Lma'],
    onDone: () => toast('success', t('lma.sources.uploaded')),
  })
  return (
    <>
      {may(uploadMarketFile) && (
        <Menu>
          <Menu.Target>
            <Button
              variant="default"
              loading={upload.isPending}
              leftSection={<IconFileUpload size={16} aria-hidden />}
            >
              {t('state.marketWay.Upload')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {fileSources.map((one) => (
              <Menu.Item
                key={one}
                onClick={() => {
                  source.current = one
                  input.current?.click()
                }}
              >
                {t('lma.sources.upload', { source: state('priceSource', one) })}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('state.marketWay.Upload')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (files.length > 0) void upload.run({ source: source.current }, files)
        }}
      />
      {may(fetchMarketData) && (
        <Button
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={fetch.isPending}
          onClick={() => void fetch.run({})}
        >
          {t('lma.sources.fetch')}
        </Button>
      )}
    </>
  )
}

function Card({ row }: { row: Row }) {
  const { state } = useWords()
  const format = useFormats()
  return (
    <RowCard name={row.fileName} mark={<StateBadge group="marketFileState" value={row.marketFileState} />}>
      <CardLine>
        {state('priceSource', row.fileSource)} · {format.number(row.valuesTaken)}/
        {format.number(row.valuesRead)}
      </CardLine>
      <CardLine quiet>{format.dateTime(row.receivedAt)}</CardLine>
    </RowCard>
  )
}
