import { ediMessages } from '@kervan/contract/order/edi'
import {
  closedOrders,
  countOrders,
  externalApprovalOrders,
  pendingOrders,
} from '@kervan/contract/order/order-management'
import { managementWindowMonths } from '@kervan/contract/order/words'
import { screens } from '@kervan/contract/shell/screens'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/call/query.ts'
import { useSession } from '../../kit/call/session.ts'
import { useRights } from '../../kit/call/rights.ts'
import type { PageTab } from '../../kit/page/PageFrame.tsx'
import { windowFault } from '../../kit/values/dateWindow.ts'
import { useFormats } from '../../kit/values/format.ts'
import { countWords, type TabCount } from '../shared/counts.ts'
import { managementWindow } from '../windows.ts'
import { managementTabs, type ManagementTab } from './search.ts'

/** Each tab of the screen itself with its permission and its list. */
export const ordersOf = {
  toDecide: { list: pendingOrders, permission: 'PendingOrders' },
  inFulfilment: { list: pendingOrders, permission: 'PendingOrders' },
  closed: { list: closedOrders, permission: 'ClosedOrders' },
  external: { list: externalApprovalOrders, permission: 'ExternalApprovalOrders' },
} as const satisfies Record<ManagementTab, object>

const preApproval = screens.find(({ key }) => key === 'preOrderManagement')
const ediInbox = screens.find(({ key }) => key === 'ediInbox')

type Dates = { from?: string | undefined; to?: string | undefined }

/**
 * The tabs of everything that is decided on orders: those of Order Management, and the screens beside it. Each of them
 * shows all that the reader may open; `tab` is shown whatever the company has set. `here` is the window that is chosen on Order Management, when that is the screen.
 */
export function useManagementTabs(here?: Dates, tab?: string) {
  const { t } = useTranslation()
  const format = useFormats()
  const rights = useRights()
  const preApproves = useSession()?.PreApproves === true
  const allowed = managementTabs.filter((tab) => rights.has(ordersOf[tab].permission))
  const dates = here ?? {}
  const window = managementWindow(dates)
  const isWindow = windowFault(window, managementWindowMonths) === null
  const counts = useRead(countOrders, window, {
    enabled: isWindow && rights.has(countOrders.permission ?? ''),
  }).data
  const words: Record<ManagementTab, string> = {
    toDecide: t('order.management.toDecide'),
    inFulfilment: t('order.management.inFulfilment'),
    closed: t('order.management.closed'),
    external: t('order.management.external'),
  }
  const late = (counted: TabCount | undefined): string | null =>
    counted?.late
      ? t('order.management.late', { count: counted.late, amount: format.number(counted.late) })
      : null
  const due: Record<ManagementTab, string | null> = {
    toDecide: countWords(counts?.toDecide, format),
    inFulfilment: late(counts?.inFulfilment),
    external: late(counts?.externalApproval),
    closed: null,
  }
  const tabs: PageTab[] = [
    ...allowed.map((key) => ({
      key,
      label: words[key],
      // What is due: orders to decide, and of those that somebody else works on the ones that are late.
      count: due[key],
      ...(here ? {} : { to: '/order/order-management' }),
      search: { tab: key, ...(dates.from || dates.to ? { from: dates.from, to: dates.to } : {}) },
    })),
    // Where no order is approved twice the tab would be empty for ever.
    ...(preApproval && rights.has(preApproval.permission) && (preApproves || tab === 'preApproval')
      ? [{ key: 'preApproval', label: t('order.management.preApproval'), to: preApproval.path }]
      : []),
    ...(ediInbox && rights.has(ediMessages.page.permission ?? '')
      ? [
          {
            key: 'edi',
            label: t('screen.ediInbox.title'),
            to: ediInbox.path,
            count: counts?.openEdiMessages ? format.number(counts.openEdiMessages) : null,
          },
        ]
      : []),
  ]
  return { tabs, tabsLabel: t('order.management.tabs'), allowed, words }
}
