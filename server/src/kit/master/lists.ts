import { sql } from 'kysely'
import type { ChangeAction } from '@kervan/contract/kit/master-change'
import { recordActions, type CustomProperty } from '@kervan/contract/kit/master-data'
import type { Values } from '@kervan/contract/kit/master-fields'
import { baseColumn, isTranslated } from '@kervan/contract/kit/master-names'
import type { ColumnType, PageList } from '@kervan/contract/kit/page'
import { refusal } from '@kervan/contract/kit/refusals'
import { addDays } from '@kervan/contract/kit/days'
import type { Language } from '@kervan/contract/kit/values'
import { dayIn, startOfDay } from '../clock.ts'
import type { Actor, SessionContext } from '../context.ts'
import { folded } from '../lists/fold.ts'
import { serveList, type ServedList } from '../lists/serve-list.ts'
import type { AnySource } from '../lists/source.ts'
import { sayDays } from '../messages.ts'
import { offer } from '../records/offer.ts'
import { seesPartOnly } from '../records/scope.ts'
import {
  columnSql,
  seesPrices,
  visibleKind,
  type Issue,
  type ServedKind,
  type ServedRecords,
  type Sql,
  fieldOf,
} from './kind.ts'
import { valuesSql } from './values-sql.ts'
import { referredNames, shownSql, shownThen } from './names.ts'
import { holdsOn, timingOn } from './periods.ts'
import { typed } from './typed-sql.ts'
import { customProperties, propertyNames, type ValueNames } from './value-names.ts'
import { sayDifference } from './words.ts'

// The lists of records of a kind: now or as of a day, and what differs between two days.

/** What the lists of a kind are asked for, and what their rows hold beside their columns, each where it has it. */
type Scope = { day?: string | null; changeId: string; from: string; to: string }
export type Found = {
  past: boolean
  action: ChangeAction
  /** What the record is called, as it is kept. */
  record: string | null
  before: Values | null
  after: Values | null
  issues: Issue[]
  /** What the references in before and after are called. */
  names: ValueNames
}
type Loose = (
  list: PageList,
  title: string,
  source: (context: SessionContext, scope: Scope) => AnySource | Promise<AnySource>,
  row?: (found: Found, context: SessionContext, properties: CustomProperty[]) => Record<string, unknown>,
) => ServedList
/** The columns of a kind are known when it is declared, not to the compiler here. */
export const serve = serveList as unknown as Loose

export function recordList(served: ServedRecords): ServedList {
  const { kind } = served
  return serve(
    kind.list,
    `kind.${kind.key}.many`,
    (context, scope) => {
      const { day } = scope
      return day ? listThen(context, served, day) : listNow(context, served)
    },
    ({ past }, context) => ({ actions: past ? {} : recordOffer(context, served) }),
  )
}

/** What can be done with a record: the same for all of them, unless part of the company is all one sees. */
export function recordOffer(
  context: Pick<SessionContext, 'actor' | 'language'>,
  { kind, options }: ServedRecords,
) {
  const calls = { ...options.actions, edit: kind.save, delete: kind.remove }
  return offer<(typeof recordActions)[number]>(context, calls, () =>
    seesPartOnly(context.actor) ? refusal('WholeCompanyNeeded') : null,
  )
}

/** The change of a record that waits for a second person. */
export function waitingSql({ kind }: ServedKind, company: number): Sql {
  if (!kind.approval) return sql`null::uuid`
  return sql`(select c.id from master_change_row w join master_change c on c.company_id = ${company} and c.id = w.change_id
    where w.company_id = ${company} and w.kind = ${kind.key} and w.record_id = t.id and c.state in ('WaitingApproval', 'Checked')
    order by c.made_at limit 1)`
}

export const seenSql = (served: ServedKind, context: Pick<SessionContext, 'actor'>): Sql[] => [
  sql`t.company_id = ${context.actor.company.id}`,
  ...(served.options.scope?.(context.actor) ?? []),
]

export function searchSql({ fields, options }: ServedKind, of: (field: string) => Sql): Sql {
  if (options.search) return options.search
  const searched = fields.filter(([, field]) => field.searched).map(([name]) => of(name))
  return folded(sql`concat_ws(' ', ${sql.join(searched)})`)
}

const listed = ({ fields }: ServedKind) => fields.filter(([, field]) => field.list !== 'no')

/** The names themselves, beside those in the reader's language. */
const basesOf = ({ kind }: ServedKind, of: (name: string) => Sql) =>
  Object.keys(kind.fields)
    .filter((name) => isTranslated(kind.fields, name))
    .map((name) => [baseColumn(name), of(name)] as const)

const toldOf = ({ options }: ServedKind, of: (told: (actor: Actor, language: Language) => Sql) => Sql) =>
  Object.entries(options.computed ?? {}).map(([name, told]) => [name, of(told.of)] as const)

/** What a filter compares a column with, by its type; all else is text. */
const sqlTypes: Partial<Record<ColumnType, string>> = {
  integer: 'numeric',
  decimal: 'numeric',
  date: 'date',
  instant: 'timestamptz',
  flag: 'boolean',
}

/** Where a day stands to the days of a record, of a kind that tells it. */
const timingThen = ({ kind }: ServedRecords, day: string, of: (name: string) => Sql) =>
  kind.days ? [['timing', timingOn(kind.days, day, of)] as const] : []

/** Nothing is known of computed columns as of a day. */
const toldThen = ({ kind, options }: ServedRecords) =>
  Object.keys(options.computed ?? {}).map((name) => {
    const type = kind.list.columns[name]?.type ?? 'text'
    return [name, sql`null::${sql.raw(sqlTypes[type] ?? 'text')}`] as const
  })

/** Where the table keeps a text for the search, a filter on what stands in it uses its index as well. */
const searchedOf = ({ fields, options }: ServedKind) =>
  options.search && {
    searched: [
      ...fields.filter(([, field]) => field.searched).map(([name]) => name),
      ...Object.entries(options.computed ?? {}).flatMap(([name, { searched }]) => (searched ? [name] : [])),
    ],
  }

function listNow(context: SessionContext, served: ServedRecords): AnySource {
  const company = context.actor.company.id
  const today = dayIn(context.actor.company.timeZone, context.now)
  const shown = (name: string) =>
    shownSql(served, company, context.language, name, fieldOf(served.kind, name))
  return {
    from: sql`${sql.table(served.options.table)} t`,
    where: seenSql(served, context),
    id: sql`t.id`,
    key: sql`t.id`,
    columns: Object.fromEntries([
      ...listed(served).map(([name]) => [name, shown(name)] as const),
      ...basesOf(served, (name) => columnSql(served, name)),
      ...timingThen(served, today, (name) => columnSql(served, name)),
      ...toldOf(served, (told) => told(context.actor, context.language)),
    ]),
    extra: {
      version: sql`t.version`,
      waiting: waitingSql(served, company),
      ...Object.fromEntries(
        Object.entries(served.options.extra ?? {}).map(([name, extra]) => [name, extra(company)]),
      ),
    },
    facts: { past: sql`false` },
    search: searchSql(served, shown),
    ...searchedOf(served),
    createdAt: sql`t.created_at`,
    ...pricesOf(context, served),
  }
}

const pricesOf = ({ actor }: SessionContext, served: ServedKind) =>
  served.fields.some(([, field]) => field.price) ? { pricesVisible: seesPrices(served, actor) } : {}

/** Throws `DayInFuture`. */
function eveningOf({ actor, now }: SessionContext, day: string): Date {
  const { timeZone } = actor.company
  if (day > dayIn(timeZone, now)) throw refusal('DayInFuture')
  return startOfDay(timeZone, addDays(day, 1))
}

/**
 * Each record as it stood on an evening: its newest version then; what it was before its first known change, where that
 * came later; and what was never changed as it is, if it was there already.
 */
function standing(served: ServedKind, company: number, evening: Date): Sql {
  const { kind, options } = served
  const known = (moment: Sql) => sql`from master_change_row r
    join master_change c on c.company_id = ${company} and c.id = r.change_id
    where r.company_id = ${company} and r.kind = ${kind.key} and r.record_id is not null and r.version is not null and ${moment}`
  const title = titleSql(served, (name) => shownSql(served, company, null, name, fieldOf(kind, name)))
  return sql`(
    select distinct on (r.record_id) r.record_id, r.version, r.action, r.record, r.after as v
    ${known(sql`c.activated_at < ${evening}`)} order by r.record_id, r.version desc)
    union all (
    select * from (select distinct on (r.record_id) r.record_id, r.base_version as version, 'Changed' as action, r.record, r.before as v
      ${known(sql`c.activated_at is not null`)} order by r.record_id, r.version) f
    where f.v is not null and not exists (select ${known(sql`c.activated_at < ${evening} and r.record_id = f.record_id`)}))
    union all (
    select t.id, t.version, 'Changed', ${title}, ${valuesSql(served, company)} from ${sql.table(options.table)} t
    where t.company_id = ${company} and t.created_at < ${evening}
      and not exists (select ${known(sql`c.activated_at is not null and r.record_id = t.id`)}))`
}

/** What people call a record, in SQL. */
function titleSql({ kind }: ServedKind, of: (field: string) => Sql): Sql {
  const key = sql`concat_ws(' · ', ${sql.join(kind.keys.map((name) => sql`${of(name)}::text`))})`
  return kind.nameField ? sql`concat_ws(' – ', ${key}, nullif(${of(kind.nameField)}, ''))` : key
}

/** Of what stood on the evening of a day, what held on it. */
const heldThen = ({ kind }: ServedKind, day: string): Sql =>
  kind.validity ? holdsOn(kind.validity, day, valueThen(kind)) : sql`true`

const valueThen =
  (kind: ServedKind['kind']) =>
  (name: string): Sql =>
    typed(fieldOf(kind, name), sql`(t.v ->> ${sql.lit(name)})`)

function listThen(context: SessionContext, served: ServedRecords, day: string): AnySource {
  const company = context.actor.company.id
  const shown = (name: string) =>
    shownThen(served, company, context.language, name, fieldOf(served.kind, name))
  const scope = served.options.scope?.(context.actor) ?? []
  const seen =
    scope.length === 0
      ? sql`true`
      : sql`s.record_id in (select t.id from ${sql.table(served.options.table)} t where ${sql.join(seenSql(served, context), sql` and `)})`
  return {
    from: sql`(select s.record_id as id, s.version, s.v from (${standing(served, company, eveningOf(context, day))}) s where s.action <> 'Removed' and ${seen}) t`,
    where: [heldThen(served, day)],
    id: sql`t.id`,
    columns: Object.fromEntries([
      ...listed(served).map(([name]) => [name, shown(name)] as const),
      ...basesOf(served, (name) => sql`(t.v ->> ${sql.lit(name)})`),
      ...timingThen(served, day, valueThen(served.kind)),
      ...toldThen(served),
    ]),
    extra: {
      version: sql`t.version`,
      waiting: sql`null::uuid`,
      ...Object.fromEntries(Object.keys(served.options.extra ?? {}).map((name) => [name, sql`null::jsonb`])),
    },
    facts: { past: sql`true` },
    search: folded(
      sql`concat_ws(' ', ${sql.join(served.fields.filter(([, field]) => field.searched).map(([name]) => shown(name)))})`,
    ),
    createdAt: sql`now()`,
    ...pricesOf(context, served),
  }
}

export function differenceList(served: ServedRecords): ServedList {
  const { kind } = served
  return serve(
    kind.differences,
    `kind.${kind.key}.many`,
    async (context, scope) => {
      const company = context.actor.company.id
      const standingOn = (day: string) => standing(served, company, eveningOf(context, day))
      const [then, now] = [standingOn(scope.from), standingOn(scope.to)]
      // What was changed and changed back is no difference, nor is what this reader may not see.
      const hidden = served.fields
        .filter(([, field]) => field.price && !seesPrices(served, context.actor))
        .map(([name]) => name)
      const said = (values: Sql) => sql`jsonb_strip_nulls(${values} - ${hidden}::text[])`
      return {
        from: sql`(select coalesce(b.record_id, a.record_id) as id, coalesce(b.record, a.record) as record,
            case when a.record_id is null or a.action = 'Removed' then 'Added' when b.action = 'Removed' then 'Removed' else 'Changed' end as action,
            case when a.action = 'Removed' then null else a.v end as before, case when b.action = 'Removed' then null else b.v end as after
          from (${now}) b left join (${then}) a on a.record_id = b.record_id
          where (a.record_id is null and b.action <> 'Removed')
            or (a.record_id is not null and a.version <> b.version and not (a.action = 'Removed' and b.action = 'Removed')
              and (a.action = 'Removed' or b.action = 'Removed' or ${said(sql`a.v`)} is distinct from ${said(sql`b.v`)}))) t`,
        where: [sql`true`, ...scopeOf(context, served)],
        id: sql`t.id`,
        columns: { action: sql`t.action`, record: sql`t.record` },
        facts: valueFacts(context, served),
        search: folded(sql`t.record`),
        given: await customProperties(context, served),
      }
    },
    ({ record, before, after, names }, { actor, language }, properties) => ({
      record: sayDays(language, record ?? ''),
      difference: sayDifference(
        language,
        visibleKind(served, actor),
        before,
        after,
        withProperties(language, served, properties, { names, before, after }),
      ),
    }),
  )
}

/** The values of a row `t` of a change or a comparison, and what the references in them are called. */
export const valueFacts = ({ actor, language }: SessionContext, served: ServedKind) => ({
  before: sql`t.before`,
  after: sql`t.after`,
  names: referredNames(served, actor.company.id, language, [sql`t.before`, sql`t.after`]),
})

/** The names of a row with what its custom properties are called. */
export function withProperties(
  language: Language,
  served: ServedKind,
  properties: readonly CustomProperty[],
  { names, before, after }: Pick<Found, 'names' | 'before' | 'after'>,
): ValueNames {
  const own = served.fields.flatMap(([name, { type }]) => (type === 'properties' ? [name] : []))
  return {
    ...names,
    ...Object.fromEntries(
      own.map((name) => [
        name,
        propertyNames(language, properties, [before?.[name] ?? null, after?.[name] ?? null]),
      ]),
    ),
  }
}

const scopeOf = (context: SessionContext, served: ServedKind): Sql[] => {
  const scope = served.options.scope?.(context.actor) ?? []
  if (scope.length === 0) return []
  return [
    sql`t.id in (select t.id from ${sql.table(served.options.table)} t where ${sql.join(seenSql(served, context), sql` and `)})`,
  ]
}
