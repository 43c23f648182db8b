// The messages that name columns and fields. A screen that only says words loads nothing else with them.

/** Where the messages of a kind stand. */
export const wordsOfKind = (key: string): string => `kind.${key}`

/** The messages that may name a column, the first that there is counts: the owner's own, then what all call it. */
export const columnWords = (owner: string, name: string): readonly string[] => [
  `${owner}.column.${name}`,
  `column.${name}`,
]
