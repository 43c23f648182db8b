import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, show } from '../../../test/render.tsx'
import { PlainDialog } from '../feedback/PlainDialog.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { TextField } from '../form/TextField.tsx'
import { useLeaveGuard } from './leaveGuard.ts'

beforeEach(() => freshPortal())

function Draft({ unsaved, save }: { unsaved: boolean; save?: () => Promise<boolean> }) {
  useLeaveGuard(unsaved, save ? { save } : {})
  return <Link to={'/elsewhere'}>Away</Link>
}
const away = () => page.getByRole('link', { name: 'Away' }).click()

describe('[SHL-018] leaving with unsaved changes', () => {
  test('asks; Stay stays, Leave leaves', async () => {
    const { router } = await show(<Draft unsaved />)
    await away()
    await expect.element(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/here')
    await away()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect.element(page.getByText('Elsewhere')).toBeVisible()
  })

  test('saves first where it can, and stays when saving fails', async () => {
    const save = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValueOnce(true)
    await show(<Draft unsaved save={save} />)
    await away()
    await page.getByRole('button', { name: 'Save and leave' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(save).toHaveBeenCalledTimes(1)
    await expect.element(page.getByRole('link', { name: 'Away' })).toBeVisible()
    await away()
    await page.getByRole('button', { name: 'Save and leave' }).click()
    await expect.element(page.getByText('Elsewhere')).toBeVisible()
  })

  test('without changes nobody is asked', async () => {
    await show(<Draft unsaved={false} />)
    await away()
    await expect.element(page.getByText('Elsewhere')).toBeVisible()
  })

  test('reload and close are held up too', async () => {
    await show(<Draft unsaved />)
    // The guard stands once the page is drawn.
    await expect
      .poll(() => {
        const event = new Event('beforeunload', { cancelable: true })
        window.dispatchEvent(event)
        return event.defaultPrevented
      })
      .toBe(true)
  })
})

const sent = vi.fn<(values: { name: string }) => Promise<void>>()
function Asking() {
  const [opened, setOpened] = useState(true)
  if (!opened) return <p>Closed</p>
  return (
    <FormDialog
      title="Rename"
      action="Send"
      schema={z.object({ name: z.string().min(1) })}
      start={{ name: '' }}
      onSubmit={sent}
      onClose={() => setOpened(false)}
    >
      <TextField name="name" label="Name" focusFirst />
    </FormDialog>
  )
}

describe('[SHL-018] leaving a dialog that was filled in', () => {
  const question = () => page.getByRole('dialog', { name: 'Leave without saving?' })
  const type = () => page.getByRole('textbox', { name: 'Name' }).fill('Depot')
  const closed = () => expect.element(page.getByText('Closed')).toBeVisible()
  const reload = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  beforeEach(() => void sent.mockReset().mockResolvedValue())

  test('by Escape or its cross asks, and what was typed stays with Stay', async () => {
    await show(<Asking />)
    await type()
    await userEvent.keyboard('{Escape}')
    await expect.element(question()).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect.element(question()).not.toBeInTheDocument()
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Depot')
    expect(reload()).toBe(true)
    await page.getByRole('dialog', { name: 'Rename' }).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await closed()
    expect(reload()).toBe(false)
  })

  test('by the way back asks too, but not where only the list behind it moves', async () => {
    const { router } = await show(<Asking />)
    await type()
    await router.navigate({ to: '/here', search: { page: 2, q: 'x' } })
    await expect.element(question()).not.toBeInTheDocument()
    void router.navigate({ to: '/here', search: { part: 'other' } })
    await expect.element(question()).toBeVisible()
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect.element(question()).not.toBeInTheDocument()
    expect(router.state.location.search).toEqual({ page: 2, q: 'x' })
  })

  test('that is empty, canceled or sent asks nothing', async () => {
    const screen = await show(<Asking />)
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await closed()
    await screen.screen.unmount()
    const again = await show(<Asking />)
    await type()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await closed()
    await again.screen.unmount()
    await show(<Asking />)
    await type()
    await userEvent.keyboard('{Enter}')
    await closed()
    expect(sent.mock.calls.map(([values]) => values)).toEqual([{ name: 'Depot' }])
    expect(reload()).toBe(false)
  })

  test('[USR-004] that shows a secret once is closed by its buttons only', async () => {
    const onClose = vi.fn<() => void>()
    await show(
      <PlainDialog title="Once" stays onClose={onClose}>
        <button type="button" data-autofocus>
          Copy
        </button>
      </PlainDialog>,
    )
    await expect.element(page.getByRole('button', { name: 'Copy' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    document
      .querySelector<HTMLElement>('.mantine-Modal-inner')
      ?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    document.querySelector<HTMLElement>('.mantine-Modal-inner')?.click()
    expect(onClose).not.toHaveBeenCalled()
    await page.getByRole('button', { name: 'Close' }).click()
    expect(onClose).toHaveBeenCalledOnce()
  })
})
