import { sql } from 'kysely'
import type { definitionTargets } from '@kervan/contract/data/definitions'
import { fold } from '../kit/lists/fold.ts'
import type { JudgedRow, MasterContext } from '../kit/master/kind.ts'

type Definition = { code: string; value_type: string; value_list: string | null; required: boolean }

/** Custom properties are those that the company has defined, with values of their type (DAT-001). */
export function propertyRules(target: (typeof definitionTargets)[number]) {
  return async ({ tx, actor }: MasterContext, rows: readonly JudgedRow[]): Promise<void> => {
    const company = actor.company.id
    const { rows: definitions } = await sql<Definition>`
      select code, value_type, value_list, required from property_definition where company_id = ${company} and definition_for = ${target}`.execute(
      tx,
    )
    const isGiven = rows.some(({ after }) => Object.keys(propertiesOf(after)).length > 0)
    if (definitions.length === 0 && !isGiven) return
    const lists = await valuesOf(tx, company, definitions)
    for (const row of rows) check(row, definitions, lists)
  }
}

const propertiesOf = (values: JudgedRow['after']): Record<string, string> => {
  const properties = values?.['properties']
  return typeof properties === 'object' && properties !== null && !Array.isArray(properties) ? properties : {}
}

async function valuesOf(tx: MasterContext['tx'], company: number, definitions: readonly Definition[]) {
  const names = definitions.flatMap(({ value_list }) => value_list ?? [])
  if (names.length === 0) return new Map<string, Set<string>>()
  const { rows } = await sql<{ list: string; code: string }>`
    select fold(value_list) as list, fold(code) as code from predefined_value where company_id = ${company} and fold(value_list) = any(${names.map(fold)}::text[])`.execute(
    tx,
  )
  return new Map(
    [...Map.groupBy(rows, ({ list }) => list)].map(([list, of]) => [
      list,
      new Set(of.map(({ code }) => code)),
    ]),
  )
}

function check(
  { after, say }: JudgedRow,
  definitions: readonly Definition[],
  lists: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  if (!after) return
  const given = propertiesOf(after)
  const known = new Map(definitions.map((definition) => [definition.code, definition]))
  for (const code of Object.keys(given))
    if (!known.has(code)) say('properties', 'PropertyUnknown', { property: code })
  for (const { code, value_type: type, value_list: list, required } of definitions) {
    const value = given[code] ?? ''
    if (value === '') {
      if (required) say('properties', 'PropertyRequired', { property: code })
      continue
    }
    const fits = {
      Text: true,
      Number: /^-?\d+([.,]\d+)?$/.test(value),
      Date: /^\d{4}-\d{2}-\d{2}$/.test(value),
      Flag: ['true', 'false'].includes(value),
      Choice: lists.get(fold(list ?? ''))?.has(fold(value)) ?? false,
    }[type]
    if (fits === false) say('properties', 'PropertyWrong', { property: code, value })
  }
}
