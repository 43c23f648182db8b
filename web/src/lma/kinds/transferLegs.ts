import { transferLegKind } from '@kervan/contract/lma/transfers'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'

export default masterDataScreen(transferLegKind, {
  targets: {
    transferItem: () => import('@kervan/contract/lma/transfers').then((of) => of.transferItemKind),
  },
})
