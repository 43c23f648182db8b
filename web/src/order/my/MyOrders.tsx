import { cancelAllPending, myPastOrders, myPendingOrders, reorder } from '@kervan/contract/order/order-my'
import { myOrderDocuments } from '@kervan/contract/order/order-documents'
import { myPreApprovalOrders } from '@kervan/contract/order/pre-approval'
import { applicantWindowMonths, type ShownOrderState } from '@kervan/contract/order/words'
import { ActionIcon, Menu } from '@mantine/core'
import { IconBan, IconClipboardList, IconDots, IconShoppingCartPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '@kervan/contract/kit/call'
import { BulkDialog } from '../../kit/bulk/BulkDialog.tsx'
import { windowFault } from '../../kit/values/dateWindow.ts'
import { DateWindow } from '../../kit/values/DateWindow.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { NoRight } from '../../kit/page/NoRight.tsx'
import { PageFrame, type PageTab } from '../../kit/page/PageFrame.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { useRecordActions } from '../../kit/record/recordActions.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { cancelAction, ofOrders } from '../shared/orderActions.tsx'
import { WindowRefused } from '../../kit/values/WindowRefused.tsx'
import { NewOrderButton } from '../shared/NewOrderButton.tsx'
import css from '../shared/order.module.css'
import { OrderDrawer } from '../shared/OrderDrawer.tsx'
import { myOrderColumnViews, OrderCard, orderRenderers, type OrderRow } from '../shared/orderGrid.tsx'
import { PreOrders } from '../pre/PreOrders.tsx'
import { MyDocuments } from './MyDocuments.tsx'
import { ReorderDialog } from '../shared/ReorderDialog.tsx'
import { myEarliest, myWindow } from '../windows.ts'
import { mySearch, myTabs, type MyTab } from './search.ts'

const states: Record<OrderTab, readonly ShownOrderState[]> = {
  pending: ['Request', 'Revised', 'WaitingExternalApproval', 'Processing'],
  past: ['Completed', 'Rejected', 'Cancelled'],
}
const locationCard = (row: OrderRow) => <OrderCard row={row} who="location" />
type OrderTab = Exclude<MyTab, 'preApproval' | 'documents'>
const lists = {
  pending: myPendingOrders,
  past: myPastOrders,
  preApproval: myPreApprovalOrders,
  documents: myOrderDocuments,
}

/** What the user has ordered (ORD-011): still open or done with, to follow, to cancel and to order again. */
export default function MyOrders() {
  const { t } = useTranslation()
  const rights = useRights()
  const [search, change] = useScreenSearch(mySearch)
  const [page, setPage] = useState<GridPageInfo<OrderRow> | null>(null)
  const [cancelsAll, setCancelsAll] = useState(false)
  const [added, setAdded] = useState<{ code: string; answer: OutputOf<typeof reorder> } | null>(null)
  const again = useCall(reorder, { refreshes: ['OrderNew'], failed: t('order.my.notReordered') })

  const holds = (call: { permission: string | null }) => rights.has(call.permission ?? '')
  const allowed = myTabs.filter((tab) => holds(lists[tab].page))
  const tab = search.tab ?? allowed[0] ?? 'pending'
  const window = myWindow(search)
  const isWindow = windowFault(window, applicantWindowMonths, myEarliest()) === null
  const tabWords: Record<MyTab, string> = {
    pending: t('order.my.pending'),
    past: t('order.my.past'),
    preApproval: t('order.management.preApproval'),
    documents: t('order.document.tab'),
  }
  const dates = search.from || search.to ? { from: search.from, to: search.to } : {}
  const tabs = allowed.map((key): PageTab => ({
    key,
    label: tabWords[key],
    search: { tab: key, ...dates },
  }))

  const open = (code: string | null, options?: { replace?: boolean }) =>
    change({ order: code ?? undefined }, options)
  const orderAgain = async (orderCode: string) => {
    const answer = await again.run({ orderCode })
    if (answer) setAdded({ code: orderCode, answer })
  }
  const mayCancel = holds(cancelAllPending) && tab === 'pending'
  const { grid, dialog } = useRecordActions<OrderRow>(
    [
      {
        key: 'reorder',
        label: 'order.my.reorder',
        icon: IconShoppingCartPlus,
        hotkey: 'o',
        call: reorder,
        run: (row) => void orderAgain(row.orderCode),
      },
      ...(mayCancel ? [cancelAction] : []),
    ],
    ofOrders,
  )
  const isFiltered = search.q !== undefined || search.f !== undefined
  const offersAll = mayCancel && isWindow && !isFiltered && page !== null && page.total > 0

  return (
    <PageFrame
      title={t('screen.myOrders.title')}
      tabs={tabs}
      tab={tab}
      tabsLabel={t('order.management.tabs')}
      actions={
        <>
          <NewOrderButton />
          {offersAll && <MoreMenu onCancelAll={() => setCancelsAll(true)} />}
        </>
      }
    >
      {!allowed.includes(tab) ? (
        <NoRight
          title={t('order.management.denied', { tab: tabWords[tab] })}
          permission={lists[tab].page.permission ?? ''}
        />
      ) : tab === 'preApproval' ? (
        <PreOrders side="owner" search={search} change={change} />
      ) : tab === 'documents' ? (
        <MyDocuments search={search} change={change} />
      ) : !isWindow ? (
        <WindowRefused
          window={window}
          months={applicantWindowMonths}
          earliest={myEarliest()}
          onChange={(mended) => change({ ...mended, page: undefined })}
        />
      ) : (
        <DataGrid
          key={tab}
          list={lists[tab]}
          scope={window}
          label={t('screen.myOrders.title')}
          nouns="order.management.count"
          searchLabel={t('order.my.search')}
          columns={myOrderColumnViews}
          renderers={orderRenderers}
          quickFilter="shownState"
          quickValues={states[tab]}
          filters={
            <DateWindow
              value={window}
              months={applicantWindowMonths}
              earliest={myEarliest()}
              label={t('order.management.window')}
              onChange={(next) => change({ ...next, page: undefined })}
            />
          }
          onPage={setPage}
          onOpen={(row) => open(row.orderCode)}
          openId={page?.rows.find(({ orderCode }) => orderCode === search.order)?.id ?? null}
          {...grid}
          card={locationCard}
          empty={{
            title: t(tab === 'pending' ? 'order.my.emptyPending' : 'order.my.emptyPast'),
            text: t(tab === 'pending' ? 'order.my.emptyPendingText' : 'order.my.emptyPastText'),
            icon: IconClipboardList,
            actions: <NewOrderButton named />,
          }}
        />
      )}
      <OrderDrawer
        key={tab === 'documents' ? 'documents' : 'orders'}
        begins={tab === 'documents' ? 'documents' : 'lines'}
        side="owner"
        code={search.order ?? null}
        page={page}
        onOpen={open}
        {...(holds(reorder) ? { onReorder: (code: string) => void orderAgain(code) } : {})}
      />
      {dialog}
      {cancelsAll && page && (
        <BulkDialog
          action={{ ...ofOrders, ...cancelAction.bulk, call: cancelAllPending, danger: true }}
          selection={{
            mode: 'query',
            query: { sort: [], filters: {}, search: '', ...window },
            exclude: [],
            asOf: page.asOf,
          }}
          count={page.total}
          countIsExact={page.totalIsExact}
          onClose={() => setCancelsAll(false)}
        />
      )}
      {added && (
        <ReorderDialog
          title={t(added.answer.added > 0 ? 'order.my.reordered' : 'order.my.nothingReordered', {
            code: added.code,
          })}
          answer={added.answer}
          onClose={() => setAdded(null)}
        />
      )}
      <span className="k-hidden" aria-live="polite">
        {again.isPending ? t('order.my.reordering') : ''}
      </span>
    </PageFrame>
  )
}

/** What is seldom wanted and cannot be taken back stands behind a menu, not beside New order. */
function MoreMenu({ onCancelAll }: { onCancelAll: () => void }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={t('order.my.more')} title={t('order.my.more')}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          className={css.danger ?? ''}
          leftSection={<IconBan size={16} aria-hidden />}
          onClick={onCancelAll}
        >
          {t('order.my.cancelAll')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
