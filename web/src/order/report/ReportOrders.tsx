import { orderReportOrders, type FigureScope } from '@kervan/contract/order/order-report'
import { useNavigate } from '@tanstack/react-router'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { useWords } from '../../kit/i18n/words.ts'
import css from './reportOrders.module.css'

export type OrdersBehind = { from: string; to: string; only: FigureScope; names: string[] }

/** The orders behind a figure of the report, each with what of it the figure counts (ORD-018). */
export function ReportOrders({ behind, onClose }: { behind: OrdersBehind; onClose: () => void }) {
  const { t } = useWords()
  const rights = useRights()
  const navigate = useNavigate()
  const { from, to, only, names } = behind
  const management = rights.has('OrderManagement')
  const isOffered = management || rights.has('MyOrders')
  return (
    <PlainDialog size={1120} title={[t('report.orders'), ...names].join(' · ')} onClose={onClose}>
      <div className={css.grid}>
        <DataGrid
          list={orderReportOrders}
          scope={{ from, to, only }}
          state="own"
          label={t('report.orders')}
          nouns="order.management.count"
          selectable={false}
          columns={{
            orderCode: { pinned: true },
            customerName: {},
            orderDate: { width: 104, short: true },
            lineCount: {},
            demandQuantity: {},
            quantity: {},
            completedQuantity: {},
            rejectedQuantity: { hidden: true },
            total: {},
            deliveryLocationName: { hidden: true },
            deliveryDate: {},
            shownState: { badge: true },
          }}
          {...(isOffered && {
            onOpen: ({ orderCode, place }) =>
              void navigate(
                management
                  ? { to: '/order/order-management', search: { tab: place, order: orderCode } }
                  : {
                      to: '/order/my-orders',
                      search: {
                        ...(place === 'closed' && { tab: 'past' }),
                        order: orderCode,
                      },
                    },
              ),
          })}
        />
      </div>
    </PlainDialog>
  )
}
