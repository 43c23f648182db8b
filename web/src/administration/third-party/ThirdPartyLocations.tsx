import { thirdPartyLocations } from '@kervan/contract/administration/third-party-users'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useGo } from '../../kit/page/go.ts'

type Row = RowOf<typeof thirdPartyLocations>
const views = {
  locationName: { pinned: true, width: 280 },
  locationCode: { width: 140 },
  subdivision: { width: 140, short: true },
  partnerName: {},
  userCount: { width: 120 },
} as const

/** The way to the users of a location (USR-007), for whoever looks after some and cannot know their codes by heart. */
export default function ThirdPartyLocations() {
  const { t } = useTranslation()
  const go = useGo()
  const open = ({ locationCode }: Row) =>
    go({
      to: '/account/account-settings/third-party-user-management/$LocationUniqueCode',
      params: { LocationUniqueCode: locationCode },
    })
  return (
    <PageFrame title={t('account.part.thirdParty')}>
      <DataGrid
        list={thirdPartyLocations}
        label={t('account.part.thirdParty')}
        nouns="account.thirdParty.count"
        searchLabel={t('account.thirdParty.search')}
        columns={views}
        onOpen={open}
        card={locationCard}
        selectable={false}
        empty={{
          title: t('account.thirdParty.noLocation'),
          text: t('account.thirdParty.noLocationText'),
          icon: IconMapPin,
        }}
      />
    </PageFrame>
  )
}

const locationCard = (row: Row) => <LocationCard row={row} />

/** On a telephone: the place, whose it is, and how many users it has. */
function LocationCard({ row }: { row: Row }) {
  const { t } = useTranslation()
  return (
    <RowCard name={row.locationName} mark={<span className="k-mono k-quiet">{row.locationCode}</span>}>
      <CardLine quiet>
        <span>{[row.subdivision, row.partnerName].filter(Boolean).join(' · ')}</span>
        <span>
          {t('column.userCount')}: {row.userCount}
        </span>
      </CardLine>
    </RowCard>
  )
}
