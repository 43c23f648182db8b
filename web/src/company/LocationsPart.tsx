import { locationKind } from '@kervan/contract/company/locations'
import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useMasterAddress } from '../kit/master/address.ts'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'
import { useScreenSearch } from '../kit/page/screen.ts'
import css from './company.module.css'
import { LocationNetwork } from './LocationNetwork.tsx'
import { LocationOverview } from './LocationOverview.tsx'
import { LocationRestrictions } from './LocationRestrictions.tsx'
import { LocationUsers } from './LocationUsers.tsx'
import { MapOfList } from './MapOfList.tsx'
import { PropertyInputs } from './PropertyInputs.tsx'
import { StateTimeline } from './StateTimeline.tsx'
import { StockOfLocation } from './StockByLocation.tsx'
import { targets } from './targets.ts'

const Records = masterDataScreen(locationKind, {
  targets,
  inputs: { properties: PropertyInputs },
  tabs: {
    overview: LocationOverview,
    restrictions: LocationRestrictions,
    users: LocationUsers,
    states: LocationStates,
    network: LocationNetwork,
    stock: StockOfLocation,
  },
})

/** The fields that say whether and how a location takes part. */
const states = {
  breakdownState: 'breakdownState',
  status: 'recordState',
  actionRole: 'actionRole',
}

function LocationStates({ id }: { id: string }) {
  return <StateTimeline id={id} history={locationKind.history} watched={states} />
}

const views = ['list', 'map'] as const
const viewSearch = z.object({ map: z.enum(views).optional().catch(undefined) })

/** The locations as a list, with a map beside it (LOC-002): what is chosen in one is chosen in the other. */
export default function LocationsPart() {
  const { t } = useTranslation()
  const [{ map }, change] = useScreenSearch(viewSearch)
  const { search } = useMasterAddress()
  const isWide = useMediaQuery('(min-width: 1280px)', globalThis.matchMedia('(min-width: 1280px)').matches)
  // Changes, comparisons and past days are no places.
  const isList = !search.change && !search.view
  const view = map ?? (isWide ? 'map' : 'list')
  return (
    <div className={css.split} data-map={(isList && view === 'map') || undefined}>
      {isList && (
        <div className={css.bar}>
          <SegmentedControl
            size="xs"
            aria-label={t('company.view.label')}
            value={view}
            data={views.map((value) => ({ value, label: t(`company.view.${value}`) }))}
            onChange={(value) => change({ map: value })}
          />
        </div>
      )}
      <div className={css.list}>
        <Records />
      </div>
      {isList && view === 'map' && (
        <div className={css.map}>
          <MapOfList />
        </div>
      )}
    </div>
  )
}
