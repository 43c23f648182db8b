import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, show } from '../../../test/render.tsx'
import { CallRefused } from '../call/refused.ts'
import { alert, ask, confirm, inform, showRefused, warn } from './dialogs.ts'
import { closeNotice, notice, toast, toastWithUndo } from './toasts.tsx'

beforeEach(async () => {
  await freshPortal()
  await show(<p>Page</p>)
})

describe('[SHL-020] the error dialog', () => {
  const refused = new CallRefused(422, {
    Message: 'Quota of 5,000 exceeded: used 4,820, asked 300.',
    ErrorCode: 'QuotaExceeded',
    Reference: '7F3K-92QD',
    Timestamp: '2026-11-20T07:42:17.000Z',
  })

  test('shows message, code, time and reference, and copies them as text', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    showRefused(refused, 'The order was not approved')
    await expect.element(page.getByRole('dialog', { name: 'The order was not approved' })).toBeVisible()
    await expect.element(page.getByText('QuotaExceeded', { exact: true })).toBeVisible()
    await expect.element(page.getByText('7F3K-92QD', { exact: true })).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Copy details' }).click()
    await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(write.mock.lastCall?.[0]).toMatch(
      /^Message: Quota of 5,000 exceeded.*\nErrorCode: QuotaExceeded\nTimestamp: 2026-11-20 \d\d:\d\d:17\nReference: 7F3K-92QD$/,
    )
    write.mockRestore()
  })

  test('has a title of its own where nobody gives one', async () => {
    showRefused(refused)
    await expect.element(page.getByRole('dialog', { name: 'Error Occurred!' })).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('[SHL-021] dialogs', () => {
  test('confirm: the button names the action; Escape is no', async () => {
    const question = {
      title: 'Reject 23 orders?',
      text: 'This cannot be undone.',
      action: 'Reject 23 orders',
      keep: 'Keep them',
      danger: true,
    }
    const yes = confirm(question)
    await page.getByRole('button', { name: 'Reject 23 orders' }).click()
    expect(await yes).toBe(true)
    const no = confirm(question)
    await expect.element(page.getByRole('dialog', { name: 'Reject 23 orders?' })).toBeVisible()
    // What destroys is never the button that a hurried Enter presses.
    await expect.element(page.getByRole('button', { name: 'Keep them' })).toHaveFocus()
    await expectNoAxeFaults()
    await userEvent.keyboard('{Escape}')
    expect(await no).toBe(false)
  })

  test.each([
    ['info', inform],
    ['warning', warn],
    ['alert', alert],
  ] as const)('%s', async (kind, open) => {
    const closed = open({ title: `A ${kind}`, text: 'A sentence.' })
    await expect.element(page.getByRole('dialog', { name: `A ${kind}` })).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await closed
  })

  test("buttons of one's own", async () => {
    const answer = ask({
      title: 'Which?',
      buttons: [
        { key: 'one', label: 'One' },
        { key: 'two', label: 'Two' },
      ],
    })
    await page.getByRole('button', { name: 'One' }).click()
    expect(await answer).toBe('one')
  })
})

describe('[SHL-021] toasts', () => {
  test('each kind stands at the bottom centre and goes after three seconds', async () => {
    // A toast stays for as long as the pointer rests on it.
    await userEvent.hover(document.body, { position: { x: 2, y: 2 } })
    const begun = performance.now()
    const kinds = ['info', 'success', 'warning', 'error'] as const
    for (const kind of kinds) toast(kind, { title: `A ${kind}`, text: 'More of it.' })
    for (const kind of kinds) {
      const shown = page.getByText(`A ${kind}`)
      await expect.element(shown).toBeVisible()
      const { left, right, top } = shown.element().getBoundingClientRect()
      expect(top).toBeGreaterThan(window.innerHeight / 2)
      expect(Math.abs((left + right) / 2 - window.innerWidth / 2)).toBeLessThan(120)
    }
    await expectNoAxeFaults()
    for (const kind of kinds) await expect.element(page.getByText(`A ${kind}`)).not.toBeInTheDocument()
    expect(performance.now() - begun).toBeGreaterThan(2_900)
  })

  test('a success can be taken back', async () => {
    const undo = vi.fn<() => void>()
    toastWithUndo('23 orders approved', undo)
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(undo).toHaveBeenCalledOnce()
    await expect.element(page.getByText('23 orders approved')).not.toBeInTheDocument()
  })

  test('a notice stays, changes under its id, and is closed by whoever opened it', async () => {
    const id = notice('work', { title: 'Exporting', count: '100', progress: 10 })
    await expect.element(page.getByText('100')).toBeVisible()
    notice('work', { title: 'Exporting', count: '7,900', progress: 62 }, id)
    await expect.element(page.getByText('7,900')).toBeVisible()
    await expectNoAxeFaults()
    closeNotice(id)
    await expect.element(page.getByText('Exporting')).not.toBeInTheDocument()
  })
})
