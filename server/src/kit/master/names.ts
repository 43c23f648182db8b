import { sql } from 'kysely'
import type { ImportKind } from '@kervan/contract/kit/master-import'
import { isList, type Field, type Values } from '@kervan/contract/kit/master-fields'
import { isTranslated as hasLanguages, languageEndings } from '@kervan/contract/kit/master-names'
import { plainText } from '@kervan/contract/kit/typed'
import type { Language } from '@kervan/contract/kit/values'
import type { Tx } from '../database/db.ts'
import { fold } from '../lists/fold.ts'
import { sayDays } from '../messages.ts'
import { nameIn } from '../records/names.ts'
import { columnName, columnSql, fieldOf, servedByKey, type ServedKind, type Sql } from './kind.ts'
import {
  codeOfTarget,
  foldCode,
  foldedCodeOfTarget,
  isNamed,
  plainSql,
  target,
  wholeKeySql,
} from './values-sql.ts'
import { typed } from './typed-sql.ts'

// What people call records, and those that they refer to: by their name in the reader's language where the kind has
// one (`otherLanguages`), else by the name itself. What is written, compared and kept as history goes by the name itself,
// which `null` for the language means.

/** The field with the name in that language. */
const fieldIn = (language: Language, name: string): string => `${name}${languageEndings[language]}`

const isTranslated = (kind: Pick<ImportKind, 'fields'> | undefined, name: string | null): name is string =>
  kind !== undefined && name !== null && hasLanguages(kind.fields, name)

/** The name of the records `x` that a field refers to. */
function targetName(served: ServedKind, company: number, name: string, language: Language | null): Sql {
  const column = `x.${target(served, company, name).name}`
  const other = servedByKey.get(served.kind.fields[name]?.to ?? '')?.kind
  return isTranslated(other, other?.nameField ?? null) ? nameIn(language, column) : sql`${sql.ref(column)}`
}

const fileName = (company: number, id: Sql): Sql =>
  sql`(select f.name from file f where f.company_id = ${company} and f.id = ${id})`

/** A reference, or a text that may name a record of another kind. */
const isNamedElsewhere = ({ type, to }: Field) => type === 'reference' || (type === 'text' && to !== null)

/** What a list shows of a field: what people call the record that it refers to. */
export function shownSql(
  served: ServedKind,
  company: number,
  language: Language | null,
  name: string,
  field: Field,
): Sql {
  if (field.type === 'file') return fileName(company, columnSql(served, name))
  if (!isNamedElsewhere(field))
    return language ? ownName(served, company, language, name) : columnSql(served, name)
  const to = target(served, company, name)
  const column = columnSql(served, name)
  const link = to.keeps === 'id' ? sql`x.id = ${column}` : isNamed(to, column)
  const found = sql`(select ${targetName(served, company, name, language)} from ${to.from} x where x.company_id = ${company} and ${link})`
  return field.type === 'text' ? sql`coalesce(${found}, ${columnSql(served, name)})` : found
}

function ownName(served: ServedKind, company: number, language: Language, name: string): Sql {
  const own = served.options.displayAs?.[name]
  if (own) return own(company, language)
  return isTranslated(served.kind, name)
    ? nameIn(language, `t.${columnName(served.options, name)}`)
    : columnSql(served, name)
}

/** As `shownSql`, from the values of a version: `v` is their JSON. */
export function shownThen(
  served: ServedKind,
  company: number,
  language: Language,
  name: string,
  field: Field,
): Sql {
  const text = sql`(t.v ->> ${sql.lit(name)})`
  if (isTranslated(served.kind, name))
    return sql`coalesce(t.v ->> ${sql.lit(fieldIn(language, name))}, ${text})`
  if (field.type === 'file') return fileName(company, typed(field, text))
  if (!isNamedElsewhere(field)) return typed(field, text)
  const to = target(served, company, name)
  return sql`coalesce((select ${targetName(served, company, name, language)} from ${to.from} x where x.company_id = ${company} and ${isNamed(to, text)}), ${text})`
}

/** What the records are called that these values of a version name, as JSON by field and code. */
export function referredNames(
  served: ServedKind,
  company: number,
  language: Language,
  values: readonly Sql[],
): Sql {
  const found = served.fields.flatMap(([name, field]) => {
    if (field.type === 'file') {
      const ids = values.map((value) => sql`(${value} ->> ${sql.lit(name)})::uuid`)
      return [
        sql`select ${sql.lit(name)}::text as field, x.id::text as code, x.name from file x where x.company_id = ${company} and x.id in (${sql.join(ids)})`,
      ]
    }
    if (field.to === null) return []
    const to = target(served, company, name)
    const codes = values.map((value) =>
      isList(field.type)
        ? sql`select jsonb_array_elements_text(case when jsonb_typeof(${value} -> ${sql.lit(name)}) = 'array' then ${value} -> ${sql.lit(name)} end)`
        : sql`select ${value} ->> ${sql.lit(name)}`,
    )
    return [
      sql`select ${sql.lit(name)}::text as field, (${codeOfTarget(to)})::text as code, ${targetName(served, company, name, language)}::text as name
        from ${to.from} x where x.company_id = ${company} and ${codeOfTarget(to)} in (${sql.join(codes, sql` union all `)})`,
    ]
  })
  if (found.length === 0) return sql`'{}'::jsonb`
  return sql`(select coalesce(jsonb_object_agg(n.field, n.names), '{}') from (
    select u.field, jsonb_object_agg(u.code, u.name) as names from (${sql.join(found, sql` union all `)}) u group by u.field) n)`
}

/** What a lookup calls a record `t`, and what its codes are compared with where it has no name. */
export function lookupName(served: ServedKind, company: number, language: Language): Sql {
  const { kind } = served
  const key = wholeKeySql(served, company)
  if (kind.nameField === null) return key
  const name = kind.nameField
  const called = isTranslated(kind, name)
    ? nameIn(language, `t.${columnName(served.options, name)}`)
    : plainSql(served, company, name)
  if (!kind.fields[name]?.optional) return sql`(${called})::text`
  return sql`coalesce(${called}, ${key})::text`
}

/** What people call a record: its name behind its key, from the values of a version. */
export function titleOf(kind: ImportKind, values: Partial<Values>, language: Language | null = null): string {
  const said = kind.keys.map((name) => plainText(values[name])).join(' · ')
  const key = language ? sayDays(language, said) : said
  const translated =
    language && isTranslated(kind, kind.nameField) ? values[fieldIn(language, kind.nameField)] : null
  const name = translated ?? (kind.nameField ? values[kind.nameField] : null)
  // A row of a file whose key could not be read is called by its name.
  return [key, plainText(name)].filter((part) => part !== '').join(' – ')
}

/** Of some codes the true ones with their names, by the folded code. */
export async function findTargets(
  tx: Tx,
  served: ServedKind,
  company: number,
  field: string,
  codes: readonly string[],
  language: Language | null = null,
): Promise<Map<string, { code: string; name: string }>> {
  if (codes.length === 0) return new Map()
  const to = target(served, company, field)
  const folds = (one: string) => foldCode(fieldOf(served.kind, field), one)
  const { rows } = await sql<{ code: string; name: string }>`
    select ${codeOfTarget(to)} as code, ${targetName(served, company, field, language)} as name
    from unnest(${codes.map(folds)}::text[]) as asked(folded) join ${to.from} x on ${foldedCodeOfTarget(to)} = asked.folded
    where x.company_id = ${company}`.execute(tx)
  const found = new Map(rows.map((row) => [folds(row.code), row]))
  if (!served.options.byName?.includes(field)) return found
  const open = [...new Set(codes.map(fold))].filter((one) => !found.has(one))
  return new Map([...(await findByName(tx, served, company, field, open)), ...found])
}

/** Of some folded names those that a single record has. */
async function findByName(
  tx: Tx,
  served: ServedKind,
  company: number,
  field: string,
  names: readonly string[],
): Promise<[string, { code: string; name: string }][]> {
  if (names.length === 0) return []
  const to = target(served, company, field)
  const { rows } = await sql<{ code: string; name: string; folded: string }>`
    select min(${codeOfTarget(to)}) as code, min(x.${sql.ref(to.name)}) as name, fold(x.${sql.ref(to.name)}) as folded
    from ${to.from} x where x.company_id = ${company} and fold(x.${sql.ref(to.name)}) = any(${[...names]}::text[])
    group by 3 having count(*) = 1`.execute(tx)
  return rows.map(({ folded: name, ...row }) => [name, row])
}
