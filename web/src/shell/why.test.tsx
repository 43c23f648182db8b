import { getCart } from '@kervan/contract/order/cart'
import { activity } from '@kervan/contract/administration/activity'
import type { OwnExplainTarget } from '@kervan/contract/administration/explain'
import { getRole } from '@kervan/contract/administration/roles'
import { getGridState, getWebAppUserDictionaries } from '@kervan/contract/account/web-app-user-dictionary'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, show } from '../../test/render.tsx'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { useRead } from '../kit/call/query.ts'
import { ReadState } from '../kit/record/ReadState.tsx'
import { CallRefused } from '../kit/call/refused.ts'
import { setWhyOpener } from '../kit/page/why.tsx'
import { ScreenError } from './ScreenError.tsx'

const opened = vi.fn<(target: OwnExplainTarget) => void>()
let server: MemoryServer
beforeEach(async () => {
  server = await freshPortal()
  server.answer(getGridState, () => ({ Value: null }))
  server.answer(getWebAppUserDictionaries, () => ({ dictionaries: [] }))
  opened.mockReset()
  setWhyOpener(opened)
})
afterEach(() => setWhyOpener(null))

const roleId = '0199f2c5-4dcc-7625-8f47-3ea720c0e2e8'
const missing = (permission: string) => () =>
  server.refuse(getWebAppUserDictionaries, 'PermissionMissing', { permission })
const why = page.getByRole('button', { name: 'Why?' })

function Record() {
  const asked = useRead(getRole, { roleId })
  return asked.data ? <p>{asked.data.name}</p> : <ReadState asked={asked} name="Night shift" />
}
const scope = { from: '2026-11-01', to: '2026-11-21' }
const Rows = () => <DataGrid list={activity} scope={scope} label="Activity" state="own" selectable={false} />
const screenRefused = (status: number, code: string, facts: Record<string, unknown> = {}) =>
  new CallRefused(status, {
    Message: 'It was refused.',
    ErrorCode: code,
    Reference: '4711',
    Timestamp: '2026-11-21T10:00:00.000Z',
    Facts: facts,
  })
const reset = vi.fn<() => void>()
const Screen = ({ error }: { error: Error }) => <ScreenError error={error} reset={reset} />

describe('[SHL-020] “Why?” beside what was refused for want of a permission', () => {
  test('stands in place of the rows of a list, which names the permission in words', async () => {
    server.answer(activity.page, missing('orderNew-getCart'))
    await show(<Rows />)
    await expect.element(page.getByText(/See the own cart/)).toBeVisible()
    await expectNoAxeFaults()
    await why.click()
    expect(opened).toHaveBeenCalledWith({ kind: 'call', name: getCart.name })
  })

  test('stands where a record could not be read, beside another try', async () => {
    server.answer(getRole, missing('orderNew-getCart'))
    await show(<Record />)
    await expect.element(page.getByRole('heading', { name: 'Night shift could not be loaded' })).toBeVisible()
    await expectNoAxeFaults()
    await why.click()
    expect(opened).toHaveBeenCalledWith({ kind: 'call', name: getCart.name })
    await page.getByRole('button', { name: 'Try again' }).click()
    await vi.waitFor(() => expect(server.sentTo(getRole)).toHaveLength(2))
  })

  test('stands where a whole screen could not be shown', async () => {
    await show(<Screen error={screenRefused(403, 'PermissionMissing', { permission: 'orderNew-getCart' })} />)
    await expect.element(page.getByText('It was refused.')).toBeVisible()
    await expect.element(page.getByText('4711')).toBeVisible()
    await expectNoAxeFaults()
    await why.click()
    expect(opened).toHaveBeenCalledWith({ kind: 'call', name: getCart.name })
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(reset).toHaveBeenCalledOnce()
  })

  test.each([
    [
      'rows',
      () => <Rows />,
      () => server.answer(activity.page, () => server.refuse(activity.page, 'ServerFault')),
      /Server error/,
    ],
    [
      'rows, for another reason',
      () => <Rows />,
      () => server.answer(activity.page, () => server.refuse(activity.page, 'AcknowledgementPending')),
      /Please answer the user acknowledgement/,
    ],
    [
      'a record that is not there',
      () => <Record />,
      () => server.answer(getRole, () => server.refuse(getRole, 'RoleNotFound')),
      /was not found/,
    ],
    [
      'a record',
      () => <Record />,
      () => server.answer(getRole, () => server.refuse(getRole, 'ServerFault')),
      /Server error/,
    ],
    [
      'a screen',
      () => <Screen error={screenRefused(500, 'ServerFault')} />,
      () => undefined,
      /It was refused/,
    ],
    ['a screen with a fault of its own', () => <Screen error={new Error('broken')} />, () => undefined, /./],
    [
      'a screen, without the name of what is missing',
      () => <Screen error={screenRefused(403, 'PermissionMissing')} />,
      () => undefined,
      /It was refused/,
    ],
  ])('is not offered beside %s, where it would explain nothing', async (_, element, answer, said) => {
    answer()
    await show(element())
    await expect.element(page.getByText(said).first()).toBeVisible()
    await expect.element(why).not.toBeInTheDocument()
  })

  test('is not offered where nobody is signed in, to whom it could be explained', async () => {
    setWhyOpener(null)
    await show(<Screen error={screenRefused(403, 'PermissionMissing', { permission: 'orderNew-getCart' })} />)
    await expect.element(page.getByText('It was refused.')).toBeVisible()
    await expect.element(why).not.toBeInTheDocument()
  })
})
