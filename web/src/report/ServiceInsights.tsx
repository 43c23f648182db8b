import {
  insightRows,
  InsightScope,
  serviceInsights,
  updateServiceInsights,
} from '@kervan/contract/report/service-insights'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '../kit/call/rights.ts'
import { useSession } from '../kit/call/session.ts'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { FigureDialog } from '../kit/report/FigureDialog.tsx'
import { ReportScreen } from '../kit/report/ReportScreen.tsx'
import type { ReportView } from '../kit/report/reportView.ts'
import type { DayWindow } from '../kit/values/dateWindow.ts'

const start: ReportView = {
  rows: ['workOrderType'],
  column: 'month',
  measure: 'promisedBenefit',
  only: {},
  names: {},
  sort: 'total',
}

type Behind = DayWindow & { only: InsightScope; names: string[] }

/** What work orders promised, how far they were followed, and what they brought (SVC-010). */
export default function ServiceInsights() {
  const { t } = useTranslation()
  const hidesPrices = useSession()?.PricesHidden === true
  const [behind, setBehind] = useState<Behind | null>(null)
  return (
    <>
      <ReportScreen
        report={serviceInsights}
        of="workOrders"
        name="serviceInsights"
        title={t('screen.serviceInsights.title')}
        start={hidesPrices ? { ...start, measure: 'workOrders' } : start}
        update={updateServiceInsights}
        onFigure={({ window, only, names }) =>
          window && setBehind({ ...window, only: InsightScope.parse(only), names })
        }
      />
      {behind && <WorkOrders behind={behind} onClose={() => setBehind(null)} />}
    </>
  )
}

function WorkOrders({ behind: { from, to, only, names }, onClose }: { behind: Behind; onClose: () => void }) {
  const navigate = useNavigate()
  const seesWorkOrders = useRights().has('WorkOrderManagement')
  return (
    <FigureDialog of="workOrders" names={names} onClose={onClose}>
      {(title) => (
        <DataGrid
          list={insightRows}
          scope={{ from, to, only }}
          state="own"
          label={title}
          nouns="report.count"
          selectable={false}
          columns={{
            workOrderCode: { pinned: true, width: 150 },
            serviceDate: { width: 104 },
            workOrderType: { width: 170 },
            workOrderState: { badge: true, width: 140 },
            senderName: { width: 140 },
            recipientName: { width: 140 },
            productName: { width: 160 },
            proposedAmount: { width: 90 },
            amount: { width: 80 },
            transferredAmount: { width: 96 },
            lateDays: { hidden: true },
            promisedBenefit: { width: 116 },
            realisedBenefit: { width: 116 },
          }}
          {...(seesWorkOrders && {
            onOpen: ({ workOrderCode }) =>
              void navigate({
                to: '/services/work-order-management',
                search: { from, to, q: workOrderCode },
              }),
          })}
        />
      )}
    </FigureDialog>
  )
}
