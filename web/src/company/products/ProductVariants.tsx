import { variantsOfProduct } from '@kervan/contract/company/product-parts'
import { productVariantKind } from '@kervan/contract/company/products'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconTable } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { callServer } from '../../kit/call/client.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { RecordBody } from '../../kit/record/RecordParts.tsx'
import { StateBadge } from '../../kit/values/StateBadge.tsx'

type Variant = RowOf<typeof variantsOfProduct>

const views = {
  code: { pinned: true, width: 150 },
  color: { width: 110 },
  size: { width: 80 },
  gtin: { width: 150 },
  listPrice: { width: 110 },
  status: { width: 110 },
  onHand: { width: 90 },
} as const

const renderers = { status: (row: Variant) => <StateBadge group="recordState" value={row.status} /> }

/** The colours and sizes of one product; barcode and price are changed in their cells (PRD-001). */
export function ProductVariants({ id }: { id: string }) {
  const { t } = useTranslation()
  const may = useMayChangeCompany()
  const save = useCall(productVariantKind.save, { refreshes: ['Product'] })
  const change = async (row: Variant, values: { gtin: string } | { listPrice: string }) => {
    const { version, values: held } = await callServer(productVariantKind.get, { id: row.id })
    await save.attempt({ id: row.id, version, values: { ...held, ...values }, confirmed: false })
  }
  const allowed = () => may(productVariantKind.save)
  return (
    <RecordBody fill>
      <DataGrid
        list={variantsOfProduct}
        scope={{ productId: id }}
        label={t('kind.productVariant.many')}
        nouns="kind.productVariant.count"
        columns={views}
        renderers={renderers}
        state="own"
        selectable={false}
        edit={{
          gtin: {
            schema: z.string().regex(/^(\d{8}|\d{12,14})$/, 'company.gtin'),
            allowed,
            save: (row, value) => change(row, { gtin: String(value) }),
          },
          listPrice: {
            schema: z.string().regex(/^\d{1,13}([.]\d{1,4})?$/),
            allowed,
            save: (row, value) => change(row, { listPrice: String(value) }),
          },
        }}
        empty={{
          title: t('kind.productVariant.empty'),
          text: t('kind.productVariant.emptyText'),
          icon: IconTable,
        }}
      />
    </RecordBody>
  )
}
