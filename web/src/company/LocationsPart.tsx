import { locationKind } from '@kervan/contract/company/locations'
import { useMediaQuery } from '@mantine/hooks'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'
import { LocationNetwork } from './LocationNetwork.tsx'
import { LocationOverview } from './LocationOverview.tsx'
import { LocationRestrictions } from './LocationRestrictions.tsx'
import { LocationUsers } from './LocationUsers.tsx'
import { MapOfList } from './MapOfList.tsx'
import { StateTimeline } from './StateTimeline.tsx'
import { StockOfLocation } from './StockByLocation.tsx'
import { SplitPart } from './SplitPart.tsx'
import { targets } from './targets.ts'

const Records = masterDataScreen(locationKind, {
  // Own warehouses need no customer; every other place is one's.
  needs: ['businessRelation'],
  targets,
  tabs: {
    overview: LocationOverview,
    restrictions: LocationRestrictions,
    users: LocationUsers,
    network: LocationNetwork,
    stock: StockOfLocation,
  },
  firstTab: 'overview',
  histories: { states: LocationStates },
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

const wide = '(min-width: 1280px)'

/** The locations as a list, with a map beside it (LOC-002): what is chosen in one is chosen in the other. */
export default function LocationsPart() {
  const isWide = useMediaQuery(wide, globalThis.matchMedia(wide).matches)
  return (
    <SplitPart picture="map" isShown={isWide} records={<Records />}>
      <MapOfList />
    </SplitPart>
  )
}
