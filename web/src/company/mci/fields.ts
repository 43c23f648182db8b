import { mciFieldKind } from '@kervan/contract/company/mci'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

/** The fields of entities, and which field of the base class each stands for (MCI-003). */
export default masterDataScreen(mciFieldKind, {
  targets: { mciEntity: () => import('@kervan/contract/company/mci').then((of) => of.mciEntityKind) },
})
