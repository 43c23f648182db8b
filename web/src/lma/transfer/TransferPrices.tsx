import {
  calculateTransferPrices,
  transferPrices,
  uploadAcknowledgement,
} from '@kervan/contract/lma/transfer-batches'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import { IconCalculator, IconFileCheck, IconTruckDelivery } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { NoRight } from '../../kit/page/NoRight.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { transferSearch } from '../search.ts'
import { TransferDrawer } from './TransferDrawer.tsx'

type Row = RowOf<typeof transferPrices>
const hidden = { hidden: true } as const
const views = {
  transferBatch: { pinned: true, width: 110 },
  transferDay: { width: 116 },
  transferItem: { width: 130 },
  terminal: { width: 150 },
  fuelProductName: { width: 170 },
  yt04State: { badge: true, width: 190 },
  transferPrice: { width: 160 },
  serviceFee: { width: 180 },
  transferAllIn: { width: 160 },
  validFrom: { width: 116 },
  fuelProduct: hidden,
  madeBy: hidden,
  madeAt: hidden,
} as const
const renderers = {
  yt04State: (row: Row) => <StateBadge group="yt04State" value={row.yt04State} />,
}
const card = (row: Row) => <Card row={row} />

/** Transfer prices YT04 by batch, with their way to SAP (LMA-006). */
export default function TransferPrices() {
  const { t } = useWords()
  const rights = useRights()
  const [search, change] = useScreenSearch(transferSearch)
  const [page, setPage] = useState<GridPageInfo<Row> | null>(null)
  const title = t('screen.transferPrice.title')
  const permission = transferPrices.page.permission ?? ''
  const open = (price: string | null, options?: { replace?: boolean }) =>
    change({ price: price ?? undefined }, options)
  if (!rights.has(permission))
    return (
      <PageFrame title={title}>
        <NoRight title={title} permission={permission} />
      </PageFrame>
    )
  return (
    <PageFrame
      title={title}
      actions={
        <>
          <AcknowledgementButton />
          <CalculateButton />
        </>
      }
    >
      <DataGrid
        list={transferPrices}
        scope={{}}
        label={title}
        nouns="lma.transfer.count"
        columns={views}
        renderers={renderers}
        quickFilter="yt04State"
        onPage={setPage}
        onOpen={(row) => open(row.id)}
        openId={search.price ?? null}
        card={card}
        empty={{
          title: t('lma.transfer.empty'),
          text: t('lma.transfer.emptyText'),
          icon: IconTruckDelivery,
        }}
      />
      <TransferDrawer id={search.price ?? null} page={page} onOpen={open} />
    </PageFrame>
  )
}

/** Makes a batch of today's prices. */
function CalculateButton() {
  const { t } = useWords()
  const may = useMayChangeCompany()(calculateTransferPrices)
  const calculate = useCall(calculateTransferPrices, {
    refreshes: ['Lma'],
    failed: t('lma.expectation.notMade'),
    onDone: ({ prices }) => toast('success', t('lma.transfer.made', { count: prices })),
  })
  if (!may) return null
  return (
    <Button
      leftSection={<IconCalculator size={16} aria-hidden />}
      loading={calculate.isPending}
      onClick={() => void calculate.run({ transferDay: null })}
    >
      {t('lma.expectation.run')}
    </Button>
  )
}

/** Reads the file with which SAP acknowledges a batch. */
function AcknowledgementButton() {
  const { t } = useWords()
  const may = useMayChangeCompany()(uploadAcknowledgement)
  const input = useRef<HTMLInputElement>(null)
  const upload = useCall(uploadAcknowledgement, {
    refreshes: ['Lma'],
    onDone: () => toast('success', t('lma.transfer.done.acknowledged')),
  })
  if (!may) return null
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt"
        aria-label={t('lma.transfer.readAcknowledgement')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (files.length > 0) void upload.run({}, files)
        }}
      />
      <Button
        variant="default"
        leftSection={<IconFileCheck size={16} aria-hidden />}
        loading={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {t('lma.transfer.readAcknowledgement')}
      </Button>
    </>
  )
}

function Card({ row }: { row: Row }) {
  const { state } = useWords()
  const format = useFormats()
  return (
    <RowCard name={row.transferItem} mark={<StateBadge group="yt04State" value={row.yt04State} />}>
      <CardLine>
        <span>
          {format.number(row.transferPrice, 4)} {state('marketUnit', '$/M3')}
        </span>
        <span>{row.terminal}</span>
      </CardLine>
      <CardLine quiet>{format.date(row.transferDay)}</CardLine>
    </RowCard>
  )
}
