import { getWorkOrder, type WorkOrder, type workOrders } from '@kervan/contract/services/work-orders'
import type { RowOf } from '@kervan/contract/kit/page'
import { usePolled } from '../../kit/call/usePolled.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useHistoryTab } from '../../kit/record/historyTab.tsx'
import { FactList, RecordBanner, useLast } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { RecordScreen, type RecordPlace } from '../../kit/record/RecordScreen.tsx'
import css from '../services.module.css'
import { useWorkOrderActions } from './workOrderActions.tsx'

type Props = RecordPlace<RowOf<typeof workOrders>>

/** A work order with why it was proposed, what both sides have and sell, and what the ERP said. */
export function WorkOrderDrawer({ id, page, onOpen }: Props) {
  const { t } = useWords()
  const shown = useLast(id)
  const asked = usePolled(
    getWorkOrder,
    { workOrderId: shown ?? '' },
    {
      everyMs: 3_000,
      enabled: id !== null,
      until: ({ workOrderState }) => workOrderState !== 'TransferPending',
    },
  )
  const { data: found } = asked
  const { actionsOf, dialog } = useWorkOrderActions()
  const history = useHistoryTab<WorkOrder>('workOrder', (order) => order.id, t('workOrders.tab.history'))
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      asked={asked}
      title={({ workOrderCode }) => workOrderCode}
      untitled={t('column.workOrderCode')}
      named="code"
      badges={({ workOrderState }) => <StateBadge group="workOrderState" value={workOrderState} />}
      facts={(order) => <Facts found={order} />}
      banner={(order) => <Banner found={order} />}
      tabs={[
        { key: 'reasons', label: t('workOrders.tab.reasons'), show: (order) => <Reasons found={order} /> },
        ...history,
      ]}
      actions={found ? actionsOf(found) : []}
      dialog={dialog}
    />
  )
}

function Banner({ found }: { found: WorkOrder }) {
  const { t } = useWords()
  const format = useFormats()
  const { workOrderState, failureNote, mutedUntil } = found
  const text =
    workOrderState === 'TransferredNotSynced'
      ? t('workOrders.notSynced')
      : workOrderState === 'TransferPending'
        ? t('workOrders.inProgress')
        : (failureNote ??
          (mutedUntil === null ? null : t('workOrders.mutedUntil', { day: format.date(mutedUntil) })))
  return text === null ? null : <RecordBanner>{text}</RecordBanner>
}

function Facts({ found }: { found: WorkOrder }) {
  const { t, column, state } = useWords()
  const format = useFormats()
  return (
    <FactList
      className={css.facts}
      facts={[
        [column('productName'), `${found.productName} (${found.productCode})`],
        [column('workOrderType'), state('workOrderType', found.workOrderType)],
        [column('senderName'), `${found.sender.name} (${found.sender.code})`],
        [column('recipientName'), `${found.recipient.name} (${found.recipient.code})`],
        [t('workOrders.swap.field'), found.substitute],
        [t('workOrders.override.amount'), format.number(found.amount)],
        [column('proposedAmount'), format.number(found.proposedAmount)],
        [column('serviceDate'), format.date(found.serviceDate)],
        [column('runCode'), found.runCode],
        [t('workOrders.orderBy'), found.orderBy === null ? null : format.date(found.orderBy)],
        [t('workOrders.nextDates'), found.nextDates.map((day) => format.date(day)).join(', ') || null],
        [t('workOrders.document'), found.transferCode],
        [column('responseMessage'), found.responseMessage],
        [
          t('workOrders.override.reason'),
          found.overrideReason === null
            ? null
            : [state('overrideReason', found.overrideReason), found.overrideNote, found.overriddenBy]
                .filter(Boolean)
                .join(' · '),
        ],
      ]}
    />
  )
}

const figures = ['stock', 'inTransit', 'lastWeek', 'lastFourWeeks', 'season', 'cover'] as const

function Reasons({ found }: { found: WorkOrder }) {
  const { t } = useWords()
  const format = useFormats()
  const figure = (value: number | null) => (value === null ? '–' : format.number(Math.round(value)))
  return (
    <>
      <h3>{t('workOrders.reasons')}</h3>
      <ul>
        {found.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <table className={css.figures}>
        <thead>
          <tr>
            <th scope="col">{t('workOrders.sales')}</th>
            <th scope="col">{t('workOrders.sender')}</th>
            <th scope="col">{t('workOrders.recipient')}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map((name) => (
            <tr key={name}>
              <th scope="row">{t(`workOrders.figure.${name}`)}</th>
              <td>{figure(found.sender[name])}</td>
              <td>{figure(found.recipient[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
