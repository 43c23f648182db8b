import { missingGroupReport } from '@kervan/contract/company/location-parts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from '@tanstack/react-router'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'

/** Locations without a size group (LOC-001); a row opens the location. */
export default function MissingGroups() {
  const { t } = useTranslation()
  const navigate = useNavigate()
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
        onOpen={({ id }) => void navigate({ to: '.', search: { part: 'location', record: id } } as never)}
        empty={{ title: t('company.report.noMissing'), icon: IconCircleCheck }}
      />
    </PageFrame>
  )
}
