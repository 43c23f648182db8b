/**
 * Work beside requests of an area: kinds of jobs, kinds of what is sent to systems outside, and what is done by the
 * calendar, each with the id that its row in the list of schedules has, because a schedule is declared in the code and has
 * no record to take one from.
 */
export type AreaWork = {
  readonly jobs?: readonly string[]
  readonly deliveries?: readonly string[]
  readonly schedules?: Readonly<Record<string, string>>
}

/** Where a delivery to a system outside stands. */
export const deliveryStates = ['Waiting', 'Delivered', 'Failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]
