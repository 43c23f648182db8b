import { productSupply } from '@kervan/contract/company/product-parts'
import { IconBuildingWarehouse } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { RecordBody } from '../../kit/record/RecordParts.tsx'

const views = {
  receiverCode: { hidden: true },
  receiverName: { pinned: true, width: 180 },
  city: { hidden: true },
  supplierCode: { hidden: true },
  supplierName: { width: 190 },
  free: { width: 90 },
  suppliers: { width: 100 },
  freeInAll: { width: 110 },
} as const

/** Who supplies a product where (PRD-001): the nearest supplier of each store that has free pieces of it. */
export function ProductSupply({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation()
  return (
    <RecordBody fill>
      <DataGrid
        list={productSupply}
        scope={{ productId: id }}
        label={`${t('kind.productSupply.many')}: ${title}`}
        nouns="kind.productSupply.count"
        columns={views}
        state="own"
        selectable={false}
        empty={{
          title: t('kind.productSupply.empty'),
          text: t('kind.productSupply.emptyText'),
          icon: IconBuildingWarehouse,
        }}
      />
    </RecordBody>
  )
}
