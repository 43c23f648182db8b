import { jobResults } from '@kervan/contract/jobs/jobs'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, show } from '../../../test/render.tsx'
import { PlainDialog } from '../feedback/PlainDialog.tsx'
import { JobResults } from './JobResults.tsx'

const jobId = '00000000-0000-4000-8000-0000000000ff'
const rows = Array.from({ length: 120 }, (_, index) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  code: index === 0 ? null : `SO-26-${String(index).padStart(5, '0')}`,
  result: index < 3 ? ('Refused' as const) : ('Passed' as const),
  message: index < 3 ? 'Backorders take no decision.' : null,
  lineCount: index < 3 ? 0 : 2,
}))

let server: MemoryServer
async function begin(language: 'en' | 'tr' | 'de' = 'en') {
  await page.viewport(1440, 900)
  server = await freshPortal({ language })
  rememberDictionaries(server)
  serveList(server, jobResults, rows)
  await show(
    <PlainDialog title="Approving 120 orders" size={900} onClose={() => undefined}>
      <JobResults jobId={jobId} label="Approving 120 orders" nouns="order.management.count" />
    </PlainDialog>,
  )
}

const dialog = () => page.getByRole('dialog', { name: 'Approving 120 orders' })
/** Without the questions after how many a chip shows. */
const asked = () =>
  server
    .sentTo(jobResults.page)
    .map(({ input }) => input)
    .filter(({ count }) => count === undefined)

describe('[ORD-010] the results of a job', () => {
  beforeEach(() => begin())

  test('stand on the screen page by page, refused ones first with the reason', async () => {
    await expect.element(dialog().getByText('Backorders take no decision.').first()).toBeVisible()
    await expect
      .element(
        dialog()
          .getByRole('status')
          .or(dialog().getByText(/120 orders/))
          .first(),
      )
      .toBeVisible()
    await dialog().getByRole('button', { name: 'Next page' }).click()
    await expect.element(dialog().getByText('SO-26-00050')).toBeVisible()
    expect(asked()).toMatchObject([
      { jobId, page: 1, sort: jobResults.defaultSort },
      { jobId, page: 2 },
    ])
  })

  test('are filtered by outcome and saved as a file of what is filtered', async () => {
    await dialog()
      .getByRole('button', { name: /^Refused/ })
      .click()
    await expect.element(dialog().getByText('SO-26-00001')).toBeVisible()
    await expect.element(dialog().getByText('SO-26-00003')).not.toBeInTheDocument()
    await dialog().getByRole('button', { name: 'Export' }).click()
    await expect.element(page.getByText('Siparişler.xlsx')).toBeVisible()
    expect(server.sentTo(jobResults.excel)[0]?.input).toMatchObject({
      jobId,
      columns: ['code', 'result', 'message', 'lineCount'],
      filters: { result: { in: ['Refused'] } },
    })
    await userEvent.keyboard('{Escape}')
  })
})

test('[ORD-010] on a telephone each result is a card with the whole reason', async () => {
  await begin()
  await page.viewport(390, 844)
  await expect.element(dialog().getByText('Backorders take no decision.').first()).toBeVisible()
  await expect.element(dialog().getByRole('grid')).not.toBeInTheDocument()
  await expectNoAxeFaults()
})

test('[ORD-010] the results of a job have no fault that axe can see', async () => {
  await begin('de')
  await expect.element(dialog().getByText('SO-26-00001')).toBeVisible()
  await expectNoAxeFaults()
})
