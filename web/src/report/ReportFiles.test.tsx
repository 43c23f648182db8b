import { cancelJob } from '@kervan/contract/jobs/jobs'
import { deleteReportRun, downloadReportRun, reportRuns } from '@kervan/contract/report/report-views'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { rememberDictionaries, serveList } from '../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, show } from '../../test/render.tsx'
import ReportFiles from './ReportFiles.tsx'

const id = (number: number) => `00000001-0000-4000-8000-0000000000c${number}`
const ready = {
  id: id(1),
  requestedAt: '2026-05-20T08:00:00.000Z',
  reportName: 'stockSenseReport' as const,
  reportViewName: 'Shelves that run empty',
  reportRunState: 'Ready' as const,
  reportRunReason: 'Asked' as const,
  reportReceiver: 'Ayla Demir',
  snapshotAt: '2026-05-20T01:00:00.000Z',
  rowCount: 42,
  fileSize: 20_480,
  message: '',
  jobId: id(8),
  formats: ['Excel', 'Pdf'] as ('Excel' | 'Pdf')[],
  actions: { remove: null } as { cancel?: null; remove?: null },
}
const running = {
  ...ready,
  id: id(2),
  reportName: 'orderReport' as const,
  reportViewName: 'Customers',
  reportRunState: 'Running' as const,
  snapshotAt: null,
  rowCount: null,
  fileSize: null,
  formats: [],
  actions: { cancel: null },
}

test('[RPT-002] the files of all reports are listed with their size, saved, stopped and deleted', async () => {
  await page.viewport(1440, 900)
  const server = await freshPortal()
  rememberDictionaries(server)
  const rows = [ready, running]
  serveList(server, reportRuns, rows)
  const asked: unknown[] = []
  server.answer(cancelJob, ({ jobId }) => {
    asked.push({ cancel: jobId })
    return {
      id: jobId,
      kind: 'report.run' as const,
      state: 'Running' as const,
      done: 1,
      total: 4,
      counts: {},
      message: null,
      createdAt: ready.requestedAt,
      finishedAt: null,
      isStopping: true,
      hasResults: false,
      actions: {},
    }
  })
  server.answer(deleteReportRun, ({ reportRunId }) => {
    asked.push({ remove: reportRunId })
    rows.splice(0, 1)
    return { done: true as const }
  })
  server.answer(downloadReportRun, ({ format }) => {
    asked.push({ format })
    return new Response(new Uint8Array(8), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename*=UTF-8''a.pdf`,
      },
    }) as never
  })
  await show(<ReportFiles />)
  await expect.element(page.getByText('Shelves that run empty')).toBeVisible()
  await expect.element(page.getByText('20 KB')).toBeVisible()
  await expectNoAxeFaults()
  await userEvent.click(page.getByRole('button', { name: 'Stop: Customers' }))
  await userEvent.click(page.getByRole('button', { name: 'PDF: Shelves that run empty' }))
  await userEvent.click(page.getByRole('button', { name: 'Delete: Shelves that run empty' }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await expect.element(page.getByText('Shelves that run empty')).not.toBeInTheDocument()
  expect(asked).toEqual([{ cancel: id(8) }, { format: 'Pdf' }, { remove: id(1) }])
})
