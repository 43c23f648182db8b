import { locationTypeKind as kind } from '@kervan/contract/data/location-types'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { watchJob } from '@kervan/contract/jobs/jobs'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../test/MemoryServer.ts'
import { aChange, rightsOf, serveKind, uuid, type MemoryRecord } from '../../test/masterServer.ts'
import { rememberDictionaries, serveList } from '../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import { setSession } from '../kit/call/session.ts'
import LocationTypes from './locationTypes.ts'

const rights = rightsOf(kind)
const warehouse: MemoryRecord = {
  id: uuid(1),
  version: 3,
  values: {
    code: 'DEPO',
    name: 'Main warehouse',
    standsFor: 'PrimaryCompanyDistributionCenter',
    pointOfSale: false,
    orderIndex: 10,
    description: null,
  },
}
const shop: MemoryRecord = {
  id: uuid(2),
  version: 1,
  values: {
    code: 'MAGAZA',
    name: 'Shop',
    standsFor: 'PrimaryPointOfSales',
    pointOfSale: true,
    orderIndex: 20,
    description: 'Our own shops',
  },
}

let server: MemoryServer
async function begin(
  records: readonly MemoryRecord[] = [warehouse, shop],
  {
    language = 'en',
    width = 1440,
    permissions = rights,
  }: { language?: 'en' | 'de'; width?: number; permissions?: string[] } = {},
) {
  await page.viewport(width, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: permissions }, language })
  rememberDictionaries(server)
  serveKind(server, kind, records)
}
beforeEach(() => begin())

const dialog = () => page.getByRole('dialog')
const grid = () => page.getByRole('grid')
const press = (name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()

/** A change whose calls answer with what the test has made of it. */
function serveChange(start: ChangeView, rows: Parameters<typeof serveList>[2] = []) {
  let change = start
  server.answer(kind.getChange, ({ changeId }) =>
    changeId === change.id ? change : server.refuse(kind.getChange, 'ChangeNotFound'),
  )
  serveList(server, kind.changeRows as never, rows)
  return { becomes: (patch: Partial<ChangeView>) => (change = { ...change, ...patch }) }
}
const row = (number: number, patch: Record<string, unknown>) => ({
  id: uuid(number),
  recordId: null,
  documents: [],
  sheet: 'Location types',
  row: number,
  action: 'Added',
  record: 'X',
  difference: '',
  message: null,
  ...patch,
})

describe('[DAT-001] records of master data', () => {
  test('stand in a list whose columns follow from the declaration', async () => {
    await show(<LocationTypes />)
    await expect.element(page.getByRole('heading', { name: 'Location types' })).toBeVisible()
    await expect.element(page.getByText('2 location types')).toBeVisible()
    await expect.element(page.getByRole('columnheader', { name: /^Stands for/ })).toBeVisible()
    await expect.element(grid().getByText('Primary distribution centre')).toBeVisible()
    await expect.element(page.getByRole('columnheader', { name: /^Description/ })).not.toBeInTheDocument()
    await expectNoAxeFaults()
  })

  test('offer nothing that the reader may not do, and say why', async () => {
    setSession({ ...session, PermissionsUI: rights, SeesPart: true })
    await show(<LocationTypes />)
    await expect.element(page.getByText(/^This applies to the whole company/)).toBeVisible()
    await begin(undefined, { permissions: [kind.list.page.permission ?? ''] })
    await show(<LocationTypes />)
    await expect.element(grid().getByText('DEPO')).toBeVisible()
    for (const name of ['New location type', 'Import'])
      await expect.element(page.getByRole('button', { name, exact: true })).not.toBeInTheDocument()
    await press('More')
    await expect.element(page.getByRole('menuitem', { name: 'Compare two days' })).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: 'Download template' })).not.toBeInTheDocument()
    await grid().getByText('DEPO').click()
    await expect.element(dialog().getByText('Main warehouse', { exact: true })).toBeVisible()
    await expect.element(dialog().getByRole('textbox')).not.toBeInTheDocument()
  })

  test('are made in a form that checks what the call checks', async () => {
    server.answer(kind.save, () => ({ id: shop.id, version: 1, changeId: uuid(900), waits: false }))
    await show(<LocationTypes />)
    await press('New location type')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog().getByText('Enter a value').first()).toBeVisible()
    await expect.element(dialog().getByText('Select an option')).toBeVisible()
    await expect.element(dialog().getByRole('textbox', { name: 'Code' })).toHaveFocus()
    await expectNoAxeFaults()
    await dialog().getByRole('textbox', { name: 'Code' }).fill(' MAGAZA ')
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Shop')
    await dialog().getByRole('combobox', { name: 'Stands for' }).click()
    await page.getByRole('option', { name: 'Primary point of sale', exact: true }).click()
    await dialog().getByRole('switch', { name: 'Point of sale' }).click()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
    expect(server.sentTo(kind.save)[0]?.input).toEqual({
      id: null,
      version: null,
      confirmed: false,
      values: { ...shop.values, orderIndex: null, description: null },
    })
    await expect.element(dialog().getByRole('textbox', { name: /^Description/ })).toHaveValue('Our own shops')
  })

  test('cannot change what names them, and what the server refuses stands at its field', async () => {
    server.answer(kind.save, () =>
      server.refuse(kind.save, 'RecordInvalid', {
        issues: [
          { field: 'name', code: 'KeyTaken', message: 'Shop is called this already.' },
          { field: null, code: 'Rule', message: 'A warehouse sells nothing.' },
        ],
        reasons: '',
      }),
    )
    const { search } = await show(<LocationTypes />)
    await grid().getByText('DEPO').click()
    expect(search().record).toBe(warehouse.id)
    await expect.element(dialog().getByRole('textbox', { name: 'Code' })).toBeDisabled()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Shop')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog().getByText('Shop is called this already.')).toBeVisible()
    await expect.element(dialog().getByRole('alert')).toHaveTextContent('A warehouse sells nothing.')
    await expect.element(dialog().getByRole('textbox', { name: 'Name' })).toHaveFocus()
    expect(server.sentTo(kind.save)[0]?.input).toMatchObject({ id: warehouse.id, version: 3 })
    await expectNoAxeFaults()
  })

  test('ask about their consequences before they are saved', async () => {
    server.answer(kind.save, ({ confirmed }) =>
      confirmed
        ? { id: warehouse.id, version: 4, changeId: uuid(900), waits: false }
        : server.refuse(kind.save, 'ConsequencesUnconfirmed', {
            consequences: ['3 strategies change.', '2 orders are priced anew.'],
          }),
    )
    await show(<LocationTypes />)
    await grid().getByText('DEPO').click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Depot')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('3 strategies change.')).toBeVisible()
    await press('Cancel')
    await expect.element(page.getByText('3 strategies change.')).not.toBeInTheDocument()
    await expect.element(dialog().getByText('Not saved yet')).toBeVisible()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await press('Continue')
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
    expect(server.sentTo(kind.save).map(({ input }) => input.confirmed)).toEqual([false, false, true])
  })

  test('[D40] changed by two at once, keep what both did', async () => {
    server.answer(kind.save, ({ version }) => {
      if (version === 4) return { id: warehouse.id, version: 5, changeId: uuid(900), waits: false }
      const values = { ...warehouse.values, orderIndex: 15, name: 'Central warehouse' }
      serveKind(server, kind, [{ ...warehouse, version: 4, values }, shop])
      return server.refuse(kind.save, 'ChangedMeanwhile', {
        changedBy: 'Mert Aydoğan',
        changedAt: '2026-11-20T10:41:00.000Z',
      })
    })
    await show(<LocationTypes />)
    await grid().getByText('DEPO').click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Depot')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect
      .element(dialog().getByText(/^Mert Aydoğan changed this while you were editing/))
      .toBeVisible()
    await expect.element(dialog().getByRole('textbox', { name: /^Position/ })).toHaveValue('15')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
    expect(server.sentTo(kind.save)[1]?.input).toMatchObject({
      version: 4,
      values: { name: 'Depot', orderIndex: 15 },
    })
  })

  test('[DAT-003] that need a second person wait, and show what would change', async () => {
    server.answer(kind.save, () => {
      serveKind(server, kind, [{ ...warehouse, waiting: uuid(900), edit: 'A change is waiting.' }, shop])
      return { id: warehouse.id, version: 3, changeId: uuid(900), waits: true }
    })
    const waiting = { source: 'Form', fileName: null, record: 'DEPO – Main warehouse' } as const
    serveChange(aChange({ ...waiting, state: 'WaitingApproval' }), [
      row(1, {
        recordId: warehouse.id,
        record: 'DEPO',
        action: 'Changed',
        difference: 'Name: Main warehouse → Depot',
      }),
    ])
    const { search } = await show(<LocationTypes />)
    await grid().getByText('DEPO').click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Depot')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Waiting for approval', { exact: true }).first()).toBeVisible()
    await expect
      .element(dialog().getByText(/Elif Karaca proposed a change .* Name: Main warehouse → Depot/))
      .toBeVisible()
    await expect.element(dialog().getByText('A change is waiting.')).toBeVisible()
    await dialog().getByRole('button', { name: 'Show change' }).click()
    await expect.poll(() => search().change).toBe(uuid(900))
    await expect
      .element(page.getByRole('heading', { name: 'Location type: DEPO – Main warehouse' }))
      .toBeVisible()
  })

  test('have several fields changed at once, after a dry run', async () => {
    const done = { jobId: null, refused: 0, reasons: [], results: [] }
    server.answer(kind.change, () => ({ ...done, done: 2 }))
    await show(<LocationTypes />)
    await page.getByRole('checkbox', { name: 'Select the rows on this page' }).click()
    await press('Change fields…')
    await dialog().getByRole('combobox', { name: 'Fields to change' }).click()
    await page.getByRole('option', { name: 'Position' }).click()
    await page.getByRole('option', { name: 'Point of sale' }).click()
    await dialog()
      .getByRole('textbox', { name: /^Position/ })
      .fill('7')
    await dialog().getByRole('button', { name: 'Change 2 records' }).click()
    await expect.element(page.getByText('2 records changed')).toBeVisible()
    expect(server.sentTo(kind.change).at(-1)?.input).toEqual({
      selection: { mode: 'ids', ids: [warehouse.id, shop.id] },
      dryRun: false,
      values: { orderIndex: 7, pointOfSale: false },
    })
  })

  test('are deleted after a question, and not while something uses them', async () => {
    const results = [
      {
        id: shop.id,
        code: 'MAGAZA',
        ok: false,
        count: 0,
        refusal: 'RecordsInUse',
        message: 'MAGAZA is used by 4 locations.',
      },
    ]
    server.answer(kind.remove, () => ({
      jobId: null,
      done: 0,
      refused: 1,
      reasons: [{ refusal: 'RecordsInUse', count: 1, message: 'MAGAZA is used by 4 locations.' }],
      results,
    }))
    await show(<LocationTypes />)
    await grid().getByText('MAGAZA').click()
    await dialog().getByRole('button', { name: 'Delete…' }).click()
    await expect.element(page.getByText('MAGAZA is used by 4 locations.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Delete \d/ })).toBeDisabled()
  })
})

describe('[DAT-002] a file of records', () => {
  const file = () =>
    new File(['x'], 'types.xlsx', {
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    })
  const rows = [
    row(2, { record: 'MAGAZA', action: 'Changed', difference: 'Name: Shop → Our shop' }),
    row(3, { record: 'ONLINE', action: 'Added', difference: 'Name: Online shop' }),
  ]

  test('becomes a change that is looked at, and takes effect when somebody activates it', async () => {
    server.answer(kind.upload, () => aChange({ state: 'Validating', jobId: uuid(77) }))
    const change = serveChange(aChange({ state: 'Validating', jobId: uuid(77) }), rows)
    const { promise, resolve } = Promise.withResolvers<void>()
    const job = {
      id: uuid(77),
      kind: 'masterData.import' as never,
      counts: {},
      message: null,
      createdAt: '2026-11-20T07:00:00.000Z',
      isStopping: false,
      hasResults: false,
      actions: { cancel: null },
    }
    server.answer(watchJob, async function* () {
      yield { ...job, state: 'Running' as const, done: 400, total: 1_000, finishedAt: null }
      await promise
      change.becomes({ state: 'Succeeded', consequences: ['3 strategies change.'] })
      yield {
        ...job,
        state: 'Succeeded' as const,
        done: 1_000,
        total: 1_000,
        finishedAt: '2026-11-20T07:01:00.000Z',
      }
    } as never)
    server.answer(kind.activate, () =>
      change.becomes({
        state: 'Active',
        consequences: [],
        actions: { revert: null },
        activatedAt: '2026-11-20T07:05:00.000Z',
      }),
    )
    await show(<LocationTypes />)
    await press('Import')
    await expect.element(dialog().getByText(/They are removed\. Afterwards there is exactly/)).toBeVisible()
    await expectNoAxeFaults()
    await dialog().getByLabelText('Drop an Excel or CSV file here, or choose one').upload(file())
    await expect.element(page.getByText('Reading and comparing the file')).toBeVisible()
    await expect.element(page.getByText('400 of 1,000')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Cancel change…' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Cancel', exact: true })).not.toBeInTheDocument()
    resolve()
    await expect.element(page.getByRole('button', { name: 'Added 1' })).toBeVisible()
    await expect.element(grid().getByText('Name: Shop → Our shop')).toBeVisible()
    await expectNoAxeFaults()
    await press('Added 1')
    await expect.element(grid().getByText('MAGAZA')).not.toBeInTheDocument()
    await expect.element(grid().getByText('ONLINE')).toBeVisible()
    await press('Activate')
    await expect.element(dialog().getByText('3 strategies change.')).toBeVisible()
    await press('Continue')
    await expect.element(page.getByText('Change activated')).toBeVisible()
    expect(server.sentTo(kind.activate)[0]?.input).toEqual({ changeId: uuid(900), confirmed: true })
    expect(server.sentTo(kind.upload)[0]?.input).toEqual({ mode: 'Merge' })
    await expect.element(page.getByRole('button', { name: 'Revert…' })).toBeVisible()
  })

  test('with faults names them by sheet and row, and comes back with comments', async () => {
    serveChange(
      aChange({
        state: 'ValidationFailed',
        counts: { added: 0, changed: 0, removed: 0, unchanged: 1, faulty: 1 },
        actions: { file: null, cancel: null, activate: 'Only what is ready can be activated.' },
      }),
      [
        row(4, {
          action: 'Faulty',
          record: 'ONLINE',
          message: 'Stands for: “Web” is not one of the allowed values.',
        }),
      ],
    )
    let asked = 0
    server.answer(kind.file, () => {
      asked++
      return new Response(new Uint8Array(8))
    })
    const { search } = await show(<LocationTypes />, `/here?change=${uuid(900)}`)
    await expect
      .element(grid().getByText('Stands for: “Web” is not one of the allowed values.'))
      .toBeVisible()
    // The faults first; a press shows the other rows.
    expect(search().f).toEqual({ action: { in: ['Faulty'] } })
    await page.getByRole('button', { name: 'Error 1' }).click()
    await expect.poll(() => search().f).toBeUndefined()
    await expect.element(page.getByRole('button', { name: 'Activate' })).not.toBeInTheDocument()
    await press('Download file with comments')
    await expect.poll(() => asked).toBe(1)
    await expectNoAxeFaults()
  })

  test('that cannot be read says why', async () => {
    serveChange(aChange({ state: 'Invalid', message: 'The column Code is missing.', actions: {} }))
    await show(<LocationTypes />, `/here?change=${uuid(900)}`)
    await expect.element(page.getByRole('alert')).toHaveTextContent('The column Code is missing.')
  })

  test('[DAT-003] waits for a second person, who approves it or says why not', async () => {
    const actions = { approve: null, reject: null, check: null }
    const change = serveChange(
      aChange({ state: 'WaitingApproval', approval: 'CheckerAndApprover', actions }),
      rows,
    )
    server.answer(kind.decide, ({ decision, comment }) =>
      decision === 'Reject'
        ? change.becomes({
            state: 'Rejected',
            comment,
            actions: {},
            rejected: { by: 'Mert', at: '2026-11-20T08:00:00.000Z' },
          })
        : change.becomes({
            state: 'Checked',
            checked: { by: 'Mert Aydoğan', at: '2026-11-20T08:00:00.000Z' },
          }),
    )
    await show(<LocationTypes />, `/here?change=${uuid(900)}`)
    await press('Mark as checked')
    await expect.element(page.getByText('Change checked')).toBeVisible()
    await expect.element(page.getByText(/^Mert Aydoğan · /)).toBeVisible()
    await press('Reject…')
    await dialog().getByRole('button', { name: 'Reject', exact: true }).click()
    await expect.element(dialog().getByText('Enter a value')).toBeVisible()
    await dialog().getByRole('textbox', { name: 'Comment' }).fill('The codes are last year’s.')
    await dialog().getByRole('button', { name: 'Reject', exact: true }).click()
    await expect.element(page.getByText('Change rejected')).toBeVisible()
    await expect.element(page.getByText('The codes are last year’s.')).toBeVisible()
    expect(server.sentTo(kind.decide).map(({ input }) => input)).toMatchObject([
      { decision: 'Check', confirmed: false },
      { decision: 'Reject', comment: 'The codes are last year’s.' },
    ])
  })

  test('[DAT-003] that an approver alone decides on is not offered to a checker', async () => {
    const actions = { approve: null, reject: null, check: 'It is not waiting for a checker.' }
    serveChange(aChange({ state: 'WaitingApproval', approval: 'Approver', actions }))
    await show(<LocationTypes />, `/here?change=${uuid(900)}`)
    await expect.element(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Mark as checked' })).not.toBeInTheDocument()
  })

  test('is reverted after a question, and says so where something newer stands on its rows', async () => {
    const change = serveChange(aChange({ state: 'Active', actions: { revert: null } }), rows)
    let newer = true
    server.answer(kind.revert, () => {
      if (newer)
        return server.refuse(kind.revert, 'NewerChanges', {
          count: 1,
          records: 'MAGAZA',
        })
      return change.becomes({ state: 'Reverted', revertedById: uuid(901), actions: {} })
    })
    await show(<LocationTypes />, `/here?change=${uuid(900)}`)
    await press('Revert…')
    await press('Revert')
    await expect
      .element(
        dialog()
          .getByText(/^It cannot be reverted: 1 records were changed after it, among them MAGAZA/)
          .first(),
      )
      .toBeVisible()
    await dialog().getByText('Close', { exact: true }).click()
    newer = false
    await press('Revert…')
    await press('Revert')
    await expect.element(page.getByText('Change reverted')).toBeVisible()
    await expect.element(page.getByText('Reverted by')).toBeVisible()
  })

  test('and every other change stand in the data log', async () => {
    serveList(server, kind.changes as never, [
      {
        id: uuid(900),
        revertsId: null,
        madeAt: '2026-11-20T07:00:00.000Z',
        madeBy: 'Elif Karaca',
        source: 'File',
        record: null,
        fileOrRecord: 'types.xlsx',
        state: 'ValidationFailed',
        added: 1,
        changed: 2,
        removed: 0,
        unchanged: 0,
        faulty: 3,
        activatedAt: null,
        approvedBy: null,
      },
    ])
    serveChange(aChange())
    const { search } = await show(<LocationTypes />)
    await press('More')
    await page.getByRole('menuitem', { name: 'Changes' }).click()
    await expect.element(page.getByRole('heading', { name: 'Location types: changes' })).toBeVisible()
    await expectNoAxeFaults()
    await grid()
      .getByText(/^20 Nov 2026/)
      .click()
    await expect.poll(() => search().change).toBe(uuid(900))
    await press('Back to the list')
    await expect.element(grid().getByText('DEPO')).toBeVisible()
    expect(search().change).toBeUndefined()
  })
})

describe('the past of records', () => {
  const versions = [
    {
      changeId: uuid(900),
      version: 2,
      action: 'Changed' as const,
      source: 'File' as const,
      at: '2026-11-18T08:00:00.000Z',
      by: 'Mert Aydoğan',
      checkedBy: null,
      approvedBy: 'Elif Karaca',
      fields: [{ field: 'standsFor', before: 'OnlineStore', after: 'PrimaryCompanyDistributionCenter' }],
    },
    {
      changeId: uuid(899),
      version: 1,
      action: 'Added' as const,
      source: 'Form' as const,
      at: '2026-11-02T08:00:00.000Z',
      by: 'Elif Karaca',
      checkedBy: null,
      approvedBy: null,
      fields: [
        { field: 'code', before: null, after: 'DEPO' },
        { field: 'name', before: null, after: 'Main warehouse' },
        { field: 'standsFor', before: null, after: 'OnlineStore' },
        { field: 'pointOfSale', before: null, after: false },
      ],
    },
  ]
  beforeEach(() => {
    server.answer(kind.history, () => ({ title: 'Main warehouse', names: {}, versions }))
  })

  test('is told version by version, field by field', async () => {
    serveChange(aChange())
    const { search } = await show(<LocationTypes />, `/here?record=${warehouse.id}&tab=history`)
    await expect.element(dialog().getByText('Online store').first()).toBeVisible()
    await expect.element(dialog().getByText('Approved by Elif Karaca')).toBeVisible()
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'Show change' }).first().click()
    await expect.poll(() => search().change).toBe(uuid(900))
  })

  test('is shown as of a day, and not changed there', async () => {
    await show(<LocationTypes />)
    await press('More')
    await page.getByRole('menuitem', { name: 'As of a day…' }).click()
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'Show', exact: true }).click()
    await expect.element(page.getByText(/^As of .*\.$/)).toBeVisible()
    await begin()
    server.answer(kind.history, () => ({ title: 'Main warehouse', names: {}, versions }))
    await show(<LocationTypes />, '/here?day=2026-11-03')
    await expect.element(page.getByText('As of 3 Nov 2026.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'New location type' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
    await expect.poll(() => server.sentTo(kind.list.page).at(-1)?.input.day).toBe('2026-11-03')
    await grid().getByText('DEPO').click()
    await expect.element(dialog().getByText('Online store')).toBeVisible()
    await expect.element(dialog().getByRole('textbox')).not.toBeInTheDocument()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await press('Back to today')
    await expect.element(page.getByRole('button', { name: 'New location type' })).toBeVisible()
  })

  test('is compared between two days', async () => {
    serveList(server, kind.differences as never, [
      {
        id: warehouse.id,
        action: 'Changed',
        record: 'DEPO',
        difference: 'Stands for: Online store → Primary distribution centre',
      },
    ])
    await show(<LocationTypes />, '/here?view=compare&from=2026-11-03&to=2026-11-20')
    await expect.element(grid().getByText(/Online store → Primary/)).toBeVisible()
    expect(server.sentTo(kind.differences.page)[0]?.input).toMatchObject({
      from: '2026-11-03',
      to: '2026-11-20',
    })
    await expectNoAxeFaults()
    await grid().getByText('DEPO').click()
    await expect.element(dialog().getByText('Approved by Elif Karaca')).toBeVisible()
  })
})

test('in German, on a telephone', async () => {
  await begin(undefined, { language: 'de', width: 390 })
  serveChange(aChange(), [
    row(2, { record: 'MAGAZA', action: 'Changed', difference: 'Name: Laden → Unser Laden' }),
  ])
  await show(<LocationTypes />)
  await expect.element(page.getByText('Main warehouse').first()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectNoAxeFaults()
  await press('Neue Standortart')
  await expect.element(dialog().getByRole('textbox', { name: 'Code' })).toBeVisible()
  await expectNoAxeFaults()
  await begin(undefined, { language: 'de', width: 390 })
  serveChange(aChange(), [
    row(2, { record: 'MAGAZA', action: 'Changed', difference: 'Name: Laden → Unser Laden' }),
  ])
  await show(<LocationTypes />, `/here?change=${uuid(900)}`)
  await expect.element(page.getByText('Name: Laden → Unser Laden')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectNoAxeFaults()
})
