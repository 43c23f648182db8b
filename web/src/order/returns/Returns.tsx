import { announceReturn, returnList } from '@kervan/contract/order/returns'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import { IconPackageExport, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useRights } from '../../kit/call/rights.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { useHotkey } from '../../kit/hotkeys.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { AnnounceDialog } from './AnnounceDialog.tsx'
import { ReturnDrawer } from './ReturnDrawer.tsx'
import { useReturnActions } from './returnActions.tsx'
import { returnsSearch } from './search.ts'

type Row = RowOf<typeof returnList>

const views = {
  returnCode: { width: 120, pinned: true },
  returnState: { width: 150 },
  orderCode: { width: 150 },
  customerName: { width: 220 },
  returnReason: { width: 170 },
  returnQuantity: { width: 120 },
  receivedQuantity: { width: 150, whenFilled: true },
  returnAmount: { width: 150 },
  creditNoteNumber: { width: 150, whenFilled: true },
  announcedAt: { width: 150 },
  announcedBy: { width: 150 },
  lineCount: { hidden: true },
  decisionMemo: { hidden: true },
  lastEventDate: { hidden: true },
  lastEventUser: { hidden: true },
} as const
const renderers = { returnState: (row: Row) => <StateBadge group="returnState" value={row.returnState} /> }
const card = (row: Row) => <Card row={row} />

/** Returns (MED-001): announced by customers, decided and received by staff. */
export default function Returns() {
  const { t } = useWords()
  const [search, change] = useScreenSearch(returnsSearch)
  const [page, setPage] = useState<GridPageInfo<Row> | null>(null)
  const { grid, dialog } = useReturnActions()
  const mayAnnounce = useRights().has(announceReturn.permission ?? '')
  const open = (id: string | null, options?: { replace?: boolean }) =>
    change({ return: id ?? undefined }, options)
  // Which order is still to be named where it is empty; the address names one that a link is about.
  const [announcing, setAnnouncing] = useState(search.order ?? null)
  const begin = () => setAnnouncing('')
  const announce = mayAnnounce && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={begin}>
      {t('returns.announce')}
    </Button>
  )
  return (
    <PageFrame title={t('screen.productReturn.title')} actions={announce}>
      {mayAnnounce && <Begin label={t('returns.announce')} run={begin} />}
      <DataGrid
        list={returnList}
        scope={{}}
        label={t('screen.productReturn.title')}
        nouns="returns.count"
        columns={views}
        renderers={renderers}
        quickFilter="returnState"
        onPage={setPage}
        onOpen={(row) => open(row.id)}
        openId={search.return ?? null}
        card={card}
        {...grid}
        empty={{
          title: t('returns.empty'),
          text: t('returns.emptyText'),
          icon: IconPackageExport,
          actions: announce,
        }}
      />
      <ReturnDrawer id={search.return ?? null} page={page} onOpen={open} />
      {dialog}
      {mayAnnounce && announcing !== null && (
        <AnnounceDialog
          orderCode={announcing}
          onMade={(id) => open(id)}
          onClose={() => setAnnouncing(null)}
        />
      )}
    </PageFrame>
  )
}

function Begin({ label, run }: { label: string; run: () => void }) {
  useHotkey('n', label, run)
  return null
}

function Card({ row }: { row: Row }) {
  const format = useFormats()
  return (
    <RowCard
      name={<span className="k-mono">{row.returnCode}</span>}
      mark={<StateBadge group="returnState" value={row.returnState} />}
    >
      <CardLine>{row.customerName}</CardLine>
      <CardLine quiet>
        <span className="k-mono">{row.orderCode}</span>
        <span>{format.dateTime(row.announcedAt)}</span>
      </CardLine>
    </RowCard>
  )
}
