/**
 * How long the stock of a product at a location lasts: sold out, less than two weeks, healthy, more than 90 days, no sale
 * for eight weeks; NoSales where no sales are reported.
 */
export const coverClasses = ['Out', 'Low', 'Healthy', 'Over', 'Dead', 'NoSales'] as const
export const coverDays = { low: 14, over: 90 } as const
/** Days of sales that the rate is taken from, and those in which lost sales are counted. */
export const rateDays = 56
export const lostDays = 28

/** Figures that are worked out in advance. */
export const reportDataKinds = ['StockSense', 'PrimaryData', 'ServiceInsights'] as const
export type ReportDataKind = (typeof reportDataKinds)[number]
/** Months that Primary Data Inquiry may show, and that its figures are kept for. */
export const primaryDataMonths = 3
/** Months of work orders that service insights may show, and that their figures are kept for. */
export const insightMonths = 6
/** Days after a transfer in which it brings what it brings. */
export const benefitDays = 28
