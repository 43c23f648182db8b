import { locationReport } from '@kervan/contract/company/location-parts'
import { IconTable } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useGo } from '../../kit/page/go.ts'

/** Every location with its place in the network, its users and its orders (LOC-001); a row opens the location. */
export default function LocationReport() {
  const { t } = useTranslation()
  const go = useGo()
  const title = t('kind.locationReport.many')
  return (
    <PageFrame title={title}>
      <DataGrid
        list={locationReport}
        label={title}
        nouns="company.report.count"
        columns={{
          code: { pinned: true, width: 96 },
          name: {},
          locationType: { width: 176, grow: true },
          status: { badge: true, width: 100 },
          groupType: { width: 120 },
          city: { width: 120 },
          suppliers: { width: 88 },
          receivers: { width: 88 },
          users: { width: 76 },
          orders: { width: 148 },
          actionRole: { hidden: true },
          breakdownState: { hidden: true },
        }}
        onOpen={({ id }) => go({ search: { part: 'location', record: id } })}
        empty={{ title: t('kind.location.empty'), icon: IconTable }}
      />
    </PageFrame>
  )
}
