import { sql } from 'kysely'
import {
  operandsOf,
  operatorsOf,
  type ConditionOperator,
  type ConditionType,
  type UIFilterCondition,
} from '@kervan/contract/company/ui-filters'
import { fold } from '../../kit/lists/fold.ts'
import type { Issue, Sql } from '../../kit/master/kind.ts'

// What a condition of a UI filter means (UIF-001): whether it makes sense for its field, and the SQL of it. Pure.

/** A field that conditions may speak of; `column` is its value in SQL, a number or a day in its own type. */
export type ConditionField = {
  field: string
  type: ConditionType
  column: Sql
  /** What a choice may be; null where anything may be. */
  values: readonly string[] | null
}

const day = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string): boolean => {
  const moment = new Date(`${text}T00:00:00Z`)
  return day.test(text) && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/** What is wrong with a condition, by the codes of `masterData.issue`; nothing where it can be asked. */
export function faultsOf(condition: UIFilterCondition, known: ConditionField | undefined): Issue[] {
  const say = (code: string, facts: Issue['facts'] = {}): Issue[] => [{ field: 'conditions', code, facts }]
  const { field, operator, values } = condition
  if (!known) return say('UnknownField', { name: field })
  if (!operatorsOf[known.type].includes(operator)) return say('NotAValue')
  const wanted = operandsOf[operator]
  if (wanted === 'none') return values.length > 0 ? say('NotAValue') : []
  if (values.length === 0) return say('Required')
  if (wanted === 'one' && values.length > 1) return say('TooMany', { limit: 1 })
  for (const value of values) {
    if (known.type === 'number' && !/^-?\d{1,12}(\.\d{1,6})?$/.test(value))
      return say('NotANumber', { value })
    if (known.type === 'date' && !isDay(value)) return say('NotADate', { value })
    if (known.values && !known.values.some((one) => fold(one) === fold(value)))
      return say('NotAChoice', { value })
  }
  return []
}

/**
 * The condition in SQL, true or false and never unknown: an empty field is none of any values and contains nothing.
 * Texts are compared folded, as lists compare them. The condition has to be free of faults.
 */
export function conditionSql({ column, type }: ConditionField, { operator, values }: UIFilterCondition): Sql {
  const [value = ''] = values
  const cast = sql.raw(type === 'date' ? 'date' : 'numeric')
  const meant: Record<ConditionOperator, () => Sql> = {
    AnyOf: () => isTrue(sql`fold(${column}) = any(${values.map(fold)}::text[])`),
    NoneOf: () => sql`not ${isTrue(sql`fold(${column}) = any(${values.map(fold)}::text[])`)}`,
    // Position and not a pattern, so that no sign of the value means anything else.
    Contains: () => isTrue(sql`strpos(fold(${column}), ${fold(value)}) > 0`),
    NotContains: () => sql`not ${isTrue(sql`strpos(fold(${column}), ${fold(value)}) > 0`)}`,
    AtLeast: () => isTrue(sql`${column} >= ${value}::${cast}`),
    AtMost: () => isTrue(sql`${column} <= ${value}::${cast}`),
    Yes: () => isTrue(column),
    No: () => sql`not ${isTrue(column)}`,
    Empty: () => sql`coalesce((${column})::text, '') = ''`,
    NotEmpty: () => sql`coalesce((${column})::text, '') <> ''`,
  }
  return meant[operator]()
}

const isTrue = (condition: Sql): Sql => sql`coalesce(${condition}, false)`

/** Each code once, whatever its case, as it was written first. */
export function distinctCodes(codes: readonly string[]): string[] {
  const first = new Map(codes.toReversed().map((code) => [fold(code), code.trim()]))
  return [...new Set(codes.map(fold))].flatMap((folded) => first.get(folded) || [])
}
