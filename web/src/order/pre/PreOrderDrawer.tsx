import { getRecordHistory } from '@kervan/contract/administration/activity'
import type { PreApprovalOrderView } from '@kervan/contract/order/pre-approval'
import type { Side } from '@kervan/contract/order/states'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useState } from 'react'
import type { GridAction, GridPageInfo } from '../../kit/grid/types.ts'
import { useWords, type Translate } from '../../kit/i18n/words.ts'
import { RecordHistory } from '../../kit/record/RecordHistory.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordDrawer } from '../../kit/record/RecordDrawer.tsx'
import {
  FactList,
  keysOf,
  RecordBanner,
  RecordBody,
  RecordFoot,
  useLast,
  usePosition,
} from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import order from '../shared/order.module.css'
import { OrderEvents } from '../shared/OrderEvents.tsx'
import template from '../templates/templates.module.css'
import { PreOrderDocuments } from './PreOrderDocuments.tsx'
import type { ActedPreOrder } from './preActions.tsx'
import { Flags, type PreOrderRow } from './preGrid.tsx'
import { preOrderCalls } from './preOrderCalls.ts'
import { PreOrderLines } from './PreOrderLines.tsx'

type Props = {
  side: Side
  id: string | null
  page: GridPageInfo<PreOrderRow> | null
  actionsOf: (order: ActedPreOrder) => GridAction[]
  onOpen: (id: string | null, options?: { replace?: boolean }) => void
}

/** One pre-approval order beside the list: who wants what, what speaks against it, and what came of it. */
export function PreOrderDrawer({ side, id, page, actionsOf, onOpen }: Props) {
  const { t } = useWords()
  const shown = useLast(id)
  const [tab, setTab] = useState('lines')
  const mayLookBack = useRights().has(getRecordHistory.permission ?? '')
  const asked = useRead(preOrderCalls[side], { preOrderId: shown ?? '' }, { enabled: shown !== null })
  const found = asked.data
  const position = usePosition(page, id, onOpen)
  const actions = found ? actionsOf(found) : []
  return (
    <RecordDrawer
      opened={id !== null}
      onClose={() => onOpen(null)}
      title={found?.preOrderCode ?? ''}
      named="code"
      badges={
        found && (
          <>
            <StateBadge group="preApproval" value={found.preApprovalState} />
            <Flags of={found} />
          </>
        )
      }
      position={position}
      facts={found && <Facts found={found} side={side} />}
      banner={found && found.amountNote !== null && <RecordBanner>{found.amountNote}</RecordBanner>}
      tabs={[
        { key: 'lines', label: t('order.pre.lines'), ...(found && { count: found.lines.length }) },
        {
          key: 'documents',
          label: t('order.document.tab'),
          ...(found && found.documents.length > 0 && { count: found.documents.length }),
        },
        ...(mayLookBack ? [{ key: 'history', label: t('order.detail.history') }] : []),
      ]}
      tab={tab}
      onTab={setTab}
      keys={keysOf(actions)}
      foot={<RecordFoot actions={actions} buttons={3} />}
    >
      {found && tab === 'lines' ? (
        <RecordBody key={shown} fill>
          <PreOrderLines found={found}>
            <section className={order.eventSection}>
              <h3 className={order.sectionTitle}>{t('order.detail.events')}</h3>
              <OrderEvents events={found.events} />
            </section>
          </PreOrderLines>
        </RecordBody>
      ) : (
        <RecordBody key={shown}>
          {!found ? (
            <ReadState asked={asked} />
          ) : tab === 'documents' ? (
            <PreOrderDocuments found={found} side={side} />
          ) : (
            <RecordHistory recordType="preOrder" recordId={found.id} currency={found.currency} />
          )}
        </RecordBody>
      )}
    </RecordDrawer>
  )
}

function Facts({ found, side }: { found: PreApprovalOrderView; side: Side }) {
  const { t, state } = useWords()
  const format = useFormats()
  const path = side === 'manager' ? '/order/order-management' : '/order/my-orders'
  return (
    <FactList
      className={template.facts}
      facts={[
        [t('column.customerName'), found.customerName],
        [t('order.pre.pointOfSale'), `${found.pointOfSaleName} (${found.pointOfSaleCode})`],
        [
          t('order.pre.delivery'),
          `${found.deliveryLocationName}, ${format.date(found.deliveryDate)} · ${state('shipment', found.shipmentMethod)}`,
        ],
        [
          t('column.orderDate'),
          `${format.dateTime(found.orderDate)} · ${found.recordUser} · ${state('channel', found.channel)}`,
        ],
        [t('column.duplicateOf'), found.duplicateOf],
        [t('column.externalPoCode'), found.externalPoCode],
        [
          t('column.externalOrderDate'),
          found.externalOrderDate === null ? null : format.date(found.externalOrderDate),
        ],
        [t('column.externalContact'), found.externalContact],
        [t('order.detail.note'), found.note],
        [t('column.quantity'), format.number(found.quantity)],
        [t('column.total'), found.total === null ? null : format.money(found.total, found.currency)],
        [
          t('order.pre.decidedBy'),
          found.decidedBy === null ? null : `${decider(t, found)}, ${format.dateTime(found.decidedAt)}`,
        ],
        [
          t('order.pre.reason'),
          found.rejectReason === 'None' ? null : state('preApprovalReason', found.rejectReason),
        ],
        [t('order.medula.number'), found.medulaTransactionNo],
        [t('kit.decide.memo'), found.memo],
        [
          t('order.pre.orders'),
          found.orders.length === 0 ? null : (
            <>
              {found.orders.map(({ id, orderCode }) => (
                <Link key={id} to={path} search={{ order: orderCode }} className="k-mono">
                  {orderCode}{' '}
                </Link>
              ))}
            </>
          ),
        ],
      ]}
    />
  )
}

const decider = (t: Translate, { decidedBy, decidedFor }: PreApprovalOrderView) =>
  decidedFor === null ? decidedBy : t('kit.onBehalf', { by: decidedBy, name: decidedFor })
