import { locationUsers } from '@kervan/contract/company/location-parts'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { RecordBody } from '../kit/record/RecordParts.tsx'

/** Who has the location allocated (LOC-001). */
export function LocationUsers({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation()
  return (
    <RecordBody fill>
      <DataGrid
        list={locationUsers}
        scope={{ locationId: id }}
        label={`${t('company.overview.users')}: ${title}`}
        nouns="company.users.count"
        state="own"
        empty={{ title: t('company.users.empty'), text: t('company.users.emptyText'), icon: IconUsers }}
      />
    </RecordBody>
  )
}
