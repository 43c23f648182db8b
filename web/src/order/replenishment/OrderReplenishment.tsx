import { replenishmentProducts } from '@kervan/contract/order/replenishment'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconTruckLoading } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PicturedName } from '../../company/company.api.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useFormats } from '../../kit/values/format.ts'
import { Day } from '../shared/orderGrid.tsx'
import { Distribution } from './Distribution.tsx'
import { replenishmentSearch } from './search.ts'

type Row = RowOf<typeof replenishmentProducts>

const views = {
  productUniqueCode: { pinned: true, width: 158 },
  productName: { width: 250 },
  color: { width: 110, whenFilled: true },
  size: { width: 110, whenFilled: true },
  openLines: { width: 130 },
  demandDirectly: { width: 90 },
  demandBackorder: { width: 110 },
  freeStock: { width: 120 },
  completedLast5Days: { width: 160 },
  oldestOrder: { width: 140 },
} as const

const renderers = {
  productName: (row: Row) => <PicturedName picture={row.picture}>{row.productName}</PicturedName>,
  // What is wanted beyond what is free is what has to be distributed.
  demandBackorder: (row: Row) => <Wanted row={row} />,
  oldestOrder: (row: Row) => <Day at={row.oldestOrder} />,
}

function Wanted({ row: { demandBackorder, freeStock } }: { row: Row }) {
  const format = useFormats()
  return <span data-short={demandBackorder > freeStock || undefined}>{format.number(demandBackorder)}</span>
}

const card = (row: Row) => <ProductCard row={row} />

/** What is wanted and what is there first: what a hand on a telephone decides by. */
function ProductCard({ row }: { row: Row }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <RowCard
      name={
        <PicturedName picture={row.picture}>
          {[row.productName, row.color, row.size].filter(Boolean).join(', ')}
        </PicturedName>
      }
      mark={<span className="k-mono">{row.productUniqueCode}</span>}
    >
      <CardLine>
        <span>
          {t('column.demandBackorder')}: <Wanted row={row} />
        </span>
        <span>
          {t('column.freeStock')}: {format.number(row.freeStock)}
        </span>
      </CardLine>
      <CardLine quiet>
        <span>
          {t('column.openLines')}: {format.number(row.openLines)}
        </span>
        <span>
          {t('column.oldestOrder')}: <Day at={row.oldestOrder} />
        </span>
      </CardLine>
    </RowCard>
  )
}

/** What open orders wait for, and giving out what there is of it (ORD-017). */
export default function OrderReplenishment() {
  const { t } = useTranslation()
  const [search, change] = useScreenSearch(replenishmentSearch)
  if (search.variant !== undefined)
    return <Distribution variantId={search.variant} onBack={() => change({ variant: undefined })} />
  return (
    <PageFrame title={t('screen.orderReplenishment.title')}>
      <DataGrid
        list={replenishmentProducts}
        label={t('screen.orderReplenishment.title')}
        nouns="order.replenishment.count"
        searchLabel={t('order.replenishment.search')}
        columns={views}
        renderers={renderers}
        card={card}
        selectable={false}
        onOpen={({ id }) => change({ variant: id })}
        openId={null}
        empty={{
          title: t('order.replenishment.empty'),
          text: t('order.replenishment.emptyText'),
          icon: IconTruckLoading,
        }}
      />
    </PageFrame>
  )
}
