import { findings, getDiagnosis, ignoreFinding, runDiagnosis } from '@kervan/contract/diagnosis/diagnosis'
import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { rememberDictionaries } from '../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import SystemDiagnosis from './SystemDiagnosis.tsx'

const at = '2026-11-20T02:40:00.000Z'
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const finding = {
  id: id(1),
  version: 1,
  findingLevel: 'Error' as const,
  check: 'transferLate' as const,
  foundAt: 'STK-1',
  findingSubject: 'STK-1',
  finding: 'The data transfer STK-1 (Stock of the night), due on 2026-11-19, has not arrived.',
  mend: 'Ask its sender, or upload the file by hand.',
  place: '/data/data-management?part=dataTransferCalendar',
  isNew: true,
  firstSeenAt: at,
  lastSeenAt: at,
  goneAt: null,
  ignoredUntil: null,
  ignoredReason: null,
  ignoredBy: null,
  actions: { ignore: null, watch: null },
}
const levels = [
  { level: 'ErrorCritical' as const, count: 0 },
  { level: 'Error' as const, count: 1 },
  { level: 'Warning' as const, count: 0 },
]
const report = {
  id: id(2),
  startedAt: at,
  finishedAt: '2026-11-20T02:40:03.000Z',
  startedBy: null,
  checks: 14,
  failed: 0,
  opened: 1,
  closed: 2,
  levels,
}

async function open() {
  const calls = [findings.page, runDiagnosis, ignoreFinding]
  const rights = [...session.PermissionsUI, ...calls.map(({ permission }) => permission ?? '')]
  const server = await freshPortal({ session: { ...session, PermissionsUI: rights } })
  rememberDictionaries(server)
  server.answer(getDiagnosis, () => ({ running: null, report, reports: [report], levels, maintenance: null }))
  server.answer(findings.page, () => ({ rows: [finding], total: 1, totalIsExact: true, asOf: at }))
  await page.viewport(1440, 900)
  return server
}

describe('[DIA-001] the system diagnosis', () => {
  test('says what was found, how it is mended and where, and leaves it out for a while', async () => {
    const server = await open()
    server.answer(ignoreFinding, () => ({ findingId: finding.id, version: 2 }))
    await show(<SystemDiagnosis />)
    await expect.element(page.getByText(/14 checks in 3 s/)).toBeVisible()
    await expect.element(page.getByText('1 new, 2 gone since the report before')).toBeVisible()
    const grid = page.getByRole('grid', { name: 'System diagnosis' })
    await expect.element(grid.getByText('Late data transfers')).toBeVisible()
    await grid.getByRole('button', { name: 'Late data transfers' }).click()
    await expect.element(page.getByText('Ask its sender, or upload the file by hand.')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Open the page' }))
      .toHaveAttribute('href', expect.stringContaining('/data/data-management?part=dataTransferCalendar'))
    await expectNoAxeFaults()
  })

  test('is made anew with its progress, and its findings are read again', async () => {
    const server = await open()
    server.answer(runDiagnosis, () => ({ runId: id(3) }))
    await show(<SystemDiagnosis />)
    await expect.element(page.getByText('Late data transfers')).toBeVisible()
    let looks = 0
    server.answer(getDiagnosis, () => ({
      running: looks++ < 2 ? { id: id(3), done: 5, total: 14 } : null,
      report,
      reports: [report],
      levels,
      maintenance: null,
    }))
    await page.getByRole('button', { name: 'Run all checks' }).click()
    await expect.element(page.getByText('5 of 14 checks made')).toBeVisible()
    await expectNoAxeFaults()
    await vi.waitFor(() => expect(server.sentTo(findings.page).length).toBeGreaterThan(1))
  })

  test('without a report says so in the words of the specification', async () => {
    const server = await open()
    server.answer(getDiagnosis, () => ({
      running: null,
      report: null,
      reports: [],
      levels: [],
      maintenance: null,
    }))
    server.answer(findings.page, () => ({ rows: [], total: 0, totalIsExact: true, asOf: at }))
    await show(<SystemDiagnosis />)
    await expect
      .element(page.getByText('No valid report found in system diagnosis (talk to the administrator)'))
      .toBeVisible()
    await expect.element(page.getByText('No report yet')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Run all checks' })).toBeEnabled()
  })
})
