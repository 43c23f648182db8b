import { newPropertyColumn, propertyColumn, type Assignment } from '@kervan/contract/kit/file-columns'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  assign,
  assigned,
  columnsOf,
  headings,
  importFile,
  lines,
  locations,
  oldList,
  servedOf,
  suggested,
  words,
} from '../test/old-list.ts'
import { startPortal, type Portal } from '../test/portal.ts'
import { openDesk, rowsOf, sheetOf, type Desk } from '../test/walk/desk.ts'
import { watch } from '../test/watch.ts'
import { freeCode } from './data/new-property.ts'

// Columns of an old system's file that no field holds are kept as custom properties.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

const definitions = servedOf('propertyDefinition')
type Row = { code: string; properties: Record<string, string> | null; [field: string]: unknown }

const keepsAsProperty = ({ columns, values }: Assignment, ...ids: string[]): Assignment => ({
  columns: columns.map(({ id, field }) => ({ id, field: ids.includes(id) ? newPropertyColumn : field })),
  values,
})
const idOf = (columns: Awaited<ReturnType<typeof columnsOf>>, title: string) =>
  columns.sheets.flatMap((sheet) => sheet.columns).find((one) => one.title === title)?.id ?? ''

async function readAs(desk: Desk, change: ChangeView, given: Assignment, keep = false): Promise<ChangeView> {
  const answer = await assign(desk, change.id, given, keep)
  expect(answer).toMatchObject({ status: 200 })
  await watch(portal, desk.maker.token, answer.body.jobId as string)
  return (await portal.call(locations.kind.getChange, desk.maker.token, { changeId: change.id })).body
}
const activate = async (desk: Desk, { id }: ChangeView) =>
  expect(
    await portal.call(desk.served.kind.activate, desk.maker.token, { changeId: id, confirmed: true }),
  ).toMatchObject({ status: 200, body: { state: 'Active' } })

/** What the records of the desk hold, by code. */
async function heldBy(desk: Desk): Promise<Record<string, Row['properties']>> {
  const rows = (await rowsOf(desk)) as unknown as (Row & { id: string })[]
  const held: Record<string, Row['properties']> = {}
  for (const { id, code } of rows) {
    const { body } = await portal.call(desk.served.kind.get, desk.maker.token, { id })
    held[code] = (body.values as unknown as Row).properties
  }
  return held
}
const defined = async (desk: Desk) =>
  ((await rowsOf({ ...desk, served: definitions })) as unknown as Record<string, unknown>[]).map(
    ({ code, name, definitionFor, valueType }) => [code, name, definitionFor, valueType],
  )
const define = (desk: Desk, values: Record<string, unknown>) =>
  portal.call(definitions.kind.save, desk.maker.token, {
    id: null,
    version: null,
    values: { definitionFor: 'Location', required: false, ...values },
    confirmed: true,
  })

describe('[DAT-001] [DAT-002] columns that no field holds', () => {
  it('become properties that are called as they are, and are kept for the next file', async () => {
    const desk = await openDesk(portal, locations)
    const change = await importFile(desk, oldList())
    const columns = await columnsOf(desk, change.id)
    expect(columns.mayAddProperties).toBe(true)
    const given = keepsAsProperty({ ...suggested(columns), values: words }, idOf(columns, 'Posta Kodu'))
    const read = await readAs(desk, change, given, true)
    expect(read).toMatchObject({ state: 'Succeeded', counts: { added: 3, faulty: 0 } })
    await activate(desk, read)
    expect(await defined(desk)).toEqual([['POSTA-KODU', 'Posta Kodu', 'Location', 'Text']])
    expect(await heldBy(desk)).toEqual({
      E001: { 'POSTA-KODU': '34710' },
      E002: { 'POSTA-KODU': '06690' },
      D001: { 'POSTA-KODU': '35040' },
    })
    // The next file of the sender needs nobody, and makes no second property.
    const next = await importFile(desk, oldList([[...lines[0]!.slice(0, 8), '34999']]))
    expect(next).toMatchObject({ state: 'Succeeded', columns: 'Kept', counts: { changed: 1, faulty: 0 } })
    await activate(desk, next)
    expect((await heldBy(desk))['E001']).toEqual({ 'POSTA-KODU': '34999' })
    expect(await defined(desk)).toHaveLength(1)
    // A property that is gone leaves the column to somebody; nothing of it is dropped in silence.
    const [property] = (await rowsOf({ ...desk, served: definitions })) as unknown as { id: string }[]
    const gone = { selection: { mode: 'ids' as const, ids: [property?.id ?? ''] }, dryRun: false }
    expect(await portal.call(definitions.kind.remove, desk.maker.token, gone)).toMatchObject({
      status: 200,
    })
    const asked = await importFile(desk, oldList([[...lines[0]!.slice(0, 8), '35000']]))
    expect(asked).toMatchObject({ state: 'Invalid', actions: { assign: null } })
  })

  it('of a property that is defined are found by its name; other properties of the record stay', async () => {
    const desk = await openDesk(portal, locations)
    for (const values of [
      { code: 'ZIP', name: 'Posta Kodu', valueType: 'Number' },
      { code: 'COLD', name: 'Soğuk zincir', valueType: 'Flag' },
    ])
      expect(await define(desk, values)).toMatchObject({ status: 200 })
    const change = await importFile(desk, oldList())
    const { sheets, fields } = await columnsOf(desk, change.id)
    expect(sheets[0]?.columns.at(-1)).toMatchObject({ title: 'Posta Kodu', field: propertyColumn('ZIP') })
    expect(fields).toContainEqual({
      name: propertyColumn('ZIP'),
      property: 'Posta Kodu',
      isKey: false,
      required: false,
      words: null,
    })
    await activate(desk, await assigned(desk, change))
    expect((await heldBy(desk))['E001']).toEqual({ ZIP: '34710' })
    // Headings as the template has them: only the key and one property.
    const cold = await importFile(
      desk,
      sheetOf(
        ['Code', 'Soğuk zincir'],
        [
          ['E001', 'Evet'],
          ['E002', ''],
        ],
      ),
    )
    expect(cold).toMatchObject({ state: 'Succeeded', counts: { changed: 1, unchanged: 1, faulty: 0 } })
    await activate(desk, cold)
    expect((await heldBy(desk))['E001']).toEqual({ ZIP: '34710', COLD: 'true' })
    const wrong = await importFile(
      desk,
      sheetOf(
        ['Code', 'Posta Kodu', 'Soğuk zincir'],
        [
          ['E001', 'X', 'Evet'],
          ['E002', '', 'belki'],
        ],
      ),
    )
    expect(wrong).toMatchObject({ state: 'ValidationFailed', counts: { faulty: 2 } })
    // An empty cell takes the value away, as in every column.
    const emptied = await importFile(desk, sheetOf(['Code', 'Posta Kodu'], [['E001', '']]))
    await activate(desk, emptied)
    expect((await heldBy(desk))['E001']).toEqual({ COLD: 'true' })
  })

  it('are in the template with what the records have, and come back as they were', async () => {
    const desk = await openDesk(portal, locations)
    await define(desk, { code: 'ZIP', name: 'Posta Kodu', valueType: 'Number' })
    const change = await importFile(desk, oldList())
    await activate(desk, await assigned(desk, change))
    const before = await heldBy(desk)
    const { body } = await portal.call(locations.kind.template, desk.maker.token, { filled: true })
    const again = await importFile(desk, body as unknown as Uint8Array)
    expect(again).toMatchObject({ state: 'Succeeded', counts: { changed: 0, unchanged: 3, faulty: 0 } })
    expect(await heldBy(desk)).toEqual(before)
  })

  it('become properties only by who may define them, once for two columns of one name', async () => {
    const desk = await openDesk(portal, locations)
    const clerk = await desk.company.user({ without: [definitions.kind.save.permission ?? ''] })
    const own: Desk = { ...desk, maker: clerk }
    const change = await importFile(own, oldList())
    const columns = await columnsOf(own, change.id)
    expect(columns.mayAddProperties).toBe(false)
    const given = keepsAsProperty({ ...suggested(columns), values: words }, idOf(columns, 'Posta Kodu'))
    expect(await assign(own, change.id, given)).toMatchObject({ status: 403, code: 'PermissionMissing' })
    expect(await defined(desk)).toEqual([])
    // What is refused for another reason defines nothing either.
    const refused = { ...given, columns: given.columns.filter(({ field }) => field !== 'code') }
    expect(await assign(desk, change.id, refused)).toMatchObject({ code: 'RecordInvalid' })
    expect(await defined(desk)).toEqual([])
    const both = await Promise.all([assign(desk, change.id, given), assign(desk, change.id, given)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await defined(desk)).toHaveLength(1)
  })

  it('of kinds without properties cannot be kept so', async () => {
    const relations = servedOf('businessRelation')
    const desk = await openDesk(portal, relations)
    const change = await importFile(desk, sheetOf(headings, [[...lines[0]!]]))
    const { body } = await portal.call(relations.kind.columns, desk.maker.token, { changeId: change.id })
    expect(body.mayAddProperties).toBe(false)
    const given = keepsAsProperty(suggested(body), 'sira')
    expect(
      await portal.call(relations.kind.assign, desk.maker.token, {
        changeId: change.id,
        ...given,
        keep: false,
      }),
    ).toMatchObject({ status: 403 })
  })
})

it('the code of a new property follows from its name', () => {
  const free = () => false
  expect(freeCode('Etken Madde', free)).toBe('ETKEN-MADDE')
  expect(freeCode('KDV %', free)).toBe('KDV')
  expect(freeCode('Straße', free)).toBe('STRASSE')
  expect(freeCode('条码', free)).toBe('PROPERTY')
  expect(freeCode('KDV', (code) => ['KDV', 'KDV-2'].includes(code))).toBe('KDV-3')
  expect(freeCode('x'.repeat(200), free).length).toBeLessThanOrEqual(40)
})
