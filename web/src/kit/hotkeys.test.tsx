import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { freshPortal, show } from '../../test/render.tsx'
import { listenForHotkeys, useHotkey } from './hotkeys.ts'

const approve = vi.fn<() => void>()
const other = vi.fn<(key: string) => void>()

function Keys({ field = true }: { field?: boolean }) {
  useHotkey('a', 'Approve', approve)
  useHotkey('g m', 'My orders', approve)
  return (
    <>
      {field && <input type="search" aria-label="Search" />}
      <button
        type="button"
        onKeyDown={({ key }) => {
          if (key === 'x') other(key)
        }}
      >
        A row
      </button>
      <button type="button">Elsewhere</button>
    </>
  )
}

const box = () => page.getByRole('searchbox')
const field = () => box().element() as HTMLInputElement
const row = () => page.getByRole('button', { name: 'A row' }).element() as HTMLElement

beforeEach(async () => {
  approve.mockClear()
  other.mockClear()
  await freshPortal()
  return listenForHotkeys()
})

describe('[SHL-027] keys of the page while somebody types', () => {
  test('letters that come after the field lost its focus to the page go on in it', async () => {
    await show(<Keys />)
    await box().click()
    await userEvent.keyboard('el')
    field().blur()
    await userEvent.keyboard('ax')
    await expect.element(box()).toHaveValue('elax')
    await expect.element(box()).toHaveFocus()
    expect(approve).not.toHaveBeenCalled()
  })

  test('where the focus went to a row, or the field is gone, they do nothing, and begin no pair of keys', async () => {
    const { screen } = await show(<Keys />)
    await box().click()
    await userEvent.keyboard('el')
    row().focus()
    await userEvent.keyboard('xagm')
    expect(other).not.toHaveBeenCalled()
    expect(approve).not.toHaveBeenCalled()
    await expect.element(box()).toHaveValue('el')
    await box().click()
    await userEvent.keyboard('el')
    field().remove()
    await userEvent.keyboard('a')
    expect(approve).not.toHaveBeenCalled()
    await screen.unmount()
  })

  test('each letter begins the second anew; a hand that has rested means the page', async () => {
    await show(<Keys />)
    await box().click()
    await userEvent.keyboard('el')
    row().focus()
    const letter = (key: string, timeStamp: number) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: timeStamp })
      row().dispatchEvent(event)
    }
    const now = performance.now()
    for (const after of [600, 1_200, 2_000]) letter('a', now + after)
    expect(approve).not.toHaveBeenCalled()
    letter('a', now + 3_100)
    expect(approve).toHaveBeenCalledOnce()
  })

  test.each([
    ['a press elsewhere', () => page.getByRole('button', { name: 'Elsewhere' }).click()],
    ['Tab', () => userEvent.keyboard('{Tab}')],
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Enter', () => userEvent.keyboard('{Enter}')],
  ])('who leaves the field by %s has the keys at once', async (_how, leave) => {
    await show(<Keys />)
    await box().click()
    await userEvent.keyboard('el')
    await leave()
    row().focus()
    await userEvent.keyboard('xa')
    expect(other).toHaveBeenCalledOnce()
    expect(approve).toHaveBeenCalledOnce()
  })
})
