/** The days that a view of a report is about, counted from the company's today. All fit into every report. */
export const reportPeriods = [
  'Yesterday',
  'Last7Days',
  'LastWeek',
  'Last30Days',
  'ThisMonth',
  'LastMonth',
] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** The reports that there are, by the keys of their screens. */
export const reportNames = [
  'orderReport',
  'stockSenseReport',
  'primaryDataReport',
  'serviceInsights',
] as const
export type ReportName = (typeof reportNames)[number]

export const reportRhythms = ['Daily', 'Weekly', 'Monthly'] as const

/**
 * Where a run of a report stands. Somebody's own ends as Ready, one that is sent as Sent; Empty where there was nothing
 * to tell, and then no mail has left.
 */
export const reportRunStates = [
  'Waiting',
  'Running',
  'Ready',
  'Mailing',
  'Sent',
  'Empty',
  'Failed',
  'Cancelled',
] as const
export type ReportRunState = (typeof reportRunStates)[number]
export const reportRunReasons = ['Asked', 'Scheduled'] as const

export const reportFileFormats = ['Excel', 'Pdf'] as const
export type ReportFileFormat = (typeof reportFileFormats)[number]

/** Views of one person, and runs that somebody may have waiting. */
export const mostReportViews = 30
export const mostWaitingRuns = 5
/** Days that runs and their files are kept. */
export const reportRunDays = 90
/** What a run may have at most, in rows and columns. */
export const reportRunLimits = { rows: 50_000, columns: 200 } as const
