import { cancelJob, jobResults, watchJob, type JobView } from '@kervan/contract/jobs/jobs'
import { summariseResults, type BulkAnswer } from '@kervan/contract/kit/bulk-answer'
import { approveOrders, rejectOrders, revertOrders } from '@kervan/contract/order/order-management'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, show } from '../../../test/render.tsx'
import { TextAreaField } from '../form/fields.tsx'
import { actionForm, type BulkAction } from './action.ts'
import { BulkDialog } from './BulkDialog.tsx'

const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const ids = [1, 2, 3, 4].map(id)
const code = (one: string) => `SO-${Number(one.slice(-12))}`
const mine = 'It is yours.'
/** What becomes of these records, some of them refused with these words. */
function answer(chosen: readonly string[], refused: Record<string, string> = {}): BulkAnswer {
  const results = chosen.map((one) => ({
    id: one,
    code: code(one),
    ok: !refused[one],
    count: refused[one] ? 0 : 3,
    refusal: refused[one] ? (refused[one] === mine ? 'OwnOrder' : 'NothingToDo') : null,
    message: refused[one] ?? null,
  }))
  return { jobId: null, ...summariseResults(results) }
}

const approve: BulkAction = {
  call: approveOrders,
  words: 'order.decide.approve',
  nouns: 'order.management.count',
  parts: 'order.detail.lineCount',
  refreshes: ['OrderManagement'],
}
const taken: BulkAction = {
  ...approve,
  undo: { call: revertOrders, words: 'order.decide.undo', input: { undo: true } },
}
const Fields = () => <TextAreaField name="memo" label="Comment" />
const reject: BulkAction = {
  ...approve,
  call: rejectOrders,
  words: 'order.decide.reject',
  input: { reason: 'OutOfStock' },
  form: actionForm({
    schema: z.object({ memo: z.string().min(1, 'kit.decide.memoNeeded') }),
    start: { memo: '' },
    Fields,
    dryRunWith: () => ({}),
  }),
}

let server: MemoryServer
const onDone = vi.fn<() => void>()
const onClose = vi.fn<() => void>()
const open = (action: BulkAction) =>
  show(
    <BulkDialog
      action={action}
      selection={{ mode: 'ids', ids }}
      count={ids.length}
      onDone={onDone}
      onClose={onClose}
    />,
  )
const dialog = () => page.getByRole('dialog')
const button = (name: string) => dialog().getByRole('button', { name })
const sent = (call: typeof approveOrders | typeof rejectOrders) =>
  server.sentTo(call).map(({ input }) => input)
const chosenOf = ({ selection }: { selection: { mode: string; ids?: string[] } }) => selection.ids ?? []

beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal()
  rememberDictionaries(server)
  onDone.mockReset()
  onClose.mockReset()
})

describe('[ORD-010] the dry run', () => {
  test('says what passes in figures, and what is over a limit can be left out and included again', async () => {
    server.answer(approveOrders, (input) => {
      const chosen = chosenOf(input)
      const risky = chosen.filter((one) => one === id(2))
      return {
        ...answer(chosen),
        figures: [`${chosen.length} customers`, '₺1,234.50'],
        ...(risky.length > 0 && {
          warnings: [
            {
              warning: 'OverQuota',
              message: '1 order has lines over quota',
              count: 1,
              records: [{ id: id(2), code: code(id(2)) }],
            },
          ],
        }),
      }
    })
    await open(approve)
    await expect.element(dialog().getByText('4 customers · ₺1,234.50')).toBeVisible()
    await dialog().getByText('1 order has lines over quota').click()
    await expect.element(dialog().getByText('SO-2', { exact: true })).toBeVisible()
    await expectNoAxeFaults()
    await button('Leave out').click()
    await expect.element(dialog().getByText('1 left out')).toBeVisible()
    await expect.element(button('Approve 3 orders')).toBeVisible()
    await button('Include again').click()
    await expect.element(button('Approve 4 orders')).toBeVisible()
    await button('Leave out').click()
    await button('Approve 3 orders').click()
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
    expect(sent(approveOrders).at(-1)).toMatchObject({
      dryRun: false,
      selection: { mode: 'ids', ids: [id(1), id(3), id(4)] },
    })
  })

  test('of nothing but what is over a limit nothing can be left out', async () => {
    server.answer(approveOrders, (input) => ({
      ...answer(chosenOf(input)),
      warnings: [
        {
          warning: 'OverQuota',
          message: '4 orders have lines over quota',
          count: 4,
          records: ids.map((one) => ({ id: one, code: code(one) })),
        },
      ],
    }))
    await open(approve)
    await expect.element(dialog().getByText('4 orders have lines over quota')).toBeVisible()
    await expect.element(button('Leave out')).not.toBeInTheDocument()
    await expect.element(button('Approve 4 orders')).toBeEnabled()
  })

  test('names each reason once with the records behind it; exactly the others are done, by Enter', async () => {
    server.answer(approveOrders, (input) =>
      answer(chosenOf(input), { [id(1)]: 'It waits.', [id(3)]: 'It waits.', [id(4)]: mine }),
    )
    await open(approve)
    await expect.element(dialog().getByText('1 of 4 orders ready (3 lines)')).toBeVisible()
    const reasons = dialog().getByRole('list', { name: 'Reasons' }).getByRole('listitem')
    // D15: what there is nothing to do with is grey, what was refused is red.
    expect(reasons.elements().map((one) => [one.getAttribute('data-tone'), one.textContent])).toEqual([
      ['idle', '2 already decided It waits.SO-1, SO-3'],
      ['refused', '1 placed by you It is yours.SO-4'],
    ])
    await expect.element(dialog().getByText('SO-1, SO-3')).not.toBeVisible()
    await dialog().getByText('It waits.').click()
    await expect.element(dialog().getByText('SO-1, SO-3')).toBeVisible()
    await expectNoAxeFaults()
    server.answer(approveOrders, (input) => answer(chosenOf(input)))
    await button('Approve 1 order').click()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(onDone).toHaveBeenCalledOnce()
    expect(sent(approveOrders)).toMatchObject([
      { dryRun: true, selection: { mode: 'ids', ids } },
      { dryRun: false, selection: { mode: 'ids', ids: [id(2)] } },
    ])
    await expect.element(page.getByText('1 order approved')).toBeVisible()
  })

  test('can be reached by Tab before the server has answered, and does nothing until then', async () => {
    const asked = Promise.withResolvers<BulkAnswer>()
    server.answer(rejectOrders, (input) => (input.dryRun ? asked.promise : answer(ids)))
    await open(reject)
    await userEvent.click(page.getByRole('textbox', { name: 'Comment' }))
    await userEvent.keyboard('late')
    const button = page.getByRole('button', { name: 'Reject 4 orders' })
    await userEvent.keyboard('{Tab}{Tab}')
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(onClose).not.toHaveBeenCalled()
    asked.resolve(answer(ids))
    await expect.element(button).not.toHaveAttribute('aria-disabled')
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  })
  test('leaves nothing to press when none would pass', async () => {
    server.answer(approveOrders, (input) =>
      answer(chosenOf(input), Object.fromEntries(ids.map((one) => [one, 'It waits.']))),
    )
    await open(approve)
    await expect.element(dialog().getByText('None can be processed.')).toBeVisible()
    await expect.element(button('Approve 0 orders')).toBeDisabled()
  })

  test('that fails says why and can be asked again', async () => {
    server.answer(approveOrders, () => server.refuse(approveOrders, 'Overloaded', { seconds: 2 }))
    await open(approve)
    await expect
      .element(
        dialog()
          .getByRole('alert')
          .getByText(/^The server is very busy\. Try again in 2 seconds/),
      )
      .toBeVisible()
    server.answer(approveOrders, (input) => answer(chosenOf(input)))
    await button('Try again').click()
    await expect.element(dialog().getByText('4 orders ready (12 lines)')).toBeVisible()
  })
})

describe('[ORD-010] what was refused nevertheless', () => {
  test('stays until it is closed, and is tried again with what was typed', async () => {
    server.answer(rejectOrders, (input) =>
      answer(chosenOf(input), input.dryRun ? {} : { [id(2)]: 'Somebody was faster.' }),
    )
    await open(reject)
    await expect.element(button('Reject 4 orders')).toBeEnabled()
    await button('Reject 4 orders').click()
    await expect
      .element(dialog().getByText('Enter a comment: it is required with the reason “Other”.'))
      .toBeVisible()
    await dialog().getByRole('textbox', { name: 'Comment' }).fill('Discontinued')
    await button('Reject 4 orders').click()
    await expect.element(dialog().getByRole('heading', { name: '3 orders rejected' })).toBeVisible()
    await expect.element(dialog().getByText('1 of 4 could not be done.')).toBeVisible()
    await expect.element(dialog().getByText('Somebody was faster.')).toBeVisible()
    await expect.element(button('Download')).toBeVisible()
    await expectNoAxeFaults()
    expect(onDone).toHaveBeenCalledOnce()
    expect(onClose).not.toHaveBeenCalled()

    server.answer(rejectOrders, (input) => answer(chosenOf(input)))
    await button('Try the refused again').click()
    await expect.element(dialog().getByRole('textbox', { name: 'Comment' })).toHaveValue('Discontinued')
    await button('Reject 1 order').click()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(sent(rejectOrders).slice(-2)).toMatchObject([
      { dryRun: true, reason: 'OutOfStock', selection: { ids: [id(2)] } },
      { dryRun: false, reason: 'OutOfStock', memo: 'Discontinued', selection: { ids: [id(2)] } },
    ])
  })
})

describe('[ORD-010] what was done', () => {
  test('is taken back from the toast, exactly that, and what cannot be is named', async () => {
    server.answer(approveOrders, (input) => answer(chosenOf(input), { [id(4)]: mine }))
    await open(taken)
    await expect.element(button('Approve 3 orders')).toBeEnabled()
    server.answer(approveOrders, (input) => answer(chosenOf(input)))
    await button('Approve 3 orders').click()
    server.answer(revertOrders, ({ selection }) =>
      answer(selection.mode === 'ids' ? selection.ids : [], { [id(2)]: 'Ayla has changed it since.' }),
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    const left = page.getByRole('dialog', { name: 'Decision on 2 orders undone' })
    await expect.element(left.getByText('1 of 3 could not be done.')).toBeVisible()
    await expect.element(left.getByText('Ayla has changed it since.')).toBeVisible()
    expect(server.sentTo(revertOrders).map(({ input }) => input)).toEqual([
      { selection: { mode: 'ids', ids: ids.slice(0, 3) }, undo: true, dryRun: false },
    ])
    await expectNoAxeFaults()
  })

  test('is not offered where nothing leads back', async () => {
    server.answer(approveOrders, (input) => answer(chosenOf(input)))
    await open(approve)
    await button('Approve 4 orders').click()
    await expect.element(page.getByText('4 orders approved')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })
})

describe('[ORD-010] a large one', () => {
  const jobId = id(99)
  const running: JobView = {
    id: jobId,
    kind: 'bulk',
    state: 'Running',
    done: 2,
    total: 4,
    counts: {},
    message: null,
    createdAt: '2026-11-20T10:00:00Z',
    finishedAt: null,
    isStopping: false,
    hasResults: false,
    actions: { cancel: null },
  }

  test('goes on as a job: progress, a way to stop it, its results as a list, and the refused once more', async () => {
    server.answer(approveOrders, (input) =>
      input.dryRun ? answer(chosenOf(input)) : { ...answer([]), jobId },
    )
    server.answer(cancelJob, () => running)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    server.answer(watchJob, async function* () {
      yield running
      await ended
      yield {
        ...running,
        state: 'Succeeded',
        done: 4,
        counts: { done: 3, refused: 1 },
        hasResults: true,
        actions: { cancel: 'This job has already ended (Finished).' },
      }
    } as never)
    await open(taken)
    await expect.element(button('Approve 4 orders')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    await expect.element(page.getByText('2 of 4')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).last().click()
    await vi.waitFor(() => expect(server.sentTo(cancelJob)).toMatchObject([{ input: { jobId } }]))
    end()
    await expect.element(page.getByText('1 of 4 could not be done.')).toBeVisible()

    const result = (index: number, message: string | null) => ({
      id: id(index),
      code: `SO-${index}`,
      result: message ? ('Refused' as const) : ('Passed' as const),
      message,
      lineCount: message ? 0 : 3,
    })
    serveList(server, jobResults, [result(2, 'Somebody was faster.'), result(1, null), result(3, null)])
    await page.getByRole('button', { name: 'Show results' }).click()
    const results = page.getByRole('dialog', { name: '3 orders approved' })
    await expect.element(results.getByRole('grid').getByText('Somebody was faster.').first()).toBeVisible()
    await expect.element(results.getByRole('button', { name: 'Export' })).toBeVisible()
    await expectNoAxeFaults()
    await results.getByRole('button', { name: 'Try the refused again' }).click()
    await vi.waitFor(() =>
      expect(sent(approveOrders).at(-1)).toMatchObject({ dryRun: true, selection: { ids: [id(2)] } }),
    )
  })

  test('is taken back from its results: what the job has done', async () => {
    server.answer(approveOrders, (input) =>
      input.dryRun ? answer(chosenOf(input)) : { ...answer([]), jobId },
    )
    server.answer(watchJob, async function* () {
      yield {
        ...running,
        state: 'Succeeded',
        done: 4,
        counts: { done: 3, refused: 1 },
        hasResults: true,
        actions: { cancel: 'This job has already ended (Finished).' },
      }
    } as never)
    serveList(server, jobResults, [])
    await open(taken)
    await button('Approve 4 orders').click()
    await page.getByRole('button', { name: 'Show results' }).click()
    const results = page.getByRole('dialog', { name: '3 orders approved' })
    server.answer(revertOrders, () => answer([id(1), id(3)]))
    await results.getByRole('button', { name: 'Undo' }).click()
    await expect.element(page.getByText('Decision on 2 orders undone')).toBeVisible()
    expect(server.sentTo(revertOrders).map(({ input }) => input)).toEqual([
      { selection: { mode: 'job', jobId }, undo: true, dryRun: false },
    ])
  })
})
