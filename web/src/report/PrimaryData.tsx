import {
  primaryData,
  primaryDataDays,
  PrimaryDataScope,
  updatePrimaryData,
} from '@kervan/contract/report/primary-data'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { FigureDialog } from '../kit/report/FigureDialog.tsx'
import { ReportScreen } from '../kit/report/ReportScreen.tsx'
import type { ReportView } from '../kit/report/reportView.ts'
import type { DayWindow } from '../kit/values/dateWindow.ts'

const start: ReportView = {
  rows: ['recipient'],
  column: 'month',
  measure: 'sellIn',
  only: {},
  names: {},
  sort: 'total',
}

type Behind = DayWindow & { only: PrimaryDataScope; names: string[] }

/** What locations were sent, sold and passed on, and how much of their stock that explains (RPT-001). */
export default function PrimaryData() {
  const { t } = useTranslation()
  const [behind, setBehind] = useState<Behind | null>(null)
  return (
    <>
      <ReportScreen
        report={primaryData}
        of="movements"
        name="primaryDataReport"
        title={t('screen.primaryDataReport.title')}
        start={start}
        update={updatePrimaryData}
        onFigure={({ window, only, names }) =>
          window && setBehind({ ...window, only: PrimaryDataScope.parse(only), names })
        }
      />
      {behind && <Days behind={behind} onClose={() => setBehind(null)} />}
    </>
  )
}

function Days({ behind: { from, to, only, names }, onClose }: { behind: Behind; onClose: () => void }) {
  return (
    <FigureDialog of="movements" names={names} onClose={onClose}>
      {(title) => (
        <DataGrid
          list={primaryDataDays}
          scope={{ from, to, only }}
          state="own"
          label={title}
          nouns="report.count"
          selectable={false}
          columns={{
            movementDay: { pinned: true, width: 104 },
            senderName: { width: 150 },
            locationCode: { hidden: true },
            locationName: { width: 170 },
            productCode: { hidden: true },
            productName: { width: 180 },
            variantCode: { width: 120 },
            openingStock: { width: 92 },
            receivedUnits: { width: 84 },
            soldUnits: { width: 84 },
            passedOnUnits: { width: 92 },
            closingStock: { width: 92 },
            unexplainedUnits: { width: 96 },
          }}
        />
      )}
    </FigureDialog>
  )
}
