import { productGroupKind } from '@kervan/contract/company/product-tree'
import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useMasterAddress } from '../../../kit/master/address.ts'
import { masterDataScreen } from '../../../kit/master/MasterDataPart.tsx'
import { useScreenSearch } from '../../../kit/page/screen.ts'
import css from '../../company.module.css'
import { HierarchyTree } from './HierarchyTree.tsx'

const Records = masterDataScreen(productGroupKind, {
  targets: { productGroup: () => Promise.resolve(productGroupKind as never) },
})

const views = ['list', 'tree'] as const
const viewSearch = z.object({ show: z.enum(views).optional().catch(undefined) })

/** The hierarchy of products (PRD-001) as a tree beside its records, where nodes are renamed, deleted and imported. */
export default function HierarchyPart() {
  const { t } = useTranslation()
  const [{ show }, change] = useScreenSearch(viewSearch)
  const { search } = useMasterAddress()
  const isWide = useMediaQuery('(min-width: 768px)', globalThis.matchMedia('(min-width: 768px)').matches)
  const isList = !search.change && !search.view
  const view = show ?? 'tree'
  // A telephone shows one of the two; a record opens over either.
  const isAlone = isList && view === 'tree' && !isWide && !search.record
  return (
    <div className={css.split} data-map={(isList && view === 'tree' && !isAlone) || undefined}>
      {isList && (
        <div className={css.bar}>
          <SegmentedControl
            size="xs"
            aria-label={t('company.view.label')}
            value={view}
            data={views.map((value) => ({ value, label: t(`company.view.${value}`) }))}
            onChange={(value) => change({ show: value })}
          />
        </div>
      )}
      {!isAlone && (
        <div className={css.list}>
          <Records />
        </div>
      )}
      {isList && view === 'tree' && (
        <div className={css.map}>
          <HierarchyTree />
        </div>
      )}
    </div>
  )
}
