import { explainOwnAccess, type ExplainStep } from '@kervan/contract/administration/explain'
import { getRole } from '@kervan/contract/administration/roles'
import { getCart } from '@kervan/contract/order/cart'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { whenRightsDiffer } from '../../kit/call/client.ts'
import OwnExplanation from './OwnExplanation.tsx'
import WhyDialog from './WhyDialog.tsx'

const roleId = '0199f2c5-4dcc-7625-8f47-3ea720c0e2e9'
const bare = { permission: null, through: [], lentBy: [], wouldGive: [], hiddenBy: [] }
const chain = (ok: boolean, over: Partial<ExplainStep> = {}): ExplainStep[] => [
  { step: 'member', ok: true, blocks: true, ...bare },
  { step: 'locations', ok: false, blocks: false, ...bare },
  { step: 'permission', ok, blocks: true, ...bare, permission: 'orderNew-getCart', ...over },
]
const target = { kind: 'call', name: getCart.name } as const

let server: MemoryServer
async function start(
  steps: ExplainStep[],
  options: { permissions?: string[]; language?: 'en' | 'tr' | 'de' } = {},
) {
  server = await freshPortal({
    session: { ...session, PermissionsUI: [...session.PermissionsUI, ...(options.permissions ?? [])] },
    ...(options.language && { language: options.language }),
  })
  server.answer(explainOwnAccess, () => ({ allowed: steps.every(({ ok, blocks }) => ok || !blocks), steps }))
}

test('says which permission is missing and what to do, and copies a request that says it all', async () => {
  await start(chain(false))
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await show(<OwnExplanation target={target} />)
  await expect.element(page.getByText('You cannot use “See the own cart” at the moment.')).toBeVisible()
  await expect.element(page.getByText(/One of your roles includes “See the own cart”/)).toBeVisible()
  await expect
    .element(page.getByText('Ask your administrators for a role with this permission.'))
    .toBeVisible()
  await expect.element(page.getByText(/You will not be able to sign in next time/)).toBeVisible()
  await expectNoAxeFaults()
  await page.getByRole('button', { name: 'Copy request for the administrators' }).click()
  await expect.element(page.getByRole('button', { name: 'Request copied' })).toBeVisible()
  expect(written.mock.calls[0]?.[0].split('\n')).toEqual([
    'Request for access to Kervan',
    '',
    'Action: See the own cart',
    'Missing permission: See the own cart (orderNew-getCart)',
    'Company: Selvi Medikal A.Ş.',
    'User: Elif Karaca (elif.karaca@selvimedikal.example)',
    expect.stringMatching(/^Time: .*\d{2}:\d{2}/),
  ])
  written.mockRestore()
})

test('[SHL-013] copies it in the language of the reader', async () => {
  await start(chain(false), { language: 'de' })
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await show(<OwnExplanation target={{ kind: 'screen', path: '/order/order-management' }} />)
  await page.getByRole('button', { name: 'Bitte an die Administration kopieren' }).click()
  await expect.element(page.getByRole('button', { name: 'Bitte kopiert' })).toBeVisible()
  expect(written.mock.calls[0]?.[0]).toMatch(
    /^Bitte um Zugriff in Kervan\n\nSeite: Bestellverwaltung\nFehlendes Recht: /,
  )
  written.mockRestore()
})

test('leads who may explain others to the roles that would give it, and closes behind them', async () => {
  await start(chain(false, { wouldGive: [{ id: roleId, name: 'Order operator' }], hiddenBy: [] }), {
    permissions: ['UserManagement', getRole.permission!],
  })
  const closed = vi.fn<() => void>()
  await show(<WhyDialog target={target} onClose={closed} />)
  await expect
    .element(page.getByRole('dialog', { name: 'Why can’t I open “See the own cart”?' }))
    .toBeVisible()
  await expect.element(page.getByText(/You cannot change your own permissions/)).toBeVisible()
  await expectNoAxeFaults()
  const role = page.getByRole('link', { name: 'Order operator' })
  await expect.element(role).toHaveAttribute('href', `/account/account-settings?part=roles&role=${roleId}`)
  await role.click()
  expect(closed).toHaveBeenCalledOnce()
})

test('[ACC-008] has the browser ask for its rights again when the server lets through by now', async () => {
  await start(chain(true, { through: [{ id: roleId, name: 'Order operator' }] }))
  const differ = vi.fn<() => void>()
  whenRightsDiffer(differ)
  await show(<OwnExplanation target={target} />)
  await expect
    .element(page.getByText('You can use this now: your permissions have changed. Open it again.'))
    .toBeVisible()
  await expect.element(page.getByText('Through: Order operator')).toBeVisible()
  await vi.waitFor(() => expect(differ).toHaveBeenCalled())
  expect(page.getByRole('button').elements()).toEqual([])
  whenRightsDiffer(() => {})
})

test('says when it cannot be told', async () => {
  server = await freshPortal()
  server.answer(explainOwnAccess, () => server.refuse(explainOwnAccess, 'ServerFault'))
  await show(<OwnExplanation target={target} />)
  await expect.element(page.getByText(/^Server error\. Operation failed\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})
