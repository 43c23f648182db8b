import { propertyDefinitionKind } from '@kervan/contract/data/definitions'
import { masterDataScreen } from '../kit/master/MasterDataPart.tsx'

/** What a company adds to its locations and products (DAT-001). */
export default masterDataScreen(propertyDefinitionKind, { quickFilter: 'definitionFor' })
