import { businessRelationKind } from '@kervan/contract/company/business-relations'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'

/** With whom the company does business, and on which terms (DAT-001). */
export default masterDataScreen(businessRelationKind)
