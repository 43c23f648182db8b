/** The tabs of both screens; each state stands in one of them, and whatever is archived only in `archived` (DSC-001). */
export const requestTabs = [
  'pending',
  'closed',
  'cancelled',
  'preApplication',
  'archived',
  'declined',
] as const
export type RequestTab = (typeof requestTabs)[number]

/** The tabs of both screens of price-change refunds (PCR-001); whatever is archived stays in the tab of its state. */
export const priceChangeTabs = ['pending', 'closed', 'cancelled'] as const
export type PriceChangeTab = (typeof priceChangeTabs)[number]
