import { orderReport } from '@kervan/contract/order/order-report'
import { FigureScope } from '@kervan/contract/order/order-report'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReportScreen } from '../../kit/report/ReportScreen.tsx'
import { ReportOrders, type OrdersBehind } from './ReportOrders.tsx'

const start = {
  rows: ['customer'],
  column: 'month',
  measure: 'quantity',
  only: {},
  names: {},
  sort: 'total',
} as const

/** Orders of up to six months, grouped and pivoted; a figure leads to its orders (ORD-018). */
export default function OrderReport() {
  const { t } = useTranslation()
  const [behind, setBehind] = useState<OrdersBehind | null>(null)
  return (
    <>
      <ReportScreen
        report={orderReport}
        of="orders"
        name="orderReport"
        title={t('screen.orderReport.title')}
        start={{ ...start, rows: [...start.rows] }}
        onFigure={({ window, names, only }) =>
          window && setBehind({ ...window, names, only: FigureScope.parse(only) })
        }
      />
      {behind && <ReportOrders behind={behind} onClose={() => setBehind(null)} />}
    </>
  )
}
