import { watchJob, type JobView } from '@kervan/contract/jobs/jobs'
import * as importing from '@kervan/contract/order/order-import'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { ImportStep } from './ImportStep.tsx'

const id = (kind: number) => `${String(kind).padStart(8, '0')}-0000-4000-8000-000000000000`
const view: importing.ImportView = {
  id: id(6),
  jobId: id(7),
  fileName: 'november.xlsx',
  bytes: 300_000,
  state: 'Ready',
  sheets: 1,
  rowsRead: 412,
  good: 394,
  rounded: 18,
  confirm: 0,
  refused: 0,
  findings: { Rounded: 21, Confirm: 0, Refused: 0 },
  flows: [],
  total: '1284610.40',
  currency: 'TRY',
  seconds: 3.2,
  uploadedAt: '2026-11-20T07:38:00.000Z',
  uploadedBy: 'Elif Karaca',
  columns: [],
  parts: { hiddenRows: 0, leavesHidden: false, sheets: [] },
  message: null,
}
const reading: importing.ImportView = {
  ...view,
  state: 'Reading',
  rowsRead: 0,
  good: 0,
  rounded: 0,
  seconds: null,
  total: null,
}
const job: JobView = {
  id: view.jobId,
  kind: 'order.import',
  state: 'Running',
  done: 120,
  total: null,
  counts: {},
  message: null,
  createdAt: '2026-11-20T07:38:00Z',
  finishedAt: null,
  isStopping: false,
  hasResults: false,
  actions: { cancel: null },
}
const emptyCart = {
  version: 2,
  productCount: 0,
  lineCount: 0,
  quantity: 0,
  pendingQuantity: 0,
  orderedQuantity: 0,
  currency: 'TRY',
  subtotal: null,
  discountPercent: '',
  discount: null,
  total: null,
  externalPoCode: null,
  externalOrderDate: null,
  externalContact: null,
  medulaTransactionNo: null,
  asksMedulaTransactionNo: false,
  note: null,
  savedAt: null,
  files: [],
  products: [],
}
const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const workbook = (name = 'november.xlsx', type = excel) => new File(['PK'], name, { type })

let server: MemoryServer
let current: importing.ImportView | null

beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: [...session.PermissionsUI, importing.readImportAgain.permission ?? ''],
    },
  })
  rememberDictionaries(server)
  current = null
  server.answer(importing.getCurrentImport, () => ({ import: current }))
  serveList(server, importing.importRows, [])
})

const step = () => show(<ImportStep pricesVisible />)
/** Chosen in the page itself: a file that the driver passes on is copied byte by byte, which takes seconds for a large one. */
async function give(file: File) {
  const field = page.getByLabelText('Drop an Excel or CSV file here, or choose one')
  await expect.element(field).toBeInTheDocument()
  const chosen = new DataTransfer()
  chosen.items.add(file)
  const input = field.element() as HTMLInputElement
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
const dialog = () => page.getByRole('dialog')
const close = () => dialog().getByRole('button', { name: 'Close' }).last().click()

test('[ORD-004] a file with a heading and no rows is not told as one that can be ordered', async () => {
  current = { ...view, rowsRead: 0, good: 0, rounded: 0, confirm: 0, refused: 0, total: '0.00' }
  await step()
  await expect.element(page.getByText(/^The file has a heading and no rows below it\./)).toBeVisible()
  await expect.element(page.getByText('All rows can be ordered.')).not.toBeInTheDocument()
})

test('[ORD-004] the columns that were read and what to know of the file stand above the rows', async () => {
  current = {
    ...view,
    columns: [{ sheet: 'Orders', column: 'Quantity', letter: 'C', title: 'Menge' }],
    message: '3 hidden rows.\nColumn not read: “Preis”.',
  }
  await step()
  await expect.element(page.getByText('Quantity ← column C “Menge”')).toBeVisible()
  await expect.element(page.getByText('3 hidden rows.')).toBeVisible()
  await expect.element(page.getByText('Column not read: “Preis”.')).toBeVisible()
})

test('[ORD-004] hidden rows and further sheets are left out by a choice, which reads the file again', async () => {
  const sheets = [
    { sheet: 'May', rows: 12, isLeft: false },
    { sheet: 'June', rows: 4, isLeft: false },
  ]
  current = { ...view, parts: { hiddenRows: 3, leavesHidden: false, sheets } }
  server.answer(importing.readImportAgain, ({ leavesHidden, leftSheets }) => ({
    ...view,
    parts: {
      hiddenRows: 3,
      leavesHidden,
      sheets: sheets.map((one) => ({ ...one, isLeft: leftSheets.includes(one.sheet) })),
    },
  }))
  await step()
  await page.getByRole('checkbox', { name: 'Leave hidden rows out' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Leave hidden rows out' })).toBeChecked()
  await expectNoAxeFaults()
  await page.getByRole('checkbox', { name: 'Order the rows of June (4)' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Order the rows of June (4)' })).not.toBeChecked()
  expect(server.sentTo(importing.readImportAgain).map(({ input }) => input)).toEqual([
    { importId: view.id, leavesHidden: true, leftSheets: [] },
    { importId: view.id, leavesHidden: true, leftSheets: ['June'] },
  ])
})

describe('[ORD-004] a file that is not accepted', () => {
  test.each([
    ['of another kind', workbook('november.pdf', 'application/pdf'), /november\.pdf/],
    [
      'that is too large',
      new File([new Uint8Array((importing.uploadImport.upload?.maxBytes ?? 0) + 1)], 'large.xlsx', {
        type: excel,
      }),
      /large\.xlsx/,
    ],
  ])('%s is refused at once, and nothing is sent', async (_, file, said) => {
    await step()
    await give(file)
    await expect.element(page.getByRole('alert').getByText(said)).toBeVisible()
    expect(server.sentTo(importing.uploadImport)).toEqual([])
  })

  test('by the server says why; the next one is taken', async () => {
    server.answer(importing.uploadImport, () => server.refuse(importing.uploadImport, 'ExcelEncrypted'))
    await step()
    await give(workbook())
    await expect.element(dialog().getByText('The file was not accepted')).toBeVisible()
    await expect
      .element(
        dialog()
          .getByText(/^This workbook is protected by a password\. Remove the password/)
          .first(),
      )
      .toBeVisible()
    await expectNoAxeFaults()
    await close()
    server.answer(importing.uploadImport, () => (current = view))
    await give(workbook())
    await expect.element(page.getByRole('heading', { name: 'november.xlsx' })).toBeVisible()
  })

  test.each([
    [
      'fails',
      (): never => server.refuse(importing.uploadImport, 'ServerFault'),
      /^Server error\. Operation failed\./,
    ],
    [
      'is not reached',
      (): never => {
        throw new TypeError('Failed to fetch')
      },
      'Connection Failed',
    ],
  ])('because the server %s says so, and the same file can be given again', async (_, answer, said) => {
    server.answer(importing.uploadImport, answer)
    await step()
    await give(workbook())
    await expect.element(dialog().getByText(said).first()).toBeVisible()
    await close()
    await expect.element(page.getByText('Drop an Excel or CSV file here, or choose one')).toBeVisible()
    server.answer(importing.uploadImport, () => (current = view))
    await give(workbook())
    await expect.element(page.getByRole('heading', { name: 'november.xlsx' })).toBeVisible()
  })
})

describe('[ORD-004] a file whose check failed', () => {
  test('tells what is wrong with it, when the check ends, and takes a corrected one', async () => {
    current = reading
    const failed: importing.ImportView = {
      ...reading,
      state: 'Failed',
      message: 'No sheet has a line with the names of the columns.',
    }
    const { promise: failing, resolve: fail } = Promise.withResolvers<void>()
    server.answer(watchJob, async function* () {
      yield job
      await failing
      current = failed
      yield {
        ...job,
        state: 'Failed',
        message: failed.message,
        finishedAt: '2026-11-20T07:39:00Z',
        hasResults: false,
        actions: { cancel: 'This job has already ended (Finished).' },
      }
    } as never)
    await step()
    await expect.element(page.getByText('Checking the rows').first()).toBeVisible()
    fail()
    await expect.element(page.getByRole('heading', { name: 'november.xlsx could not be read' })).toBeVisible()
    await expect.element(page.getByText('No sheet has a line with the names of the columns.')).toBeVisible()
    await expectNoAxeFaults()
    server.answer(importing.uploadImport, () => (current = { ...view, fileName: 'corrected.xlsx' }))
    await page.getByLabelText('Upload corrected file').first().upload(workbook('corrected.xlsx'))
    await expect.element(page.getByRole('heading', { name: 'corrected.xlsx' })).toBeVisible()
  })

  test('can be put aside', async () => {
    current = { ...reading, state: 'Failed', message: null }
    server.answer(importing.discardImport, () => {
      current = null
      return { done: true as const }
    })
    await step()
    await expect.element(page.getByText('Save it again as .xlsx and upload it once more.')).toBeVisible()
    await page.getByRole('button', { name: 'Discard file' }).click()
    await expect.element(page.getByText('Drop an Excel or CSV file here, or choose one')).toBeVisible()
  })
})

describe('[ORD-004] an import that is not taken over', () => {
  test('keeps its rows after a lost connection, and the next try carries the same key', async () => {
    current = view
    server.answer(importing.confirmImport, () => {
      throw new TypeError('Failed to fetch')
    })
    await step()
    const take = page.getByRole('button', { name: 'Import 412 rows' })
    await take.click()
    await expect.element(dialog().getByText('The rows were not imported')).toBeVisible()
    await close()
    await expect.element(take).toBeEnabled()
    server.answer(importing.confirmImport, () => server.refuse(importing.confirmImport, 'ServerFault'))
    await take.click()
    await expect
      .element(
        dialog()
          .getByText(/^Server error\. Operation failed\./)
          .first(),
      )
      .toBeVisible()
    const keys = server.sentTo(importing.confirmImport).map(({ requestKey }) => requestKey)
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })

  test('and one that cannot even be looked at says so and is asked for again', async () => {
    server.answer(importing.getCurrentImport, () =>
      server.refuse(importing.getCurrentImport, 'DatabaseUnavailable', { seconds: 2 }),
    )
    await step()
    await expect.element(page.getByText('The import could not be loaded')).toBeVisible()
    server.answer(importing.getCurrentImport, () => ({ import: view }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByRole('heading', { name: 'november.xlsx' })).toBeVisible()
    await vi.waitFor(() => expect(server.sentTo(importing.getCurrentImport).length).toBeGreaterThan(1))
  })
})

test('[ORD-005, D10] a file with several flow types asks which to import; the others wait', async () => {
  const mixed = {
    ...view,
    rowsRead: 76,
    good: 76,
    rounded: 0,
    refused: 0,
    confirm: 0,
    flows: [
      { flowType: 'Standard', rows: 60, total: '600.00' },
      { flowType: 'Controlled', rows: 9, total: '90.00' },
      { flowType: 'ColdChain', rows: 7, total: '70.00' },
    ],
  }
  current = mixed
  server.answer(importing.confirmImport, () => ({
    import: { ...mixed, good: 67, flows: mixed.flows.slice(1) },
    cart: emptyCart,
    notes: ['The order is below the agreed minimum amount of ₺5,000.00.'],
  }))
  await step()
  await expect.element(page.getByRole('button', { name: 'Import 60 rows' })).toBeEnabled()
  await page.getByRole('radio', { name: 'Controlled 9 · ₺90.00' }).click()
  await page.getByRole('button', { name: 'Import 9 rows' }).click()
  await expect
    .element(
      page.getByText(/^67 rows wait in the file for the next order\. The order is below the agreed minimum/),
    ) // [ORD-022]
    .toBeVisible()
  expect(server.sentTo(importing.confirmImport)[0]?.input).toMatchObject({ flowType: 'Controlled' })
})
