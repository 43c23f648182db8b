import {
  stockSense,
  stockSenseItems,
  StockSenseScope,
  updateStockSense,
} from '@kervan/contract/report/stock-sense'
import { coverClasses } from '@kervan/contract/report/words'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '../kit/call/rights.ts'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { CoverDays } from './CoverDays.tsx'
import { FigureDialog } from '../kit/report/FigureDialog.tsx'
import { useFormats } from '../kit/values/format.ts'
import { ReportScreen } from '../kit/report/ReportScreen.tsx'
import type { ReportView } from '../kit/report/reportView.ts'

const start: ReportView = {
  rows: ['locationGroup', 'category'],
  column: 'coverClass',
  measure: 'places',
  // Locations that report no sales, such as warehouses, are no shops that run out of something.
  only: { coverClass: coverClasses.filter((one) => one !== 'NoSales') },
  names: {},
  sort: 'total',
}

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
        name="stockSenseReport"
        title={t('screen.stockSenseReport.title')}
        start={start}
        update={updateStockSense}
        actions={<CoverDays />}
        onFigure={({ only, names }) => setBehind({ only: StockSenseScope.parse(only), names })}
      />
      {behind && <Items behind={behind} onClose={() => setBehind(null)} />}
    </>
  )
}

function Items({ behind: { only, names }, onClose }: { behind: Behind; onClose: () => void }) {
  const navigate = useNavigate()
  const format = useFormats()
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
            lostUnitsLow: { hidden: true },
            lostUnitsHigh: { hidden: true },
            lostValue: { width: 110 },
            stockValue: { hidden: true },
            brokenSet: { hidden: true },
            nextStep: { width: 220 },
          }}
          // Pieces, beside amounts of money in the same row.
          renderers={{
            weeklyRate: ({ weeklyRate }) => format.number(weeklyRate),
            lostUnits: ({ lostUnits }) => format.number(lostUnits),
          }}
          {...(seesWorkOrders && {
            onOpen: ({ workOrderCode }) =>
              workOrderCode !== null &&
              void navigate({
                to: '/services/work-order-management',
                search: { q: workOrderCode },
              }),
          })}
        />
      )}
    </FigureDialog>
  )
}
