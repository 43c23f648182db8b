import { productGroupKind } from '@kervan/contract/company/product-tree'
import { useMediaQuery } from '@mantine/hooks'
import { masterDataScreen } from '../../../kit/master/MasterDataPart.tsx'
import { SplitPart } from '../../SplitPart.tsx'
import { targets } from '../../targets.ts'
import { HierarchyTree } from './HierarchyTree.tsx'

const Records = masterDataScreen(productGroupKind, { targets })
const wide = '(min-width: 768px)'

/** The hierarchy of products (PRD-001) as a tree beside its records, where nodes are renamed, deleted and imported. */
export default function HierarchyPart() {
  const isWide = useMediaQuery(wide, globalThis.matchMedia(wide).matches)
  return (
    <SplitPart picture="tree" isShown isAlone={!isWide} records={<Records />}>
      <HierarchyTree />
    </SplitPart>
  )
}
