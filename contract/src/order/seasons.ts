/** Seasons of products, as the specification has them. */
export const seasons = ['Summer', 'Winter', 'NoSeason', 'UnDetermined'] as const
