/** Findings as they stand, those that somebody ignores for a while, and those that are gone. */
export const findingTabs = ['open', 'ignored', 'gone'] as const
export type FindingTab = (typeof findingTabs)[number]
