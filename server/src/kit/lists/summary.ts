import { totalCap, type PageQuery } from '@kervan/contract/kit/page'
import { groupLimit, type Summary, type Sums } from '@kervan/contract/kit/page-shapes'
import { existing } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import type { SessionContext } from '../context.ts'
import { askOnce } from '../database/db.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import type { FileAnswer } from '../http/handle.ts'
import { translate } from '../messages.ts'
import { conditionsOf, hiddenColumns } from './conditions.ts'
import { workbookColumn } from './export.ts'
import type { Asked, Sql } from './source.ts'

// What the rows of a list come to: all that match, and by group. The same conditions as its pages, so that sums, groups
// and rows cannot differ in what they mean. Prices are summed only for who sees them, and only in one currency.

type Found = { value: string | null; label: string | null; rows: number; currency: string | null } & Record<
  string,
  string | number | null
>

function summedColumns({ list, source }: Asked): string[] {
  const hidden = hiddenColumns(list, source)
  return (list.summed?.sums ?? []).filter((name) => !hidden.includes(name))
}

/**
 * The sums of what matches `where`. `by` is `all`, which looks at `totalCap` rows at most and otherwise has no answer, or
 * the column of the groups.
 */
export async function summarise(
  context: SessionContext,
  asked: Asked,
  where: Sql,
  by: string,
): Promise<Summary> {
  const { list, source } = asked
  const sums = summedColumns(asked)
  const named = list.summed?.groups[by]
  const column = (name: string) => existing(source.columns[name])
  const fields = sql.join([
    sql`${named ? column(by) : sql`null::text`} as value`,
    sql`${named ? column(named) : sql`null::text`} as label`,
    sql`${source.extra?.['currency'] ?? sql`null::text`} as currency`,
    ...sums.map((name) => sql`${column(name)} as ${sql.id(name)}`),
  ])
  const largest = sums.toReversed().map((name) => sql`sum(r.${sql.id(name)}) desc nulls last,`)
  const group = named ? sql`grouping(r.value) = 1 as overall, r.value` : sql`true as overall, null as value`
  const found = await askOnce<Found>(
    context.tx,
    sql`select ${group}, max(r.label) as label, count(*) as rows,
        case when min(r.currency) = max(r.currency) then min(r.currency) end as currency
        ${sql.join(
          sums.map((name) => sql`, sum(r.${sql.id(name)})::text as ${sql.id(name)}`),
          sql` `,
        )}
      from (select ${fields} from ${source.from} where ${where} ${named ? sql`` : sql`limit ${totalCap + 1}`}) r
      ${named ? sql`group by grouping sets ((r.value), ()) order by 1 desc, ${sql.join(largest, sql` `)} label, r.value limit ${groupLimit + 2}` : sql``}`,
  )
  const sumsOf = ({ rows, currency, ...row }: Found): Sums => ({
    rows,
    currency,
    sums: Object.fromEntries(
      sums.map((name) => {
        const sum = row[name] ?? 0
        return [name, list.columns[name]?.price && rows > 0 && currency === null ? null : String(sum)]
      }),
    ),
  })
  const [overall, ...groups] = found
  const all = sumsOf(existing(overall))
  return {
    all: named || all.rows <= totalCap ? all : null,
    groups: groups
      .slice(0, groupLimit)
      .map((row) => ({ ...sumsOf(row), value: row.value ?? '', label: row.label ?? '' })),
    groupsAreComplete: groups.length <= groupLimit,
  }
}

/** The groups as a workbook, with what all of them come to in its last row. */
export async function exportGroups(
  context: SessionContext,
  asked: Asked,
  query: PageQuery & { summary: string },
  screen: string,
): Promise<FileAnswer> {
  const { list, source } = asked
  const { actor, language, now } = context
  const where = await conditionsOf(context, list, source, query)
  const { all, groups } = await summarise(context, asked, where, query.summary)
  const sums = summedColumns(asked)
  const title = translate(language, `screen.${screen}.title`)
  const named = existing(list.summed?.groups[query.summary])
  // A column that names its groups itself stands once.
  const heads = named === query.summary ? [named] : [query.summary, named]
  const of = (value: string, label: string) => (named === query.summary ? [label] : [value, label])
  const figures = ({ rows, sums: of }: Sums) => [rows, ...sums.map((name) => of[name] ?? null)]
  const total = existing(all)
  return {
    name: `${title} ${now.toISOString().slice(0, 10)}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: writeWorkbook({
      timeZone: actor.company.timeZone,
      sheets: [
        {
          name: title.slice(0, 31),
          columns: [
            ...heads.map((name) => workbookColumn(language, list, name)),
            { header: translate(language, 'kit.grid.groupRows'), kind: 'integer' },
            ...sums.map((name) => workbookColumn(language, list, name)),
          ],
          rows: [
            ...groups.map(({ value, label, ...sums }) => [...of(value, label), ...figures(sums)]),
            [...of('', translate(language, 'kit.grid.sumOfAll')), ...figures(total)],
          ],
        },
      ],
    }),
  }
}
