import { Link } from '@tanstack/react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFaults, freshPortal, show } from '../../test/render.tsx'
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
    await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1))
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
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
  })
})
