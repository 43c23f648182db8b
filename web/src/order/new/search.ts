import { z } from 'zod'

export const newOrderSteps = ['products', 'import', 'review'] as const
export type NewOrderStep = (typeof newOrderSteps)[number]

/** The address of a new order: the step, the product on the table, and the cart where it has no place of its own. */
export const newOrderSearch = z.object({
  step: z.enum(newOrderSteps).catch('products'),
  product: z.uuid().optional().catch(undefined),
  cart: z.boolean().optional().catch(undefined),
})
