import { describe, expect, it } from 'vitest'
import { fromFile } from '../../src/kit/master/header.ts'
import { sayField } from '../../src/kit/master/words.ts'
import { anotherValue, sampleValues } from '../master-samples.ts'
import type { Portal } from '../portal.ts'
import { workbookRows } from '../workbook-text.ts'
import {
  activate,
  approveAll,
  importFile,
  needsSecond,
  openDesk,
  page,
  plain,
  revert,
  rowsOf,
  save,
  sheetOf,
  workbookOf,
  type Walked,
} from './desk.ts'

/** Workbooks, templates and deliveries of each kind. */
export function walkFiles(kinds: readonly Walked[], portal: () => Portal): void {
  describe.each(kinds)('[DAT-001] [DAT-002] [DAT-003] master data: %s', (_, served) => {
    it('comes by workbook in each language: added, changed, unchanged; active together; reverted in one step', async () => {
      const desk = await openDesk(portal(), served)
      const context = { portal: portal(), company: desk.company }
      const [one, two, three] = [
        await sampleValues(served, 1, context),
        await sampleValues(served, 2, context),
        await sampleValues(served, 3, context),
      ]
      await save(desk, one)
      await save(desk, two)
      const { name, value } = anotherValue(served, one)
      const change = await importFile(
        desk,
        await workbookOf(desk, [{ ...one, [name]: value }, two, three], 'de'),
      )
      expect(change).toMatchObject({
        state: 'Succeeded',
        counts: { added: 1, changed: 1, removed: 0, unchanged: 1, faulty: 0 },
      })
      const rows = await portal().call(served.kind.changeRows.page, desk.maker.token, {
        ...plain,
        changeId: change.id,
      })
      expect(rows.body.rows.map((row) => row.action)).toEqual(['Changed', 'Unchanged', 'Added'])
      expect(rows.body.rows[0]?.difference).toContain(' → ')
      expect(await rowsOf(desk)).toHaveLength(2)
      expect(await activate(desk, change.id)).toMatchObject({ status: 200, body: { state: 'Active' } })
      expect(await rowsOf(desk)).toHaveLength(3)
      expect(await activate(desk, change.id)).toMatchObject({ status: 409, code: 'ChangeStateWrong' })
      expect(await revert(desk, change.id)).toMatchObject({ status: 200, body: { state: 'Reverted' } })
      const after = await rowsOf(desk)
      expect(after).toHaveLength(2)
      const versions = after.map((row) => row.version).toSorted()
      expect(versions).toEqual([1, 3])
    })

    it('tells every fault of a file by sheet, row and field, and takes nothing of it', async () => {
      const desk = await openDesk(portal(), served)
      const one = await sampleValues(served, 1, { portal: portal(), company: desk.company })
      const [key] = served.kind.keys
      const change = await importFile(desk, await workbookOf(desk, [one, one, { ...one, [key]: null }]))
      expect(change).toMatchObject({ state: 'ValidationFailed', counts: { added: 1, faulty: 2 } })
      const rows = await portal().call(served.kind.changeRows.page, desk.maker.token, {
        ...plain,
        changeId: change.id,
      })
      const told = rows.body.rows.map(({ sheet, row, action, message }) => ({
        sheet,
        row,
        action,
        isTold: message !== null,
      }))
      expect(told).toEqual([
        { sheet: 'Data', row: 2, action: 'Added', isTold: false },
        { sheet: 'Data', row: 3, action: 'Faulty', isTold: true },
        { sheet: 'Data', row: 4, action: 'Faulty', isTold: true },
      ])
      expect(await activate(desk, change.id)).toMatchObject({ status: 422, code: 'ChangeFaulty' })
      expect(await rowsOf(desk)).toEqual([])
    })

    it.runIf(served.kind.modes.includes('Replace'))(
      'replaces everything by a file that says so',
      async () => {
        const desk = await openDesk(portal(), served)
        const context = { portal: portal(), company: desk.company }
        const [one, two] = [await sampleValues(served, 1, context), await sampleValues(served, 2, context)]
        await save(desk, one)
        const change = await importFile(desk, await workbookOf(desk, [two]), 'Replace')
        expect(change).toMatchObject({ state: 'Succeeded', counts: { added: 1, removed: 1 } })
        await activate(desk, change.id)
        expect(await rowsOf(desk)).toHaveLength(1)
      },
    )

    it('is delivered by API: one answer a row, the good ones take effect, the same request once', async () => {
      const desk = await openDesk(portal(), served)
      const one = await sampleValues(served, 1, { portal: portal(), company: desk.company })
      const [key] = served.kind.keys
      const input = { rows: [one, { ...one, [key]: null }, { noSuchField: 1 }], requestKey: 'delivery-1' }
      const first = await portal().call(served.kind.deliver, desk.maker.token, input)
      const state = needsSecond(desk) ? 'WaitingApproval' : 'Active'
      expect(first).toMatchObject({ status: 200, body: { state } })
      expect(first.body.rows.map(({ action }) => action)).toEqual(['Added', 'Faulty', 'Faulty'])
      expect(first.body.rows[2]?.issues.map(({ code }) => code)).toContain('UnknownField')
      expect((await portal().call(served.kind.deliver, desk.maker.token, input as never)).body).toEqual(
        first.body,
      )
      await approveAll(desk)
      expect(await rowsOf(desk)).toHaveLength(1)
    })

    it('takes no control characters, neither from a delivery nor from a workbook', async () => {
      const desk = await openDesk(portal(), served)
      const values = await sampleValues(served, 1, { portal: portal(), company: desk.company })
      const texts = fromFile(served).filter(
        ([, { type, values: choices }]) => type === 'code' || (type === 'text' && !choices),
      )
      for (const [name] of texts.slice(0, 2)) {
        const bad = { ...values, [name]: `a${String.fromCodePoint(11)}b` }
        const { body } = await portal().call(served.kind.deliver, desk.maker.token, {
          rows: [bad],
          requestKey: `control-${name}`,
        })
        expect(body.rows).toMatchObject([{ action: 'Faulty' }])
        expect(body.rows[0]?.issues).toContainEqual(
          expect.objectContaining({ field: name, code: 'ControlCharacters' }),
        )
        expect(await importFile(desk, await workbookOf(desk, [bad]))).toMatchObject({
          state: 'ValidationFailed',
          counts: { faulty: 1 },
        })
      }
      expect(await rowsOf(desk)).toEqual([])
    })

    it('is exported and given as a template with what is there', async () => {
      const desk = await openDesk(portal(), served)
      const values = await sampleValues(served, 1, { portal: portal(), company: desk.company })
      await save(desk, values)
      const template = await portal().call(served.kind.template, desk.maker.token, { filled: true })
      expect(template.status).toBe(200)
      const again = await importFile(desk, template.body as unknown as Uint8Array)
      expect(again).toMatchObject({
        state: 'Succeeded',
        counts: { added: 0, changed: 0, unchanged: 1, faulty: 0 },
      })
      expect(await activate(desk, again.id)).toMatchObject({ status: 422, code: 'ChangeEmpty' })
      const columns = Object.keys(served.kind.list.columns)
      const { page: _, pageSize: __, ...query } = page
      const exported = await portal().call(served.kind.list.excel, desk.maker.token, {
        ...query,
        columns,
      })
      expect((await workbookRows(exported.body)).length).toBe(2)
    })

    // TableHeaderTwice, TableColumnUnknown
    it('refuses a file whose columns are doubled or unknown, with their names', async () => {
      const desk = await openDesk(portal(), served)
      const titles = fromFile(served).map(([name]) => sayField('en', served.kind, name))
      const [first = ''] = titles
      const sheet = async (headers: string[]) => importFile(desk, await sheetOf(headers, []))
      expect(await sheet([...titles, first])).toMatchObject({
        state: 'Invalid',
        message: expect.stringContaining(`column ${first} occurs twice`),
      })
      expect(await sheet([...titles, 'Shoe size'])).toMatchObject({
        state: 'Invalid',
        message: expect.stringContaining('unknown column Shoe size'),
      })
      expect(await sheet(['Shoe size'])).toMatchObject({ state: 'Invalid' })
    })
  })
}
