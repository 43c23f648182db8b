/**
 * Work beside requests of an area: kinds of jobs, and what is done by the calendar, each with the id that its row in the
 * list of schedules has, because a schedule is declared in the code and has no record to take one from.
 */
export type AreaWork = {
  readonly jobs?: readonly string[]
  readonly schedules?: Readonly<Record<string, string>>
}
