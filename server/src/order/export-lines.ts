import type { InputOf } from '@kervan/contract/kit/call'
import { workbookType } from '@kervan/contract/kit/call'
import { exportManagedLines, exportMyLines, type LineExportColumn } from '@kervan/contract/order/line-export'
import type { OrderLineView } from '@kervan/contract/order/order-view'
import type { Side } from '@kervan/contract/order/states'
import type { RawBuilder } from 'kysely'
import type { SessionContext } from '../kit/context.ts'
import { writeWorkbook, type ColumnKind } from '../kit/excel/write-workbook.ts'
import { handleDownload, type FileAnswer } from '../kit/http/handle.ts'
import { translate } from '../kit/messages.ts'
import { presentOrder } from './present-order.ts'
import { orderScope, ownOrderScope } from './scope.ts'

// The shown lines of an order as a workbook (ORD-009), made of the record that the reader sees: no hidden price is in it.

type Cell = string | number | null
const columns: Record<
  LineExportColumn,
  { words: string; kind: ColumnKind; of: (line: OrderLineView, say: (key: string) => string) => Cell }
> = {
  product: { words: 'column.productName', kind: 'text', of: (line) => line.productName },
  color: { words: 'column.color', kind: 'text', of: (line) => line.color },
  size: { words: 'column.size', kind: 'text', of: (line) => line.size },
  code: { words: 'column.productCode', kind: 'text', of: (line) => line.productUniqueCode },
  gtin: { words: 'column.gtin', kind: 'text', of: (line) => line.gtin },
  stock: { words: 'column.stock', kind: 'integer', of: (line) => line.available },
  demand: { words: 'column.demandQuantity', kind: 'integer', of: (line) => line.demandQuantity },
  po: { words: 'column.confirmedQuantity', kind: 'integer', of: (line) => line.poQuantity },
  completed: { words: 'column.completedQuantity', kind: 'integer', of: (line) => line.completedQuantity },
  price: { words: 'column.unitPrice', kind: 'number', of: (line) => line.unitPrice },
  total: { words: 'column.lineTotal', kind: 'number', of: (line) => line.lineTotal },
  // As the row says it: the state, and why it was rejected or is to be looked at.
  state: {
    words: 'column.state',
    kind: 'text',
    of: ({ state, rejectReason, quotaState }, say) =>
      [
        say(`state.line.${state}`),
        ...(rejectReason === 'None' ? [] : [say(`state.rejectReason.${rejectReason}`)]),
        ...(rejectReason === 'None' && quotaState === 'ExceededQuota'
          ? [say(`state.quotaResult.${quotaState}`)]
          : []),
      ].join(' – '),
  },
}

async function answer(
  context: SessionContext,
  scope: RawBuilder<unknown>[],
  asked: InputOf<typeof exportManagedLines>,
  side: Side,
): Promise<FileAnswer> {
  const { actor, language } = context
  const order = await presentOrder(context, scope, asked.orderCode, side)
  const byId = new Map(order.lines.map((line) => [line.id, line]))
  const lines = asked.lineIds.flatMap((id) => byId.get(id) ?? [])
  const say = (key: string) => translate(language, key)
  const isPrice = (column: LineExportColumn) => column === 'price' || column === 'total'
  const shown = [...new Set(asked.columns)].filter(
    (column) => !isPrice(column) || lines.some(({ unitPrice }) => unitPrice !== null),
  )
  return {
    name: `${order.orderCode}.xlsx`,
    type: workbookType,
    body: writeWorkbook({
      timeZone: actor.company.timeZone,
      sheets: [
        {
          name: order.orderCode.slice(0, 31),
          columns: shown.map((column) => ({
            header: say(columns[column].words),
            kind: columns[column].kind,
          })),
          rows: lines.map((line) => shown.map((column) => columns[column].of(line, say))),
        },
      ],
    }),
  }
}

export const exportManagedLinesHandler = handleDownload(exportManagedLines, (context) =>
  answer(context, orderScope(context.actor), context.input, 'manager'),
)
export const exportMyLinesHandler = handleDownload(exportMyLines, (context) =>
  answer(context, ownOrderScope(context.actor), context.input, 'owner'),
)
