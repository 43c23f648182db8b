/** Colours of lines, one after the other. */
export const chartColors = [
  '--k-chart-1',
  '--k-chart-2',
  '--k-chart-3',
  '--k-chart-5',
  '--k-chart-6',
  '--k-chart-4',
] as const
