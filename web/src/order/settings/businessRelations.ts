import { businessRelationKind } from '@kervan/contract/company/business-relations'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

/** The same records as in data management (ORD-022). */
export default masterDataScreen(businessRelationKind)
