import type { OrderView } from '@kervan/contract/order/order-view'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowsHorizontal, IconGauge, IconMaximize, IconPackageOff } from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { Selected } from '../../kit/grid/types.ts'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { LineCard, lineRenderers, stateWidth } from './lineCells.tsx'
import { LineFacts } from './LineFacts.tsx'
import { LineHealth } from './LineHealth.tsx'
import { LineIssues } from './LineIssues.tsx'
import { fileColumns, lineRows, orderLines, type LineRow } from './lineList.ts'
import { LineQuotas } from './LineQuotas.tsx'
import { judgeQuantity } from './lineQuantity.ts'
import { productName } from './productName.ts'
import { isFault, QuantityFault } from './QuantityInput.tsx'
import { isWhole, lineExportOf } from './side.ts'
import { isOpen, mayBeChosen, type LineWork } from './useLineWork.ts'

/** How wide the drawer shows an order: beside its list, with every column, or the whole page. */
export type LineView = 'beside' | 'wide' | 'page'
export const viewWidths: Record<LineView, number | string> = { beside: 800, wide: 1120, page: '100%' }

type Props = {
  order: OrderView
  work: LineWork
  view: LineView
  onView: (view: LineView) => void
  /** Stands below the lines. */
  children: ReactNode
}

/** The lines of an order, of which there may be more than a thousand, in the grid of all lists (ORD-009). */
export function OrderLines({ order, work, view, onView, children }: Props) {
  const { t } = useWords()
  const rows = useMemo(() => lineRows(order), [order])
  const isBeside = view === 'beside'
  const faultOf = (line: LineRow) => {
    const typed = work.typed(line)
    const judged = typed === undefined ? null : judgeQuantity(line, typed)
    return judged && isFault(judged) ? <QuantityFault line={line} judged={judged} work={work} /> : null
  }
  const cardOf = (line: LineRow) => <LineCard line={line} work={work} />
  const noteOf = ({ hidden }: Selected<LineRow>) => <Deselect hidden={hidden} work={work} />
  const unfoldedOf = (line: LineRow) => (
    <>
      <LineFacts order={order} line={line} />
      <LineHealth line={line} />
      <LineIssues orderCode={order.orderCode} line={line} side={work.side} />
      <LineQuotas order={order} line={line} side={work.side} />
    </>
  )
  return (
    <DataGrid
      list={orderLines}
      rows={rows}
      label={t('order.detail.lines')}
      nouns="order.detail.lineCount"
      shownOf="order.detail.shownOf"
      searchLabel={t('order.detail.searchLines')}
      quickFilter={['shortOfStock', 'quotaExceeded', 'state']}
      columns={columnsOf(order, isBeside)}
      renderers={lineRenderers(work, isBeside)}
      card={cardOf}
      lines={isBeside ? 2 : 1}
      nameOf={productName}
      edit={{
        confirmedQuantity: {
          allowed: (line) => isOpen(line, 'revise'),
          start: (line) => work.open([line]),
        },
      }}
      wanted={work.wanted}
      under={faultOf}
      unfolds={unfoldedOf}
      chosen={{
        ids: new Set(work.chosen.map(({ id }) => id)),
        may: mayBeChosen,
        choose: work.choose,
        label: t('order.detail.selectAllLines'),
      }}
      bulkNote={noteOf}
      {...(isWhole(order) && {
        file: {
          call: lineExportOf(work.side),
          input: (columns, shown) => ({
            orderCode: order.orderCode,
            columns: fileColumns(columns, isBeside),
            lineIds: shown.map(({ id }) => id),
          }),
        },
      })}
      tools={<Widths view={view} onView={onView} />}
      after={children}
    />
  )
}

/** Beside the list colour, size and code stand below the name; with more room each has a column. */
function columnsOf({ lines }: OrderView, isBeside: boolean) {
  const withGtin = lines.some(({ gtin }) => gtin !== null)
  const withColor = lines.some(({ color }) => color !== null)
  return {
    // So wide that no other column takes more than its figures; where all are too wide, the name gives way first.
    productName: { pinned: true, grow: true, width: isBeside ? 220 : withColor ? 180 : 230 },
    color: { away: isBeside, whenFilled: true, width: 90 },
    size: { away: isBeside, whenFilled: true, width: 104 },
    gtin: { away: isBeside || !withGtin, width: 126 },
    productCode: { away: isBeside || withGtin, width: 126 },
    stock: { width: 66 },
    demandQuantity: { width: 68 },
    confirmedQuantity: { width: 76 },
    completedQuantity: { width: 72 },
    unitPrice: { away: isBeside, whenFilled: true, width: 92 },
    lineTotal: { whenFilled: true, width: 120 },
    state: { width: stateWidth(lines, isBeside) },
    // The stock and the state of a line say it; a chip finds the lines.
    shortOfStock: { away: true, icon: IconPackageOff },
    quotaExceeded: { away: true, icon: IconGauge },
  }
}

/** What is chosen stays chosen while it is not shown; a decision would reach it all the same. */
function Deselect({ hidden, work }: { hidden: readonly LineRow[]; work: LineWork }) {
  const { t } = useWords()
  const format = useFormats()
  if (hidden.length === 0) return null
  const ids = hidden.map(({ id }) => id)
  return (
    <Button size="xs" variant="subtle" onClick={() => work.choose(ids, false)}>
      {tPlural(t, 'order.detail.unselectHidden', ids.length, format.number(ids.length))}
    </Button>
  )
}

function Widths({ view, onView }: Pick<Props, 'view' | 'onView'>) {
  const { t } = useWords()
  const views = [
    { key: 'wide', icon: IconArrowsHorizontal, label: t('order.detail.wide') },
    { key: 'page', icon: IconMaximize, label: t('order.detail.fullPage') },
  ] as const
  return views.map(({ key, icon: Icon, label }) => (
    <ActionIcon
      key={key}
      size="xs"
      variant={view === key ? 'light' : 'subtle'}
      aria-label={label}
      title={label}
      aria-pressed={view === key}
      onClick={() => onView(view === key ? 'beside' : key)}
    >
      <Icon size={18} />
    </ActionIcon>
  ))
}
