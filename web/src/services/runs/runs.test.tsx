import { downloadServiceFile, getServiceRun, serviceFiles, serviceRuns } from '@kervan/contract/services/runs'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { id, run, serviceRights } from '../../../test/services.ts'
import Downloads from './Downloads.tsx'
import Operations from './Operations.tsx'
import { RunDrawer } from './RunDrawer.tsx'

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: serviceRights } })
  rememberDictionaries(server)
  server.answer(getServiceRun, () => run)
})

const row = {
  id: run.id,
  runCode: run.code,
  runName: run.name,
  runState: 'CreditExceeded',
  serviceDate: run.serviceDate,
  startedAt: null,
  finishedAt: null,
  creditUsed: 0,
  creditEstimate: 97,
  targetImportAt: run.targetImportAt,
  actualImportAt: null,
  targetServiceAt: run.targetServiceAt,
  delayMinutes: 74,
  waitsFor: 'Credit',
  waitsOn: 'PST Nar Keten',
  serviceProduct: 'PST',
  projectDomain: 'Production',
  strategyCode: run.strategyCode,
  planHash: null,
  actions: {},
}

describe('[SVC-008] operations', () => {
  test('list runs with their state, delay and what they wait for', async () => {
    serveList(server, serviceRuns, [row])
    await show(<Operations />)
    await expect.element(page.getByText('SR-000007').first()).toBeVisible()
    await expectNoAxeFaults()
  })

  test('a run says why it failed, how its business processes ended and what was reserved', async () => {
    await show(<RunDrawer id={run.id} page={null} onOpen={() => {}} />)
    await expect.element(page.getByText('A business process failed three times.')).toBeVisible()
    expect(page.getByRole('table').first().element().querySelectorAll('tbody tr')).toHaveLength(4)
    await expect
      .element(page.getByRole('button', { name: /SR-000007-2026-11-20-Report\.json/ }))
      .toBeVisible()
    await expectNoAxeFaults()
  })
})

describe('[SVC-009] downloads', () => {
  test('list files, and say why there is none for a day', async () => {
    serveList(server, serviceFiles, [
      {
        id: id(41),
        serviceDate: run.serviceDate,
        fileType: 'Report',
        fileName: 'SR-000007-2026-11-20-Report.json',
        runName: run.name,
        runCode: run.code,
        fileBytes: 812,
        contentType: 'application/json',
        madeAt: run.targetServiceAt,
      },
    ])
    server.answer(downloadServiceFile, () =>
      server.refuse(downloadServiceFile, 'WorkOrdersNotFound', {
        day: '2026-11-20',
        service: 'PST',
        cause: 'It was not run.',
      }),
    )
    await show(<Downloads />)
    await expect.element(page.getByText('SR-000007-2026-11-20-Report.json').first()).toBeVisible()
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'File of a day' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save file' }).click()
    await expect.element(page.getByText(/Work Orders dated .* not found!/).first()).toBeVisible()
    await expectNoAxeFaults()
  })
})
