import { seasons } from '@kervan/contract/order/seasons'
import { z } from 'zod'

export const newOrderSteps = ['products', 'import', 'review'] as const
export type NewOrderStep = (typeof newOrderSteps)[number]

/** The address of a new order: the step, the product on the table, and the cart where it has no place of its own. */
export const newOrderSearch = z.object({
  step: z.enum(newOrderSteps).catch('products'),
  product: z.uuid().optional().catch(undefined),
  /** What the list of products is asked for; it stays while the review is looked at (D44). */
  q: z.string().max(100).optional().catch(undefined),
  category: z.string().max(200).optional().catch(undefined),
  brand: z.string().max(200).optional().catch(undefined),
  season: z.enum(seasons).optional().catch(undefined),
  stock: z.boolean().optional().catch(undefined),
  cart: z.boolean().optional().catch(undefined),
  /** Whom it is for: goods go to the first of this customer's places, until another one is chosen. */
  customer: z.uuid().optional().catch(undefined),
})
