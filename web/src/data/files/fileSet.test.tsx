import {
  activateFileSet,
  addFiles,
  addSampleFiles,
  chooseSheetKind,
  getFileSet,
  type FileSetView,
  type FileSheet,
} from '@kervan/contract/data/file-sets'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { uuid } from '../../../test/masterServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import FileSet from './FileSet.tsx'

const counts = { added: 0, changed: 0, removed: 0, unchanged: 0, faulty: 0 }
const sheet = (number: number, over: Partial<FileSheet>): FileSheet => ({
  id: uuid(number),
  fileName: 'old.xlsx',
  sheet: `Sheet ${number}`,
  rows: 3,
  kind: 'location',
  state: 'Ready',
  changeId: uuid(50 + number),
  counts,
  waitsFor: [],
  message: null,
  mayChoose: true,
  ...over,
})
const opened: FileSetView = {
  id: uuid(1),
  state: 'Open',
  made: { by: 'Ada Ak', at: '2026-11-29T08:00:00.000Z' },
  sheets: [
    sheet(2, { kind: 'businessRelation', counts: { ...counts, added: 3 } }),
    sheet(3, { state: 'Waits', waitsFor: ['businessRelation'] }),
    sheet(4, { kind: 'product', state: 'AssignColumns' }),
    sheet(5, { kind: null, state: 'Unreadable', message: 'The file is damaged.', mayChoose: false }),
  ],
  actions: { activate: null, close: null },
}

async function begin(set: FileSetView | null, width = 1440) {
  await page.viewport(width, 900)
  const server = await freshPortal({
    session: { ...session, PermissionsUI: [addFiles.permission ?? ''] },
  })
  server.answer(getFileSet, () => ({ set, kinds: ['businessRelation', 'location', 'product'] }))
  server.answer(chooseSheetKind, () => opened)
  server.answer(activateFileSet, () => ({ ...opened, state: 'Running' as const }))
  server.answer(addSampleFiles, () => ({ ...opened, state: 'Reading' as const }))
  return server
}

test.each([1440, 390])(
  '[DAT-002] several files: each sheet says what it is and what it needs, %i wide',
  async (width) => {
    const server = await begin(opened, width)
    await show(<FileSet />)
    await expect.element(page.getByText('old.xlsx · sheet Sheet 2')).toBeVisible()
    await expect.element(page.getByText('3 new')).toBeVisible()
    await expect
      .element(page.getByText('Checked again when this has taken effect: Business relations'))
      .toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Assign columns' }))
      .toHaveAttribute('href', expect.stringContaining('/company/company-products'))
    await expect.element(page.getByText('The file is damaged.')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Apply all in this order' }).click()
    await vi.waitFor(() =>
      expect(server.sentTo(activateFileSet)).toMatchObject([{ input: { setId: uuid(1) } }]),
    )
  },
)

test('[DAT-002] a sheet can be taken for another kind, or left out', async () => {
  const server = await begin(opened)
  await show(<FileSet />)
  await page.getByRole('combobox', { name: /Sheet 3/ }).click()
  await page.getByRole('option', { name: 'Leave out' }).click()
  await vi.waitFor(() =>
    expect(server.sentTo(chooseSheetKind)).toMatchObject([
      { input: { setId: uuid(1), sheetId: uuid(3), kind: null } },
    ]),
  )
})

test('[DAT-002] sample data are offered where no file is at hand', async () => {
  const server = await begin(null)
  await show(<FileSet />)
  await expect.element(page.getByText(/Their codes begin with SAMPLE-/)).toBeVisible()
  await page.getByRole('button', { name: /Take sample data/ }).click()
  await vi.waitFor(() => expect(server.sentTo(addSampleFiles)).toHaveLength(1))
})
