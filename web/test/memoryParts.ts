import * as dictionary from '@kervan/contract/account/web-app-user-dictionary'
import { gridTemplateLimit } from '@kervan/contract/access/words'
import { totalCap, type FilterValue, type PageQuery } from '@kervan/contract/kit/page'
import { asText } from '../src/kit/values/asText.ts'
import type { AnyList } from '../src/kit/grid/gridState.ts'
import type { MemoryServer } from './MemoryServer.ts'

/** Each answer is a little younger than the one before. */
let reads = 0

type Row = Record<string, unknown> & { id: string }

/** A list over rows in memory, filtered, sorted and paged as the server would. */
export function serveList(
  server: MemoryServer,
  list: AnyList,
  rows: readonly Row[],
  before?: () => void,
): void {
  server.answer(list.page, (asked) => {
    before?.()
    const input = asked as unknown as PageQuery & {
      page: number
      pageSize: number
      summary?: string
      count?: string
    }
    if (input.count) return counted(rows, input, input.count) as never
    const found = matching(rows, input)
    const from = (input.page - 1) * input.pageSize
    if (input.summary) return summarised(list, found, input.summary) as never
    return {
      rows: found.slice(from, from + input.pageSize),
      total: Math.min(found.length, totalCap),
      totalIsExact: found.length <= totalCap,
      asOf: new Date(Date.parse('2026-11-20T07:42:00.000Z') + reads++).toISOString(),
    } as never
  })
  server.answer(list.excel, () => {
    before?.()
    return new Response(new Uint8Array(2_048), {
      headers: {
        'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'Content-Disposition': `attachment; filename*=UTF-8''Sipari%C5%9Fler.xlsx`,
      },
    })
  })
}

/** How many rows have each value, as `count` of the page call answers it. */
function counted(rows: readonly Row[], { filters, ...query }: PageQuery, name: string) {
  const { [name]: _own, ...others } = filters
  const found = matching(rows, { ...query, filters: others })
  const counts: Record<string, number> = {}
  for (const row of found) {
    const value = asText(row[name])
    if (value !== '' && value !== 'false') counts[value] = (counts[value] ?? 0) + 1
  }
  return {
    rows: [],
    total: Math.min(found.length, totalCap),
    totalIsExact: found.length <= totalCap,
    asOf: '2026-11-20T07:42:00.000Z',
    counts: found.length > totalCap ? null : counts,
  }
}

/** What rows in memory come to, as `summary` of the page call answers it. */
function summarised(list: AnyList, rows: readonly Row[], by: string) {
  const sumsOf = (some: readonly Row[]) => ({
    rows: some.length,
    sums: Object.fromEntries(
      (list.summed?.sums ?? []).map((name) => [
        name,
        String(some.reduce((sum, row) => sum + Number(row[name]), 0)),
      ]),
    ),
    currency: 'TRY',
  })
  const named = list.summed?.groups[by]
  const groups = named ? [...Map.groupBy(rows, (row) => asText(row[by]))] : []
  return {
    rows: [],
    total: rows.length,
    totalIsExact: true,
    asOf: '2026-11-20T07:42:00.000Z',
    summary: {
      all: sumsOf(rows),
      groups: groups.map(([value, some]) => ({
        value,
        label: asText(some[0]?.[named ?? '']),
        ...sumsOf(some),
      })),
      groupsAreComplete: true,
    },
  }
}

export function matching(rows: readonly Row[], query: PageQuery): Row[] {
  const sought = query.search.toLocaleLowerCase('tr')
  const found = rows.filter(
    (row) =>
      Object.entries(query.filters).every(([column, filter]) => passes(row[column], filter)) &&
      (sought === '' ||
        Object.values(row).some(
          (value) => typeof value === 'string' && value.toLocaleLowerCase('tr').includes(sought),
        )),
  )
  return found.sort((a, b) => {
    for (const { column, direction } of query.sort) {
      const [x, y] = [a[column], b[column]]
      const order =
        typeof x === 'number' && typeof y === 'number' ? x - y : asText(x).localeCompare(asText(y), 'tr')
      if (order !== 0) return direction === 'asc' ? order : -order
    }
    return 0
  })
}

function passes(value: unknown, filter: FilterValue): boolean {
  if (filter.is !== undefined) return value === filter.is
  if (filter.contains)
    return asText(value).toLocaleLowerCase('tr').includes(filter.contains.toLocaleLowerCase('tr'))
  if (filter.in) return filter.in.includes(String(value))
  const compared = (bound: string) =>
    typeof value === 'number'
      ? value - Number(bound)
      : String(value).slice(0, bound.length).localeCompare(bound)
  return (!filter.from || compared(filter.from) >= 0) && (!filter.to || compared(filter.to) <= 0)
}

export function rememberDictionaries(server: MemoryServer): void {
  const states = new Map<string, string>()
  let entries: dictionary.WebUserDictionary[] = []
  let next = 1
  const select = (code: number, on: boolean) => {
    const found = entries.find(({ IntCode }) => IntCode === code)
    if (!found) return server.refuse(dictionary.selectWebAppUserDictionary, 'DictionaryNotFound')
    entries = entries.map((entry) =>
      entry.ObjectKey === found.ObjectKey ? { ...entry, IsSelected: on && entry.IntCode === code } : entry,
    )
    return { done: true as const }
  }
  server.answer(dictionary.getGridState, ({ ObjectKey }) => ({ Value: states.get(ObjectKey) ?? null }))
  server.answer(dictionary.saveGridState, ({ ObjectKey, Value }) => {
    states.set(ObjectKey, Value)
    return { done: true as const }
  })
  server.answer(dictionary.getWebAppUserDictionaries, ({ ObjectKey }) => ({
    dictionaries: entries.filter((entry) => entry.ObjectKey === ObjectKey),
  }))
  server.answer(dictionary.insertWebAppUserDictionary, ({ WebUserDictionaryRequestModel: sent }) => {
    const { ObjectKey, Name, Value } = sent
    if (entries.some((entry) => entry.Name === Name))
      return server.refuse(dictionary.insertWebAppUserDictionary, 'TemplateNameTaken', { name: Name })
    if (entries.length >= gridTemplateLimit)
      return server.refuse(dictionary.insertWebAppUserDictionary, 'TemplateLimit', {
        limit: gridTemplateLimit,
      })
    const entry = {
      IntCode: next++,
      ObjectKey,
      Name,
      Value,
      IsSelected: false,
      UpdatedAt: '2026-11-20T07:42:00.000Z',
    }
    entries = [...entries, entry]
    select(entry.IntCode, true)
    return entries.at(-1) ?? entry
  })
  server.answer(dictionary.updateWebAppUserDictionary, ({ WebUserDictionaryRequestModel: sent }) => {
    const { IntCode, Name, Value } = sent
    entries = entries.map((entry) => (entry.IntCode === IntCode ? { ...entry, Name, Value } : entry))
    return (
      entries.find((entry) => entry.IntCode === IntCode) ??
      server.refuse(dictionary.updateWebAppUserDictionary, 'DictionaryNotFound')
    )
  })
  server.answer(dictionary.selectWebAppUserDictionary, ({ IntCode }) => select(IntCode, true))
  server.answer(dictionary.deselectWebAppUserDictionary, ({ IntCode }) => select(IntCode, false))
  server.answer(dictionary.deleteWebAppUserDictionary, ({ IntCode }) => {
    entries = entries.filter((entry) => entry.IntCode !== IntCode)
    return { done: true as const }
  })
}
