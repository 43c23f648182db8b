import type { RowOf } from '@kervan/contract/kit/page'
import type { ediMessages } from '@kervan/contract/order/edi'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { Day } from '../shared/orderGrid.tsx'
import css from '../shared/order.module.css'

export type EdiRow = RowOf<typeof ediMessages>

export const ediViews = {
  documentNumber: { pinned: true, width: 150 },
  ediState: { width: 204 },
  customerName: { width: 190, picks: 'customer' },
  ediSender: { width: 136 },
  receivedAt: { width: 130, short: true },
  lineCount: { width: 70 },
  placedLines: { width: 130 },
  faultyLines: { width: 160 },
  ediFormat: { width: 140 },
  deliveryLocationName: { hidden: true, picks: 'location' },
  fileName: { hidden: true },
  ediSource: { hidden: true },
  documentDate: { hidden: true },
  processedAt: { hidden: true },
  recordUser: { hidden: true },
} as const

export const ediRenderers = {
  documentNumber: (row: EdiRow) => <span className="k-mono">{messageName(row)}</span>,
  ediState: (row: EdiRow) => <StateBadge group="edi" value={row.ediState} />,
  receivedAt: (row: EdiRow) => <Day at={row.receivedAt} />,
}

/** What a message is called: its number, or its file where that could not be read. */
export const messageName = ({
  documentNumber,
  fileName,
}: Pick<EdiRow, 'documentNumber' | 'fileName'>): string => documentNumber || fileName

export const ediCard = (row: EdiRow) => <EdiCard row={row} />

function EdiCard({ row }: { row: EdiRow }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <RowCard
      name={<span className={`k-mono ${css.cardCode}`}>{messageName(row)}</span>}
      mark={ediRenderers.ediState(row)}
    >
      <CardLine>
        <span className={css.cardName}>{row.customerName ?? row.ediSender}</span>
        <time dateTime={row.receivedAt}>{format.dateTime(row.receivedAt)}</time>
      </CardLine>
      <CardLine quiet>
        <span>
          {t('column.placedLines')}: {format.number(row.placedLines)}
        </span>
        <span>
          {t('column.faultyLines')}: {format.number(row.faultyLines)}
        </span>
      </CardLine>
    </RowCard>
  )
}
