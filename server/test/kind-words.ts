import { servedKinds } from '../src/handlers.ts'
import { columnName } from '../src/kit/master/kind.ts'

/** What choices of master data may be, by column. Types of locations and flows have no CHECK from the time before. */
export const kindWords: Record<string, readonly string[]> = Object.fromEntries(
  servedKinds.flatMap((served) =>
    served.fields.flatMap(([name, { values }]) =>
      values && !['flowType', 'locationType'].includes(name)
        ? [[`${served.options.table}.${columnName(served.options, name)}`, values] as const]
        : [],
    ),
  ),
)
