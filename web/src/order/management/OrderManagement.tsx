import { pendingOrders } from '@kervan/contract/order/order-management'
import type { LineAction } from '@kervan/contract/order/states'
import { managementWindowMonths, type ShownOrderState } from '@kervan/contract/order/words'
import { IconClipboardList, IconGauge, IconReportAnalytics, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { windowFault } from '../../kit/values/dateWindow.ts'
import { DateWindow } from '../../kit/values/DateWindow.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { ColumnView } from '../../kit/grid/gridState.ts'
import type { GridPageInfo, Selected } from '../../kit/grid/types.ts'
import { NoRight } from '../../kit/page/NoRight.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useSession } from '../../kit/call/session.ts'
import { useRecordActions, type RecordAction } from '../../kit/record/recordActions.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useFormats } from '../../kit/values/format.ts'
import { Badge } from '../../kit/values/StateBadge.tsx'
import { managerActions, notifyAgain, ofOrders, type OrderAction } from '../shared/orderActions.tsx'
import { WindowRefused } from '../../kit/values/WindowRefused.tsx'
import { HeadLink } from '../../kit/page/LinkButton.tsx'
import { NewOrderButton } from '../shared/NewOrderButton.tsx'
import { OrderDrawer } from '../shared/OrderDrawer.tsx'
import { OrderCard, orderColumnViews, orderRenderers, type OrderRow } from '../shared/orderGrid.tsx'
import { managementWindow } from '../windows.ts'
import { ActingFor } from '../deputies/ActingFor.tsx'
import { NewOrders } from './NewOrders.tsx'
import { isPart, managementSearch, type ManagementTab } from './search.ts'
import { ordersOf, useManagementTabs } from './useManagementTabs.ts'

type Tab = {
  /** The names get the room of what would say nothing here. */
  columns: Readonly<Record<keyof typeof orderColumnViews, ColumnView<OrderRow>>>
  actions: readonly LineAction[]
  states: readonly ShownOrderState[]
  /** Approved lines stand here, which the health-insurance service is told of. */
  notifies?: true
}
const hiding = (column: 'completedRatio' | 'lastEventDate') => ({
  ...orderColumnViews,
  [column]: { ...orderColumnViews[column], hidden: true },
})
const tabParts: Record<ManagementTab, Tab> = {
  toDecide: {
    columns: {
      ...hiding('completedRatio'),
      overQuota: { ...orderColumnViews.overQuota, hidden: false },
    },
    actions: ['approve', 'revise', 'reject', 'revert', 'sendExternal', 'overrideQuota'],
    states: ['Request', 'Revised', 'Processing'],
  },
  inFulfilment: {
    columns: hiding('lastEventDate'),
    actions: ['revert'],
    states: ['Processing', 'Request', 'Revised'],
    notifies: true,
  },
  closed: {
    columns: orderColumnViews,
    actions: ['revert', 'overrideQuota'],
    states: ['Completed', 'Rejected', 'Cancelled'],
    notifies: true,
  },
  external: {
    columns: hiding('completedRatio'),
    actions: ['acceptExternal', 'refuseExternal', 'revert'],
    states: [],
  },
}

/** Where orders are decided on (ORD-010): a tab for each kind of waiting, each with its own permission and its own call. */
export default function OrderManagement() {
  const { t } = useTranslation()
  const rights = useRights()
  const session = useSession()
  const [search, change] = useScreenSearch(managementSearch)
  const [page, setPage] = useState<GridPageInfo<OrderRow> | null>(null)
  const [revises, setRevises] = useState<string | null>(null)

  const { tabs, tabsLabel, allowed, words } = useManagementTabs(search)
  const tab = search.tab ?? allowed[0] ?? 'toDecide'
  const parts = tabParts[tab]
  const { list, permission } = ordersOf[tab]
  const isAllowed = allowed.includes(tab)
  const window = managementWindow(search)
  const isWindow = windowFault(window, managementWindowMonths) === null

  const open = (code: string | null, options?: { replace?: boolean }) => {
    setRevises(null)
    change({ order: code ?? undefined }, options)
  }
  const startRevising = (row: OrderRow) => {
    open(row.orderCode)
    setRevises(row.orderCode)
  }
  const here = (action: OrderAction): RecordAction<OrderRow> => {
    if (action.key === 'revise') return { ...action, run: startRevising }
    const from = tab === 'closed' || tab === 'external' ? tab : 'pending'
    const isTold = action.key === 'overrideQuota' || (action.key === 'revert' && from !== 'pending')
    return isTold ? { ...action, bulk: { ...action.bulk, input: { tab: from } } } : action
  }
  const { grid, dialog } = useRecordActions<OrderRow>(
    [
      ...managerActions.filter(({ key }) => parts.actions.includes(key)).map(here),
      ...(session?.NotifiesMedula && parts.notifies ? [notifyAgain(tab === 'closed' ? tab : 'pending')] : []),
    ],
    ofOrders,
  )

  return (
    <PageFrame
      title={t('screen.orderManagement.title')}
      tabs={tabs}
      tab={tab}
      tabsLabel={tabsLabel}
      actions={
        <>
          {rights.has('QuotaManagement') && (
            <HeadLink
              to="/services/service-settings"
              icon={IconSettings}
              label={t('order.management.settings')}
            />
          )}
          {rights.has('OrderInsights') && (
            <HeadLink
              to="/report/order-report"
              icon={IconReportAnalytics}
              label={t('order.management.report')}
            />
          )}
          <NewOrderButton />
        </>
      }
    >
      <ActingFor />
      {!isAllowed ? (
        <NoRight title={t('order.management.denied', { tab: words[tab] })} permission={permission} />
      ) : !isWindow ? (
        <WindowRefused
          window={window}
          months={managementWindowMonths}
          onChange={(mended) => change({ ...mended, page: undefined })}
        />
      ) : (
        <DataGrid
          key={tab}
          list={list}
          scope={isPart(tab) ? { ...window, part: tab } : window}
          label={t('screen.orderManagement.title')}
          nouns="order.management.count"
          searchLabel={t('order.management.search')}
          columns={parts.columns}
          renderers={orderRenderers}
          {...(parts.states.length > 0 && {
            quickFilter: tab === 'toDecide' ? ['shownState', 'overQuota'] : 'shownState',
            quickValues: parts.states,
          })}
          filters={
            <>
              <DateWindow
                value={window}
                months={managementWindowMonths}
                label={t('order.management.window')}
                onChange={(next) => change({ ...next, page: undefined })}
              />
            </>
          }
          notice={tab === 'toDecide' && page && <NewOrders window={window} since={page.asOf} />}
          onPage={setPage}
          onOpen={(row) => open(row.orderCode)}
          openId={page?.rows.find(({ orderCode }) => orderCode === search.order)?.id ?? null}
          {...grid}
          bulkNote={tab === 'toDecide' ? overQuota : backorders}
          card={customerCard}
          empty={{ title: t(emptyWords[tab].title), text: t(emptyWords[tab].text), icon: IconClipboardList }}
        />
      )}
      <OrderDrawer
        side="manager"
        code={search.order ?? null}
        page={page}
        revises={revises !== null && revises === search.order}
        onOpen={open}
      />
      {dialog}
    </PageFrame>
  )
}

const overQuota = (selected: Selected<OrderRow>) => <OverQuota selected={selected} />
const backorders = (selected: Selected<OrderRow>) => <Backorders selected={selected} />
const customerCard = (row: OrderRow) => <OrderCard row={row} who="customer" />

const emptyWords = {
  toDecide: { title: 'order.management.emptyToDecide', text: 'order.management.emptyToDecideText' },
  inFulfilment: {
    title: 'order.management.emptyInFulfilment',
    text: 'order.management.emptyInFulfilmentText',
  },
  closed: { title: 'order.management.emptyClosed', text: 'order.management.emptyClosedText' },
  external: { title: 'order.management.emptyExternal', text: 'order.management.emptyExternalText' },
} as const

/** Orders with lines over a quota: the risk of approving the selection, told before it is asked. */
function OverQuota({ selected }: { selected: Selected<OrderRow> }) {
  const { t } = useTranslation()
  const format = useFormats()
  const count = useChosen(selected, overQuotaRows)
  if (count <= 0) return null
  return (
    <Badge tone="amber" icon={IconGauge}>
      {t('order.management.overQuota', { amount: format.number(count) })}
    </Badge>
  )
}

/** Nobody decides on backorders; better said before than after (ORD-010). */
function Backorders({ selected }: { selected: Selected<OrderRow> }) {
  const { t } = useTranslation()
  const count = useChosen(selected, backorderRows)
  if (count <= 0) return null
  return <Badge tone="amber">{t('order.management.backorders', { count })}</Badge>
}

/** Some of the chosen rows: how they are told in memory, and by which filters the server finds them. */
type Some = { is: (row: OrderRow) => boolean; filters: Record<string, unknown> }
const overQuotaRows: Some = { is: (row) => row.overQuota, filters: { overQuota: { is: true } } }
const backorderRows: Some = {
  is: ({ type }) => type === 'Backorder',
  filters: { type: { in: ['Backorder'] } },
}

/** How many of the chosen orders are such. Of all that match the server counts them. */
function useChosen({ selection, isAll, rows }: Selected<OrderRow>, { is, filters }: Some): number {
  const query = selection.mode === 'query' ? selection.query : null
  const asked = useRead(
    pendingOrders.page,
    { page: 1, pageSize: 50, ...query, filters: { ...query?.filters, ...filters } } as never,
    { enabled: isAll && query !== null },
  ).data
  if (!isAll) return rows.filter(is).length
  const left = selection.mode === 'query' ? selection.exclude : []
  return (asked?.total ?? 0) - (asked?.rows.filter(({ id }) => left.includes(id)).length ?? 0)
}
