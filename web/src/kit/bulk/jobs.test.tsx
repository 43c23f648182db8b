import { cancelJob, watchJob, type JobView } from '@kervan/contract/jobs/jobs'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, show } from '../../../test/render.tsx'
import { noticeJob, useJob } from './jobs.ts'
import { JobProgress } from './ProgressNotice.tsx'

const jobId = '00000000-0000-4000-8000-0000000000ff'
const running: JobView = {
  id: jobId,
  kind: 'order.import',
  state: 'Running',
  done: 120,
  total: 480,
  counts: {},
  message: null,
  createdAt: '2026-11-20T10:00:00Z',
  finishedAt: null,
  isStopping: false,
  hasResults: false,
  actions: { cancel: null },
}
const ended = (state: 'Succeeded' | 'Failed' | 'Cancelled', over: Partial<JobView> = {}): JobView => ({
  ...running,
  state,
  finishedAt: '2026-11-20T10:01:00Z',
  hasResults: false,
  actions: { cancel: 'This job has already ended (Finished).' },
  ...over,
})

let server: MemoryServer
let release: () => void
/** What the server says in each connection, one after the other; `hold` waits until the test lets it go on. */
type Said =
  | JobView
  | 'hold'
  | 'break'
  | 'end'
  | {
      refused: {
        Message: string
        ErrorCode: string
        Reference?: string
        Timestamp: string
        Facts?: Record<string, unknown>
      }
    }
function says(...connections: Said[][]) {
  const encoder = new TextEncoder()
  let at = 0
  server.answer(watchJob, () => {
    const words = connections[Math.min(at++, connections.length - 1)] ?? []
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        for (const word of words) {
          if (word === 'hold') await new Promise<void>((done) => (release = done))
          else if (word === 'break') return controller.error(new TypeError('network error'))
          else if (word === 'end') break
          else if ('refused' in word)
            controller.enqueue(encoder.encode(`event: refused\ndata: ${JSON.stringify(word.refused)}\n\n`))
          else controller.enqueue(encoder.encode(`data: ${JSON.stringify(word)}\n\n`))
        }
        controller.close()
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  })
}

function Watch() {
  const { job, refused } = useJob(jobId)
  if (refused) return <p role="alert">{refused.message}</p>
  return job ? (
    <>
      <JobProgress job={job} title="Checking the rows" />
      <output>{job.state}</output>
    </>
  ) : (
    <p>Waiting</p>
  )
}

beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal()
  release = () => {}
})

const connections = () => server.sentTo(watchJob).length

describe('a job inside a screen', () => {
  test('shows how far it is, and can be stopped', async () => {
    says([running, 'hold', { ...running, isStopping: true }, 'hold', ended('Cancelled')])
    server.answer(cancelJob, () => ({ ...running, isStopping: true }))
    await show(<Watch />)
    await expect.element(page.getByText('120 of 480')).toBeVisible()
    await expect
      .element(page.getByRole('progressbar', { name: 'Checking the rows' }))
      .toHaveAttribute('aria-valuenow', '25')
    await expectNoAxeFaults()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await vi.waitFor(() => expect(server.sentTo(cancelJob)).toMatchObject([{ input: { jobId } }]))
    release()
    await expect.element(page.getByText('Stopping…')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
    release()
    await expect.element(page.getByText('Cancelled', { exact: true })).toBeVisible()
    expect(connections()).toBe(1)
  })

  test('that cannot be stopped any more says why and goes on', async () => {
    says([running, 'hold', ended('Succeeded', { done: 480 })])
    server.answer(cancelJob, () => server.refuse(cancelJob, 'JobFinished', { jobState: 'Succeeded' }))
    await show(<Watch />)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect
      .element(
        page
          .getByRole('dialog')
          .getByText(/^This job has already ended/)
          .first(),
      )
      .toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    release()
    await expect.element(page.getByText('480 of 480')).toBeVisible()
  })

  test.each([
    ['breaks off in the middle', 'break'],
    ['is closed by something on the way', 'end'],
  ] as const)('whose connection %s is taken up again', async (_, how) => {
    says([running, how], [{ ...running, done: 240 }, ended('Succeeded', { done: 480 })])
    await show(<Watch />)
    await expect.element(page.getByText('Succeeded', { exact: true })).toBeVisible()
    expect(connections()).toBe(2)
  })

  test('whose server is away for a moment is taken up again, also when that is said in the middle', async () => {
    const busy = {
      Message: 'The database is away.',
      ErrorCode: 'DatabaseUnavailable',
      Reference: '7F3K92QD',
      Timestamp: '2026-11-20T10:00:30Z',
      Facts: { seconds: 2 },
    }
    says([running, { refused: busy }], [ended('Succeeded', { done: 480 })])
    server.offline = true
    await show(<Watch />)
    await expect.element(page.getByText('Waiting')).toBeVisible()
    server.offline = false
    await expect.element(page.getByText('Succeeded', { exact: true })).toBeVisible()
    expect(connections()).toBe(2)
  })

  test('that is refused for good says so and is not asked for again', async () => {
    says([
      running,
      {
        refused: {
          Message: 'This work was not found.',
          ErrorCode: 'JobNotFound',
          Reference: '7F3K92QD',
          Timestamp: '2026-11-20T10:00:30Z',
        },
      },
    ])
    await show(<Watch />)
    await expect.element(page.getByRole('alert')).toHaveTextContent('This work was not found.')
    expect(connections()).toBe(1)
  })
})

describe('a job beside the screen', () => {
  test('that failed says why', async () => {
    says([running, 'hold', ended('Failed', { message: 'The file is damaged.' })])
    await show(<p>Screen</p>)
    const last = noticeJob(jobId, 'Checking the rows')
    await expect.element(page.getByText('120 of 480')).toBeVisible()
    release()
    await expect.element(page.getByRole('alert').getByText('Checking the rows: failed')).toBeVisible()
    await expect.element(page.getByText('The file is damaged.')).toBeVisible()
    expect(await last).toMatchObject({ state: 'Failed' })
  })

  test('that was stopped says so, and offers what it has done until then', async () => {
    says([
      running,
      'hold',
      ended('Cancelled', {
        done: 250,
        hasResults: true,
        actions: { cancel: 'This job has already ended (Finished).' },
      }),
    ])
    server.answer(cancelJob, () => running)
    const looked = vi.fn<(job: JobView) => void>()
    await show(<p>Screen</p>)
    const last = noticeJob(jobId, 'Approving 480 orders', (job) =>
      job.hasResults ? { label: 'Show results', run: () => looked(job) } : null,
    )
    await page.getByRole('button', { name: 'Cancel' }).click()
    await vi.waitFor(() => expect(server.sentTo(cancelJob)).toHaveLength(1))
    release()
    await expect.element(page.getByRole('alert').getByText('Approving 480 orders: stopped')).toBeVisible()
    await page.getByRole('button', { name: 'Show results' }).click()
    expect(looked).toHaveBeenCalledWith(expect.objectContaining({ done: 250 }))
    expect(await last).toMatchObject({ state: 'Cancelled' })
  })
})
