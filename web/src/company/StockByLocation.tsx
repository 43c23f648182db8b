import { stockByLocation } from '@kervan/contract/company/stock'
import { IconBuildingWarehouse } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { RecordBody } from '../kit/record/RecordParts.tsx'

const shared = {
  color: { hidden: true },
  size: { width: 90 },
  onHand: { width: 95 },
  free: { width: 90 },
  reserved: { width: 95 },
  updatedAt: { hidden: true },
} as const

// The figures are what people come for: they stand in the drawer without scrolling.
const views = {
  product: {
    ...shared,
    locationCode: { hidden: true },
    locationName: { pinned: true, width: 200 },
    variantCode: { width: 120 },
    productName: { hidden: true },
  },
  location: {
    variantCode: { pinned: true, width: 125 },
    productName: { width: 210 },
    ...shared,
    locationCode: { hidden: true },
    locationName: { hidden: true },
  },
} as const

/** What lies where of one product, and what orders hold of it (PRD-002). */
export const StockOfProduct = ({ id, title }: { id: string; title: string }) => (
  <Stock of="product" id={id} title={title} />
)

/** What lies at one location, and what orders hold of it (LOC-001). */
export const StockOfLocation = ({ id, title }: { id: string; title: string }) => (
  <Stock of="location" id={id} title={title} />
)

function Stock({ of, id, title }: { of: keyof typeof views; id: string; title: string }) {
  const { t } = useTranslation()
  const scope = { productId: of === 'product' ? id : null, locationId: of === 'location' ? id : null }
  return (
    <RecordBody fill>
      <DataGrid
        list={stockByLocation}
        scope={scope}
        label={`${t('kind.stockLevel.many')}: ${title}`}
        nouns="kind.stockLevel.count"
        columns={views[of]}
        state="own"
        selectable={false}
        empty={{
          title: t('kind.stockLevel.empty'),
          text: t('kind.stockLevel.emptyText'),
          icon: IconBuildingWarehouse,
        }}
      />
    </RecordBody>
  )
}
