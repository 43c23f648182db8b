import {
  stockSense,
  stockSenseItems,
  StockSenseScope,
  updateStockSense,
} from '@kervan/contract/report/stock-sense'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '../kit/call/rights.ts'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { FigureDialog } from '../kit/report/FigureDialog.tsx'
import { ReportScreen } from '../kit/report/ReportScreen.tsx'

const start = {
  rows: ['locationGroup', 'category'],
  column: 'coverClass',
  measure: 'places',
  only: {},
  names: {},
  sort: 'total',
} as const

type Behind = { only: StockSenseScope; names: string[] }

/** How long stock lasts by location and product, what is lost, and the work order or the reason behind it (RPT-001). */
export default function StockSense() {
  const { t } = useTranslation()
  const [behind, setBehind] = useState<Behind | null>(null)
  return (
    <>
      <ReportScreen
        report={stockSense}
        of="stock"
        title={t('screen.stockSenseReport.title')}
        start={{ ...start, rows: [...start.rows] }}
        update={updateStockSense}
        onFigure={({ only, names }) => setBehind({ only: StockSenseScope.parse(only), names })}
      />
      {behind && <Items behind={behind} onClose={() => setBehind(null)} />}
    </>
  )
}

function Items({ behind: { only, names }, onClose }: { behind: Behind; onClose: () => void }) {
  const navigate = useNavigate()
  const seesWorkOrders = useRights().has('WorkOrderManagement')
  return (
    <FigureDialog of="stock" names={names} onClose={onClose}>
      {(title) => (
        <DataGrid
          list={stockSenseItems}
          scope={{ only }}
          state="own"
          label={title}
          nouns="report.count"
          selectable={false}
          columns={{
            locationCode: { hidden: true },
            locationName: { pinned: true, width: 170 },
            productCode: { hidden: true },
            productName: { width: 180 },
            variantCode: { width: 120 },
            coverClass: { badge: true, width: 128 },
            onHandUnits: { width: 76 },
            inTransitUnits: { width: 84 },
            weeklyRate: { width: 96 },
            stockCover: { width: 88 },
            lostUnits: { width: 104 },
            lostValue: { width: 110 },
            stockValue: { hidden: true },
            brokenSet: { hidden: true },
            nextStep: { width: 220 },
          }}
          {...(seesWorkOrders && {
            onOpen: ({ workOrderCode }) =>
              workOrderCode !== null &&
              void navigate({
                to: '/services/work-order-management',
                search: { search: workOrderCode },
              }),
          })}
        />
      )}
    </FigureDialog>
  )
}
