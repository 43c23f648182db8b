/** How bad it is what the system diagnosis finds, from least to worst (the specification's words). */
export const findingLevels = ['Information', 'Warning', 'WarningCritical', 'Error', 'ErrorCritical'] as const
export type FindingLevel = (typeof findingLevels)[number]

/**
 * A check of the system diagnosis: how bad its finding is as a rule, the address at which it is mended, in which
 * `{subject}` stands for what it was found at, in how many runs one after another it has to be found before anybody is
 * shown it (once, where nothing is said), and where the words of its subjects stand, where these are no codes or names.
 */
export type DeclaredCheck = {
  readonly level: FindingLevel
  readonly place: string
  readonly tries?: number
  readonly words?: string
}

/**
 * Work beside requests of an area: kinds of jobs, kinds of what is sent to systems outside, checks of the system
 * diagnosis, and what is done by the calendar, each with the id that its row in the list of schedules has, because a
 * schedule is declared in the code and has no record to take one from.
 */
export type AreaWork = {
  readonly jobs?: readonly string[]
  readonly deliveries?: readonly string[]
  readonly schedules?: Readonly<Record<string, string>>
  readonly checks?: Readonly<Record<string, DeclaredCheck>>
}

/** Where a delivery to a system outside stands. */
export const deliveryStates = ['Waiting', 'Delivered', 'Failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]
