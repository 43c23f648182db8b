import { z } from 'zod'
import { Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { recordStates } from './words.ts'

/** The colours and sizes of one product (PRD-001). */
export const variantsOfProduct = pageList('Product/GetVariantsOfProduct', {
  columns: {
    code: column.code(),
    color: column.text({ nullable: true }),
    size: column.text({ nullable: true }),
    gtin: column.code({ nullable: true }),
    listPrice: column.decimal({ nullable: true, price: true }),
    status: column.choice(recordStates, { words: 'recordState' }),
    onHand: column.integer(),
  },
  extra: { id: z.uuid() },
  scope: { productId: Uuid },
  defaultSort: [{ column: 'code', direction: 'asc' }],
})
