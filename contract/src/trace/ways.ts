/** Ways to ask where packs are and were. */
export const traceWays = ['DataMatrix', 'Location', 'SerialNumber', 'LotNumber', 'PtsDocument'] as const
export type TraceWay = (typeof traceWays)[number]
