import type { PreApprovalOrderView } from '@kervan/contract/order/pre-approval'
import { column } from '@kervan/contract/kit/page'
import { IconPackageOff } from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { memoryList } from '../../kit/grid/memoryList.ts'
import { CardFact, CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { LineName, Stock } from '../shared/lineCells.tsx'
import { productName } from '../shared/productName.ts'
import css from '../shared/lines.module.css'

type Line = PreApprovalOrderView['lines'][number] & { shortOfStock: boolean; currency: string }

const preOrderLines = memoryList('PreOrderLines', {
  searched: (line: Line) =>
    [line.productName, line.color, line.size, line.productUniqueCode, line.externalProductCode].join(' '),
  sortedBy: { productName: (line) => productName(line) },
  columns: {
    productName: column.text(),
    quantity: column.integer(),
    available: column.integer(),
    unitPrice: column.decimal({ nullable: true, price: true }),
    shortOfStock: column.flag(),
  },
})

/** What is asked for, and while it waits what stock would cover of it (ORD-012). */
export function PreOrderLines({ found, children }: { found: PreApprovalOrderView; children: ReactNode }) {
  const { t } = useWords()
  const waits = found.preApprovalState === 'Request'
  const rows = useMemo(
    () =>
      found.lines.map((line) => ({
        ...line,
        shortOfStock: waits && line.available < line.quantity,
        currency: found.currency,
      })),
    [found, waits],
  )
  const cardOf = (line: Line) => <Card line={line} waits={waits} />
  return (
    <DataGrid
      list={preOrderLines}
      rows={rows}
      label={t('order.pre.lines')}
      nouns="order.detail.lineCount"
      shownOf="order.detail.shownOf"
      searchLabel={t('order.detail.searchLines')}
      quickFilter={waits ? ['shortOfStock'] : []}
      columns={{
        productName: { pinned: true, grow: true, width: 260 },
        quantity: { width: 150 },
        available: { away: !waits, width: 110 },
        unitPrice: { whenFilled: true, width: 120 },
        shortOfStock: { away: true, icon: IconPackageOff },
      }}
      renderers={{
        productName: (line) => <LineName line={line} code={line.productUniqueCode} />,
        quantity: (line) => <Ordered line={line} />,
        available: ({ available, shortOfStock }) => <Stock amount={available} isShort={shortOfStock} />,
      }}
      card={cardOf}
      lines={2}
      nameOf={productName}
      after={children}
    />
  )
}

/** What is ordered, and below it what was asked for where that is another figure. */
function Ordered({ line: { quantity, askedQuantity } }: { line: Line }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <span>
      {format.number(quantity)}
      {quantity !== askedQuantity && (
        <span className={css.asked}>
          {t('order.pre.askedFor', { quantity: format.number(askedQuantity) })}
        </span>
      )}
    </span>
  )
}

function Card({ line, waits }: { line: Line; waits: boolean }) {
  const { column: heading } = useWords()
  const format = useFormats()
  return (
    <RowCard name={<LineName line={line} code={line.productUniqueCode} />}>
      <CardLine>
        <CardFact label={heading('quantity')}>
          <Ordered line={line} />
        </CardFact>
        {waits && (
          <CardFact label={heading('available')}>
            <Stock amount={line.available} isShort={line.shortOfStock} />
          </CardFact>
        )}
        {line.unitPrice !== null && <span>{format.money(line.unitPrice, line.currency)}</span>}
      </CardLine>
    </RowCard>
  )
}
