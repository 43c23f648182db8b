import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { DateOnly } from '../kit/values.ts'

/**
 * Goods that have left for a line of an order, as the ERP tells it (ORD-008, ORD-009): by form, workbook, API or file
 * drop. `code` is the ERP's own number of the issue, so that one that is sent twice is booked once. `orderLine` is the
 * code of the line, such as `SO-26-00042-1`; `closesLine` says that nothing more will come.
 */
export const goodsIssueKind = masterData('goodsIssue', {
  group: 'OrderManagement',
  one: 'GoodsIssue',
  many: 'GoodsIssues',
  modes: ['Merge'],
  refusals: ['LineNotFound', 'GoodsIssueState', 'GoodsIssueAboveOrdered', 'GoodsIssueEmpty'],
  fields: {
    code: field.code({ key: true, max: 40 }),
    orderLine: field.code({ fixed: true, max: 40, searched: true }),
    issuedQuantity: field.integer({ min: 0 }),
    issuedOn: field.date(),
    deliveryNote: field.text({ max: 60, optional: true, searched: true }),
    closesLine: field.flag({ start: false }),
  },
})

const issuesOfLine = (name: 'OrderManagement/GetLineGoodsIssues' | 'OrderMy/GetLineGoodsIssues') =>
  call(name, {
    reads: true,
    sharesPermission: 'GetOrder',
    input: z.strictObject({ orderCode: z.string().min(1).max(40), lineId: Uuid }),
    /** Oldest first. */
    output: z.strictObject({
      issues: z.array(
        z.strictObject({
          code: z.string(),
          quantity: z.int(),
          issuedOn: DateOnly,
          deliveryNote: z.string().nullable(),
          closesLine: z.boolean(),
        }),
      ),
    }),
    refusals: ['OrderNotFound', 'LineNotFound'],
  })

export const getManagedLineIssues = issuesOfLine('OrderManagement/GetLineGoodsIssues')
export const getMyLineIssues = issuesOfLine('OrderMy/GetLineGoodsIssues')
