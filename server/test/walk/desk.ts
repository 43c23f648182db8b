import { buffer } from 'node:stream/consumers'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { partsOf, type MasterData } from '@kervan/contract/kit/master-data'
import type { Values } from '@kervan/contract/kit/master-fields'
import type { RowOf } from '@kervan/contract/kit/page'
import { plainText } from '@kervan/contract/kit/typed'
import { expect } from 'vitest'
import { writeWorkbook } from '../../src/kit/excel/write-workbook.ts'
import { fromFile } from '../../src/kit/master/header.ts'
import type { ServedRecords } from '../../src/kit/master/kind.ts'
import { sayField } from '../../src/kit/master/words.ts'
import { translate } from '../../src/kit/messages.ts'
import { allPermissions, type Answer, type Company, type Portal, type User } from '../portal.ts'
import { watch } from '../watch.ts'

// What the walk over the kinds of master data does at its desk: three people of a company with one kind. Where a kind
// always needs a second person, that person approves whatever the first one does.

export const plain = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '' }
export const page = { ...plain, day: null }

/** A kind that is walked through, by its key. */
export type Walked = readonly [key: string, served: ServedRecords]

export type Desk = {
  portal: Portal
  company: Company
  maker: User
  second: User
  third: User
  served: ServedRecords
  /** All there are, those of the kind among them. */
  permissions: readonly string[]
}

export async function openDesk(portal: Portal, served: ServedRecords): Promise<Desk> {
  const company = await portal.company()
  const { calls, lists } = partsOf(served.kind)
  const own = [...calls, ...lists.flatMap((list) => [list.page, list.excel])]
  const permissions = [...new Set([...allPermissions, ...own.flatMap(({ permission }) => permission ?? [])])]
  const maker = await company.user({ permissions })
  const [second, third] = [await company.user({ like: maker }), await company.user({ like: maker })]
  return { portal, company, maker, second, third, served, permissions }
}

export const needsSecond = ({ served }: Desk): boolean => served.kind.approval === 'always'

/** The second person approves what waits. */
export async function approveAll({ portal, served: { kind }, second }: Desk): Promise<void> {
  const { body } = await portal.call(kind.changes.page, second.token, {
    ...plain,
    filters: { state: { in: ['WaitingApproval'] } },
  })
  for (const { id: changeId } of body.rows.toReversed()) {
    const input = { changeId, decision: 'Approve' as const, comment: '', confirmed: true }
    expect(await portal.call(kind.decide, second.token, input)).toMatchObject({ status: 200 })
  }
}

/** Saves a record as a form does; where it waits for the second person, it has taken effect before this answers. */
export async function save(desk: Desk, values: Values, over: object = {}) {
  const answer = await propose(desk, values, over)
  if (!needsSecond(desk) || answer.status !== 200) return answer
  await approveAll(desk)
  const { version } = (await desk.portal.call(desk.served.kind.get, desk.maker.token, { id: answer.body.id }))
    .body
  return { ...answer, body: { ...answer.body, version, waits: false } }
}

/** The same without the second person. */
export const propose = ({ portal, served, maker }: Desk, values: Values, over: object = {}) =>
  portal.call(served.kind.save, maker.token, { id: null, version: null, values, confirmed: true, ...over })

export async function rowsOf({ portal, served, maker }: Desk, over: object = {}) {
  const answer = await portal.call(served.kind.list.page, maker.token, { ...page, ...over })
  expect(answer.status).toBe(200)
  return answer.body.rows as (RowOf<MasterData['list']> & { id: string; version: number })[]
}

export async function valuesOf({ portal, served, maker }: Desk, id: string): Promise<Values> {
  const answer = await portal.call(served.kind.get, maker.token, { id })
  expect(answer.status).toBe(200)
  return answer.body.values as Values
}

/** The records as a workbook in the reader's language, some cells of it another. */
export async function workbookOf(
  { served }: Desk,
  records: readonly Values[],
  language: 'en' | 'tr' | 'de' = 'en',
) {
  const fields = fromFile(served)
  const cell = (field: (typeof fields)[number], values: Values): string | null => {
    const value = values[field[0]] ?? null
    if (Array.isArray(value)) return value.join(', ')
    if (typeof value === 'boolean') return translate(language, value ? 'kit.yes' : 'kit.no')
    if (field[1].type === 'choice' && value !== null)
      return translate(language, `state.${field[1].words}.${plainText(value)}`)
    return typeof value === 'object' ? null : plainText(value)
  }
  const rows = records.map((values) => fields.map((field) => cell(field, values)))
  return sheetOf(
    fields.map(([name]) => sayField(language, served.kind, name)),
    rows,
  )
}

/** A workbook of one sheet. */
export const sheetOf = (headers: readonly string[], rows: readonly (readonly (string | null)[])[]) =>
  buffer(
    writeWorkbook({
      sheets: [
        {
          name: 'Data',
          columns: headers.map((header) => ({ header, kind: 'text' as const, width: 20 })),
          rows: rows.map((row) => [...row]),
        },
      ],
    }),
  )

export async function importFile(
  { portal, served, maker }: Desk,
  body: Uint8Array,
  wanted = 'Merge',
  name = 'file.xlsx',
): Promise<ChangeView> {
  const mode = served.kind.modes.find((one) => one === wanted) ?? served.kind.modes[0]
  const sent = await portal.upload(served.kind.upload, maker.token, { mode }, [{ name, body }])
  expect(sent.status).toBe(200)
  const { id, jobId } = sent.body as ChangeView
  await watch(portal, maker.token, jobId as string)
  return (await portal.call(served.kind.getChange, maker.token, { changeId: id })).body
}

export const activate = (desk: Desk, changeId: string) => moved(desk, 'activate', changeId)
export const revert = (desk: Desk, changeId: string) => moved(desk, 'revert', changeId)

/** The change after this act, and after the second person where one is needed. */
async function moved(
  desk: Desk,
  act: 'activate' | 'revert',
  changeId: string,
): Promise<Answer<MasterData['activate']>> {
  const { portal, served, maker } = desk
  const answer = await portal.call(served.kind[act], maker.token, { changeId, confirmed: true })
  if (!needsSecond(desk) || answer.status !== 200) return answer
  await approveAll(desk)
  return portal.call(served.kind.getChange, maker.token, { changeId }) as Promise<
    Answer<MasterData['activate']>
  >
}
