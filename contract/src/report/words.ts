/**
 * How long the stock of a product at a location lasts: sold out, less than `low` days, healthy, more than `over` days, no
 * sale for eight weeks; NoSales where no sales are reported. The days are the company's setting.
 */
export const coverClasses = ['Out', 'Low', 'Healthy', 'Over', 'Dead', 'NoSales'] as const
/** The days where a company has set none. */
export const coverDays = { low: 14, over: 90 } as const
/** The share of cases in which the truth lies within the band of lost sales, and its width in standard deviations. */
export const lostBand = { percent: 80, deviations: 1.2816 } as const
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
