import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { languages } from '@kervan/contract/kit/values'
import {
  assigned,
  columnsOf,
  headings,
  importFile,
  lines,
  locations,
  oldList,
  servedOf,
  words,
} from '../test/old-list.ts'
import { startPortal, type Portal } from '../test/portal.ts'
import { watch } from '../test/watch.ts'
import { openDesk, plain, rowsOf, sheetOf, type Desk } from '../test/walk/desk.ts'
import { commentsIn } from '../test/workbook-text.ts'
import { fileDropWork } from './system/file-drop.ts'

// What was assigned holds for the next file of its sender; right rows are taken without the others.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

describe('[DAT-002] what was assigned is kept', () => {
  it('for the next file of the same person, and for nobody else’s', async () => {
    const desk = await openDesk(portal, locations)
    await assigned(desk, await importFile(desk, oldList()), true)
    const next = await importFile(
      desk,
      oldList([['4', 'E003', 'Yeni Eczane', '', 'Bursa', 'Nilüfer', 'eczane', 'a', '']]),
    )
    expect(next).toMatchObject({ state: 'Succeeded', columns: 'Kept', counts: { added: 1 } })
    // Another one is asked, with the same suggestion.
    const other = { ...desk, maker: desk.second }
    const asked = await importFile(other, oldList())
    expect(asked).toMatchObject({ state: 'Invalid' })
    const columns = await columnsOf(other, asked.id)
    expect(columns.kept).toBeNull()
    expect(columns.values).toEqual(words)
  })

  it('and asks again where the headings are no longer the same', async () => {
    const desk = await openDesk(portal, locations)
    await assigned(desk, await importFile(desk, oldList()), true)
    const change = await importFile(desk, oldList(lines, headings.with(0, 'Bölge')))
    expect(change).toMatchObject({ state: 'Invalid', actions: { assign: null } })
    const columns = await columnsOf(desk, change.id)
    expect(columns.kept).toMatchObject({ by: expect.any(String) })
    expect(columns.sheets[0]?.columns.map(({ field }) => field)).toContain('locationType')
    // The template goes on being read as a template.
    const template = await portal.call(locations.kind.template, desk.maker.token, { filled: false })
    expect(await importFile(desk, template.body as unknown as Uint8Array)).toMatchObject({
      columns: 'Template',
    })
  })

  it('for files from the drop folder, which take effect by it, and are refused with the reason where it does not fit', async () => {
    const desk = await openDesk(portal, locations)
    const first = await dropped(desk, oldList(), 'first.xlsx')
    expect(first).toMatchObject({ source: 'FileDrop', state: 'Invalid', actions: { assign: null } })
    for (const language of languages) {
      const told = await portal.call(
        locations.kind.getChange,
        desk.maker.token,
        { changeId: first.id },
        { language },
      )
      expect(told.body.message).toMatch(/\S+ \S+/)
    }
    // Somebody sits before it now, so it waits for them.
    expect(await assigned(desk, first, true)).toMatchObject({ state: 'Succeeded', counts: { added: 3 } })
    const rows = [['7', 'E007', 'Deniz Eczanesi', '', 'Muğla', 'Bodrum', 'Eczane', 'A', '']]
    expect(await dropped(desk, oldList(rows), 'second.xlsx')).toMatchObject({
      state: 'Active',
      columns: 'Kept',
      counts: { added: 1 },
    })
    expect(await dropped(desk, oldList(rows, headings.with(1, 'Anahtar')), 'third.xlsx')).toMatchObject({
      state: 'Invalid',
      message: expect.any(String),
    })
    expect(await rowsOf(desk)).toHaveLength(1)
  })
})

describe('[DAT-002] the right rows are taken, and the others stay to be mended', () => {
  const wrongGln = '8680000000021'
  const rows = [...lines, ['4', 'E004', 'Yanlış Eczane', wrongGln, 'Bursa', 'Nilüfer', 'Eczane', 'A', '']]

  it('takes effect without the faulty rows, which come back in the user’s own file', async () => {
    const desk = await openDesk(portal, locations)
    const change = await assigned(desk, await importFile(desk, oldList(rows)), true)
    expect(change).toMatchObject({
      state: 'ValidationFailed',
      counts: { added: 3, faulty: 1 },
      actions: { take: null },
    })
    const take = (over: object = {}) =>
      portal.call(locations.kind.activate, desk.maker.token, {
        changeId: change.id,
        confirmed: true,
        ...over,
      })
    expect(await take()).toMatchObject({ code: 'ChangeFaulty' })
    const answers = await Promise.all([take({ leaveFaulty: true }), take({ leaveFaulty: true })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const active = (await portal.call(locations.kind.getChange, desk.maker.token, { changeId: change.id }))
      .body
    expect(active).toMatchObject({
      state: 'Active',
      counts: { added: 3, faulty: 1 },
      actions: { file: null, revert: null },
    })
    expect(await rowsOf(desk)).toHaveLength(3)
    const file = await portal.call(locations.kind.file, desk.maker.token, { changeId: change.id })
    expect(await commentsIn(file.body)).toEqual([expect.stringContaining(wrongGln)])
    // Mended and sent again, the file adds what it lacked and nothing else.
    const mended = await importFile(
      desk,
      oldList(rows.map((row) => row.map((cell) => (cell === wrongGln ? '8680000000020' : cell)))),
    )
    expect(mended).toMatchObject({ state: 'Succeeded', columns: 'Kept', counts: { added: 1, unchanged: 3 } })
    const back = await portal.call(locations.kind.revert, desk.maker.token, {
      changeId: change.id,
      confirmed: true,
    })
    expect(back).toMatchObject({ status: 200, body: { state: 'Reverted' } })
    expect(await rowsOf(desk)).toEqual([])
  })

  it('is not offered where the file replaces everything', async () => {
    const regions = servedOf('regionCode')
    const desk = await openDesk(portal, regions)
    const titles = ['Subdivision', 'District', 'Region code']
    const change = await importFile(
      desk,
      await sheetOf(titles, [
        ['İstanbul', 'Şişli', 'M'],
        ['İstanbul', null, 'M'],
      ]),
      'Replace',
    )
    expect(change).toMatchObject({ state: 'ValidationFailed' })
    const input = { changeId: change.id, confirmed: true, leaveFaulty: true }
    expect(await portal.call(regions.kind.activate, desk.maker.token, input)).toMatchObject({
      code: 'ChangeStateWrong',
    })
  })
})

/** Puts a file into the drop folder, and answers what became of it once its job has ended. */
async function dropped(desk: Desk, file: Promise<Uint8Array>, name: string): Promise<ChangeView> {
  const { services } = portal.app
  const { rows } = await portal.owner.query<{ code: string }>('select code from company where id = $1', [
    desk.company.id,
  ])
  const folder = join(services.config.dataDir, 'drop', rows[0]?.code ?? '', 'location')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), await file)
  const at = new Date(Date.now() - 60_000)
  await utimes(join(folder, name), at, at)
  for (let more: boolean | undefined = true; more;)
    more = (
      await services.db.withCompany(desk.company.id, (tx) =>
        fileDropWork.run({ tx, services, companyId: desk.company.id, dueAt: new Date() }),
      )
    ).more
  const { body } = await portal.call(locations.kind.changes.page, desk.maker.token, plain)
  const id = body.rows.find(({ fileOrRecord }) => fileOrRecord === name)?.id ?? ''
  const { jobId } = (await portal.call(locations.kind.getChange, desk.maker.token, { changeId: id })).body
  await watch(portal, desk.maker.token, jobId as string)
  return (await portal.call(locations.kind.getChange, desk.maker.token, { changeId: id })).body
}
