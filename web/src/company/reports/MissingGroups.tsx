import { missingGroupReport } from '@kervan/contract/company/location-parts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useGo } from '../../kit/page/go.ts'

/** Locations without a size group (LOC-001); a row opens the location. */
export default function MissingGroups() {
  const { t } = useTranslation()
  const go = useGo()
  const title = t('kind.missingLocationGroup.many')
  return (
    <PageFrame title={title}>
      <DataGrid
        list={missingGroupReport}
        label={title}
        nouns="company.report.count"
        columns={{
          code: { pinned: true },
          name: {},
          locationType: { width: 220, grow: true },
          status: { badge: true },
          locationGroup: {},
          city: {},
          orders: { width: 168 },
        }}
        onOpen={({ id }) => go({ search: { part: 'location', record: id } })}
        empty={{ title: t('company.report.noMissing'), icon: IconCircleCheck }}
      />
    </PageFrame>
  )
}
