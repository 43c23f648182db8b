/** What notification contacts can be told of (USR-011). */
export const notificationTypes = ['Orders', 'Imports', 'ServiceRuns', 'FuelPrices', 'Security'] as const
export type NotificationType = (typeof notificationTypes)[number]

/** The operations of an area by name, with the type under which contacts are told of them. */
export type Operations = Readonly<Record<`${string}.${string}`, NotificationType | null>>
