import { orderReportOrders, type FigureScope } from '@kervan/contract/order/order-report'
import { useNavigate } from '@tanstack/react-router'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { FigureDialog } from '../../kit/report/FigureDialog.tsx'

export type OrdersBehind = { from: string; to: string; only: FigureScope; names: string[] }

/** The orders behind a figure of the report, each with what of it the figure counts (ORD-018). */
export function ReportOrders({ behind, onClose }: { behind: OrdersBehind; onClose: () => void }) {
  const rights = useRights()
  const navigate = useNavigate()
  const { from, to, only, names } = behind
  const management = rights.has('OrderManagement')
  const isOffered = management || rights.has('MyOrders')
  return (
    <FigureDialog of="orders" names={names} onClose={onClose}>
      {(title) => (
        <DataGrid
          list={orderReportOrders}
          scope={{ from, to, only }}
          state="own"
          label={title}
          nouns="order.management.count"
          selectable={false}
          columns={{
            orderCode: { pinned: true, width: 118 },
            customerName: { width: 170 },
            orderDate: { width: 122, short: true },
            lineCount: { width: 56 },
            demandQuantity: { width: 84 },
            confirmedQuantity: { width: 88 },
            completedQuantity: { width: 84 },
            rejectedQuantity: { hidden: true },
            total: { width: 124 },
            deliveryLocationName: { hidden: true },
            deliveryDate: { hidden: true },
            shownState: { badge: true, width: 150 },
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
      )}
    </FigureDialog>
  )
}
