import { getRecordHistory } from '@kervan/contract/administration/activity'
import type { OrderView } from '@kervan/contract/order/order-view'
import type { Side } from '@kervan/contract/order/states'
import { useTranslation } from 'react-i18next'
import { useRights } from '../../kit/call/rights.ts'
import { RecordHistory } from '../../kit/record/RecordHistory.tsx'
import { RecordBody } from '../../kit/record/RecordParts.tsx'
import css from './order.module.css'
import { OrderDetails } from './OrderDetails.tsx'
import { OrderDocuments } from './OrderDocuments.tsx'
import { OrderEvents } from './OrderEvents.tsx'
import { OrderLines, type LineView } from './OrderLines.tsx'
import type { LineWork } from './useLineWork.ts'

export type DrawerPart = 'lines' | 'documents' | 'contact' | 'history'

const newest = 5

/** What is shown of the order: its lines with the newest events, its documents, its contact, or all that happened. */
export function OrderPart({
  part,
  order,
  side,
  work,
  view,
  onView,
  onHistory,
  onOpen,
}: {
  part: DrawerPart
  order: OrderView
  side: Side
  work: LineWork
  view: LineView
  onView: (view: LineView) => void
  onHistory: () => void
  onOpen: (code: string | null, options?: { replace?: boolean }) => void
}) {
  const { t } = useTranslation()
  const maySeeChanges = useRights().has(getRecordHistory.permission ?? '')
  if (part === 'documents')
    return (
      <RecordBody>
        <OrderDocuments order={order} side={side} />
      </RecordBody>
    )
  if (part === 'contact')
    return (
      <RecordBody>
        <OrderDetails order={order} onOpen={onOpen} />
      </RecordBody>
    )
  if (part === 'history')
    return (
      <RecordBody>
        {maySeeChanges ? (
          <RecordHistory recordType="order" recordId={order.id} currency={order.currency} />
        ) : (
          <OrderEvents events={order.events} />
        )}
      </RecordBody>
    )
  return (
    <div className={css.linesPart} data-part="lines">
      <OrderLines order={order} work={work} view={view} onView={onView}>
        <section className={css.eventSection}>
          <div className={css.sectionHead}>
            <h3 className={css.sectionTitle}>{t('order.detail.events')}</h3>
            {order.events.length > newest && (
              <button type="button" className={css.link} onClick={onHistory}>
                {t('order.detail.showAllEvents', { count: order.events.length })}
              </button>
            )}
          </div>
          <OrderEvents events={order.events.slice(0, newest)} />
        </section>
      </OrderLines>
    </div>
  )
}
