import { getWorkOrder, type WorkOrder, type workOrders } from '@kervan/contract/services/work-orders'
import type { RowOf } from '@kervan/contract/kit/page'
import { useState } from 'react'
import { usePolled } from '../../kit/call/usePolled.ts'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordDrawer } from '../../kit/record/RecordDrawer.tsx'
import { RecordHistory } from '../../kit/record/RecordHistory.tsx'
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
import css from '../services.module.css'
import { useWorkOrderActions } from './workOrderActions.tsx'

type Props = {
  id: string | null
  page: GridPageInfo<RowOf<typeof workOrders>> | null
  onOpen: (id: string | null, options?: { replace?: boolean }) => void
}
const tabs = ['reasons', 'history'] as const

/** A work order with why it was proposed, what both sides have and sell, and what the ERP said. */
export function WorkOrderDrawer({ id, page, onOpen }: Props) {
  const { t } = useWords()
  const shown = useLast(id)
  const [tab, setTab] = useState<(typeof tabs)[number]>('reasons')
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
  const actions = found ? actionsOf(found) : []
  return (
    <RecordDrawer
      opened={id !== null}
      onClose={() => onOpen(null)}
      title={found?.workOrderCode ?? t('column.workOrderCode')}
      named="code"
      position={usePosition(page, id, onOpen)}
      badges={found && <StateBadge group="workOrderState" value={found.workOrderState} />}
      facts={found && <Facts found={found} />}
      banner={found && <Banner found={found} />}
      tabs={tabs.map((key) => ({ key, label: t(`workOrders.tab.${key}`) }))}
      tab={tab}
      onTab={setTab}
      keys={keysOf(actions)}
      foot={<RecordFoot actions={actions} buttons={2} />}
    >
      <RecordBody key={`${shown} ${tab}`}>
        {!found ? (
          <ReadState asked={asked} />
        ) : tab === 'history' ? (
          <RecordHistory recordType="workOrder" recordId={found.id} />
        ) : (
          <Reasons found={found} />
        )}
      </RecordBody>
      {dialog}
    </RecordDrawer>
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
        [column('amount'), format.number(found.amount)],
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
