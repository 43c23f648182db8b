/** A refusal of the catalogue: its status, and the facts its sentence may use. */
export type RefusalEntry = { status: number; facts: readonly string[] }
