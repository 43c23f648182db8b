import {
  deleteDocuments,
  downloadDocument,
  myOrderDocuments,
  updateDocument,
} from '@kervan/contract/order/order-documents'
import { applicantWindowMonths } from '@kervan/contract/order/words'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconDownload, IconFile, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useRecordActions } from '../../kit/record/recordActions.tsx'
import { DateWindow } from '../../kit/values/DateWindow.tsx'
import { windowFault, type DayWindow } from '../../kit/values/dateWindow.ts'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { EditDocument } from '../shared/EditDocument.tsx'
import { WindowRefused } from '../../kit/values/WindowRefused.tsx'
import css from '../shared/order.module.css'
import { useFile } from '../shared/useFile.ts'
import { myEarliest, myWindow } from '../windows.ts'

type Row = RowOf<typeof myOrderDocuments>

const views = {
  documentName: { pinned: true, width: 220 },
  documentType: { width: 170 },
  processState: { badge: true, width: 150 },
  orderCode: { width: 130 },
  referenceNo: { width: 140 },
  documentDate: { width: 120 },
  attachedAt: { width: 150, short: true },
  attachedBy: { width: 150 },
  deliveryLocationName: { width: 170 },
  memo: { hidden: true },
  customerName: { hidden: true },
  orderDate: { hidden: true, short: true },
} as const

type Props = {
  search: { from?: string | undefined; to?: string | undefined; order?: string | undefined }
  change: (next: { from?: string; to?: string; page?: undefined; order?: string | undefined }) => void
}

/** The documents of all that the user has ordered: to take, to describe and to delete (ORD-011, ORD-019). */
export function MyDocuments({ search, change }: Props) {
  const { t } = useTranslation()
  const file = useFile()
  const window = myWindow(search)
  const earliest = myEarliest()
  const setWindow = (next: DayWindow) => change({ ...next, page: undefined })
  const { grid, dialog } = useRecordActions<Row>(
    [
      {
        key: 'download',
        label: 'order.detail.download',
        icon: IconDownload,
        hotkey: 'd',
        call: downloadDocument,
        run: ({ orderCode, fileId }) => void file.save(downloadDocument, { orderCode, fileId }),
      },
      {
        key: 'edit',
        label: 'order.document.edit',
        icon: IconPencil,
        hotkey: 'e',
        call: updateDocument,
        Dialog: EditRow,
      },
      {
        key: 'remove',
        label: 'order.document.remove.asking',
        icon: IconTrash,
        hotkey: 'x',
        tone: 'danger',
        call: deleteDocuments,
        bulk: { words: 'order.document.remove' },
      },
    ],
    {
      nouns: 'order.document.count',
      refreshes: ['OrderMy'],
      nameOf: ({ documentName }) => documentName,
    },
  )
  if (windowFault(window, applicantWindowMonths, earliest) !== null)
    return (
      <WindowRefused
        window={window}
        months={applicantWindowMonths}
        earliest={earliest}
        onChange={setWindow}
      />
    )
  return (
    <>
      <DataGrid
        list={myOrderDocuments}
        scope={window}
        label={t('order.document.tab')}
        nouns="order.document.count"
        searchLabel={t('order.document.search')}
        columns={views}
        quickFilter="processState"
        filters={
          <DateWindow
            value={window}
            months={applicantWindowMonths}
            earliest={earliest}
            label={t('order.management.window')}
            onChange={setWindow}
          />
        }
        onOpen={(row) => change({ order: row.orderCode })}
        {...grid}
        card={documentCard}
        empty={{
          title: t('order.document.empty'),
          text: t('order.document.emptyText'),
          icon: IconFile,
        }}
      />
      {dialog}
    </>
  )
}

const EditRow = ({ record, onClose }: { record: Row; onClose: () => void }) => (
  <EditDocument
    document={{ ...record, name: record.documentName }}
    orderCode={record.orderCode}
    side="owner"
    onClose={onClose}
  />
)

const documentCard = (row: Row) => <DocumentCard row={row} />

function DocumentCard({ row }: { row: Row }) {
  const { state } = useWords()
  const format = useFormats()
  return (
    <RowCard name={row.documentName} mark={<StateBadge group="documentState" value={row.processState} />}>
      <CardLine>
        <span className={css.cardName}>{state('documentType', row.documentType)}</span>
        <span className="k-mono">{row.orderCode}</span>
      </CardLine>
      <CardLine quiet>
        <span>{row.referenceNo ?? row.attachedBy}</span>
        <time dateTime={row.attachedAt}>{format.dateTime(row.attachedAt)}</time>
      </CardLine>
    </RowCard>
  )
}
