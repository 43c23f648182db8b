import { productKind } from '@kervan/contract/company/products'
import { StateTimeline } from '../StateTimeline.tsx'

/** The fields that say whether and how a product is sold. */
const states = { status: 'recordState', season: 'season', flowType: 'flow' }

/** How the states of a product changed (PRD-001). */
export function ProductStates({ id }: { id: string }) {
  return <StateTimeline id={id} history={productKind.history} watched={states} />
}
