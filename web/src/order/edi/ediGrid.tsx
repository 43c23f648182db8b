import type { RowOf } from '@kervan/contract/kit/page'
import type { ediMessages } from '@kervan/contract/order/edi'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { Badge, StateBadge } from '../../kit/values/StateBadge.tsx'
import css from '../shared/order.module.css'
import edi from './edi.module.css'

export type EdiRow = RowOf<typeof ediMessages>

export const ediViews = {
  documentNumber: { pinned: true, width: 150 },
  ediState: { width: 204 },
  customerName: { width: 190, picks: 'customer' },
  ediSender: { width: 136 },
  receivedAt: { width: 150 },
  ediOrders: { width: 120 },
  lineCount: { width: 64 },
  placedLines: { width: 150 },
  faultyLines: { width: 164 },
  ediFormat: { hidden: true },
  deliveryLocationName: { hidden: true, picks: 'location' },
  fileName: { hidden: true },
  ediSource: { hidden: true },
  documentDate: { hidden: true },
  processedAt: { hidden: true },
  recordUser: { hidden: true },
} as const

export const ediRenderers = {
  documentNumber: (row: EdiRow) => <span className="k-mono">{messageName(row)}</span>,
  ediState: (row: EdiRow) => <EdiStateBadge row={row} />,
  ediOrders: (row: EdiRow) => <EdiOrders placed={row.placed} />,
}

/** The orders that came of a message, each a link. */
export function EdiOrders({ placed }: Pick<EdiRow, 'placed'>) {
  return placed.map(({ id, code, isPreOrder }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      {isPreOrder ? (
        <Link to="/order/pre-order-management" search={{ pre: id }} className="k-mono">
          {code}
        </Link>
      ) : (
        <Link to="/order/order-management" search={{ order: code }} className="k-mono">
          {code}
        </Link>
      )}
    </Fragment>
  ))
}

/** Its state; of a test also that it is one, because nothing was ordered. */
export function EdiStateBadge({ row: { ediState, isTest } }: { row: Pick<EdiRow, 'ediState' | 'isTest'> }) {
  const { t } = useWords()
  return (
    <span className={edi.test}>
      <StateBadge group="edi" value={ediState} />
      {isTest && <Badge tone="amber">{t('edi.inbox.test')}</Badge>}
    </span>
  )
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
      {row.placed.length > 0 && (
        <CardLine>
          <span>
            <EdiOrders placed={row.placed} />
          </span>
        </CardLine>
      )}
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
