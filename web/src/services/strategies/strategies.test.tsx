import { poolPrinciples, savePrinciple } from '@kervan/contract/services/principles'
import { getStrategy, getStrategySetup, strategies } from '@kervan/contract/services/strategies'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { principle, serviceRights, setup, strategy } from '../../../test/services.ts'
import { PrincipleDialog } from './PrincipleDialog.tsx'
import Strategies from './Strategies.tsx'
import { StrategyDrawer } from './StrategyDrawer.tsx'

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: serviceRights } })
  rememberDictionaries(server)
  server.answer(getStrategySetup, () => setup)
  server.answer(getStrategy, () => strategy)
  serveList(server, poolPrinciples, [])
})

const row = {
  id: strategy.id,
  version: 3,
  strategyCode: 'ST-00001',
  strategyName: 'Weekly balance',
  strategyState: 'Active',
  strategySegment: 'UserDefined',
  projectName: 'Store balance',
  projectCode: 'BALANCE',
  serviceProduct: 'PST',
  projectDomain: 'Production',
  principleCount: 5,
  pendingPrinciples: 0,
  expiredPrinciples: 1,
  nextServiceDate: '2026-12-04',
  planNo: 4,
  changedAt: '2026-11-20T07:42:00.000Z',
  changedBy: 'Elif Demir',
  actions: { derive: null },
}

describe('[SVC-003] strategies', () => {
  test('stand with their state and their next service date', async () => {
    serveList(server, strategies, [row])
    await show(<Strategies />)
    await expect.element(page.getByText('ST-00001').first()).toBeVisible()
    await expect.element(page.getByText('Store balance').first()).toBeVisible()
    await expectNoAxeFaults()
  })

  test('a strategy says what keeps it from being compiled, until when it may be changed, and what its principles say', async () => {
    await show(<StrategyDrawer id={strategy.id} page={null} onOpen={() => {}} />)
    await expect.element(page.getByText(/The filter is not ready to use/)).toBeVisible()
    await expect.element(page.getByText('A store keeps 2 units.')).toBeVisible()
    await expect.element(page.getByText(/plan\.pdf/)).toBeVisible()
    await expectNoAxeFaults()
  })
})

describe('[SVC-004] a principle', () => {
  test('is written in the form of its type', async () => {
    await show(
      <PrincipleDialog strategyId={strategy.id} principle={null} type="WorkOrderTypes" onClose={() => {}} />,
    )
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await expect.element(page.getByRole('combobox', { name: /^Work order types/ })).toBeVisible()
    await expectNoAxeFaults()
  })

  test('that several strategies use asks for whom it is changed', async () => {
    const sent = vi.fn<(scope: string | null) => void>()
    server.answer(savePrinciple, ({ scope }) => {
      sent(scope)
      if (scope === null)
        return server.refuse(savePrinciple, 'PrincipleShared', { count: 1, strategies: 'ST-00002' })
      return { principleId: principle.id }
    })
    const closed = vi.fn<() => void>()
    await show(
      <PrincipleDialog strategyId={strategy.id} principle={principle} type="Setting" onClose={closed} />,
    )
    await userEvent.fill(page.getByLabelText('Name', { exact: true }), 'Stores keep two')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /this strategy only/i }).click()
    await vi.waitFor(() => expect(sent.mock.calls).toEqual([[null], ['ThisOnly']]))
  })
})
