import type { OrderTemplateView } from '@kervan/contract/order/order-templates'
import { column } from '@kervan/contract/kit/page'
import { IconAlertCircle, IconPackageOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { memoryList } from '../../kit/grid/memoryList.ts'
import { CardFact, CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { LineName } from '../shared/lineCells.tsx'
import { productName } from '../shared/productName.ts'
import css from './templates.module.css'

type Line = OrderTemplateView['lines'][number] & {
  id: string
  shortOfStock: boolean
  notOrderable: boolean
  currency: string
}

const templateLines = memoryList('OrderTemplateLines', {
  searched: (line: Line) => [line.productName, line.color, line.size, line.productUniqueCode].join(' '),
  sortedBy: { productName: (line) => productName(line) },
  columns: {
    productName: column.text(),
    quantity: column.integer(),
    pendingQuantity: column.integer(),
    unitPrice: column.decimal({ nullable: true, price: true }),
    amount: column.decimal({ nullable: true, price: true }),
    shortOfStock: column.flag(),
    notOrderable: column.flag(),
  },
})

/** The products of a template as they would be ordered today, each that cannot be with its reason (ORD-016). */
export function TemplateLines({ template: { lines, currency } }: { template: OrderTemplateView }) {
  const { t } = useWords()
  const rows = useMemo(
    () =>
      lines.map((line) => ({
        ...line,
        id: line.variantId,
        shortOfStock: line.pendingQuantity > 0,
        notOrderable: line.obstacle !== null,
        currency,
      })),
    [lines, currency],
  )
  return (
    <DataGrid
      list={templateLines}
      rows={rows}
      label={t('order.template.lines')}
      nouns="order.template.productCount"
      shownOf="order.template.shownOf"
      searchLabel={t('order.template.searchLines')}
      quickFilter={['shortOfStock', 'notOrderable']}
      columns={{
        productName: { pinned: true, grow: true, width: 260 },
        quantity: { width: 90 },
        pendingQuantity: { width: 100 },
        unitPrice: { whenFilled: true, width: 110 },
        amount: { whenFilled: true, width: 120 },
        shortOfStock: { away: true, icon: IconPackageOff },
        notOrderable: { away: true, icon: IconAlertCircle },
      }}
      renderers={{
        productName: (line) => <LineName line={line} code={line.productUniqueCode} />,
        pendingQuantity: (line) => <Pending line={line} />,
      }}
      under={obstacleOf}
      card={cardOf}
      lines={2}
      nameOf={productName}
    />
  )
}

const obstacleOf = ({ obstacle }: Line) => obstacle && <Obstacle why={obstacle} />
const cardOf = (line: Line) => <Card line={line} />

function Pending({ line: { pendingQuantity } }: { line: Line }) {
  const format = useFormats()
  return (
    <span className={pendingQuantity > 0 ? css.pending : undefined}>{format.number(pendingQuantity)}</span>
  )
}

const Obstacle = ({ why }: { why: string }) => (
  <span className={css.obstacle}>
    <IconAlertCircle size={14} aria-hidden />
    {why}
  </span>
)

function Card({ line }: { line: Line }) {
  const { column: heading } = useWords()
  const format = useFormats()
  return (
    <RowCard name={<LineName line={line} code={line.productUniqueCode} />}>
      <CardLine>
        <CardFact label={heading('quantity')}>{format.number(line.quantity)}</CardFact>
        {line.shortOfStock && (
          <CardFact label={heading('pendingQuantity')}>
            <Pending line={line} />
          </CardFact>
        )}
        {line.amount !== null && <span>{format.money(line.amount, line.currency)}</span>}
      </CardLine>
      {line.obstacle !== null && <Obstacle why={line.obstacle} />}
    </RowCard>
  )
}
