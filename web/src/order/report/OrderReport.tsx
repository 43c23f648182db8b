import { orderReport } from '@kervan/contract/order/order-report'
import { useTranslation } from 'react-i18next'
import { ReportScreen } from '../../kit/report/ReportScreen.tsx'

const start = {
  rows: ['customer'],
  column: 'month',
  measure: 'quantity',
  only: {},
  names: {},
  sort: 'total',
} as const

/** Orders of up to six months, grouped and pivoted (ORD-018). */
export default function OrderReport() {
  const { t } = useTranslation()
  return (
    <ReportScreen
      report={orderReport}
      title={t('screen.orderReport.title')}
      start={{ ...start, rows: [...start.rows] }}
    />
  )
}
