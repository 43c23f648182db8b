import { scheduleIds } from '@kervan/contract/kit/work'
import { getOutsideSystems, runScheduleNow, schedules } from '@kervan/contract/system/schedules'
import { getTestMail, sendTestMail } from '@kervan/contract/system/test-mail'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import System from './System.tsx'

const rights = [schedules.page, schedules.excel, runScheduleNow, getOutsideSystems].flatMap(
  ({ permission }) => permission ?? [],
)
const retention = {
  id: scheduleIds.retention,
  schedule: 'retention' as const,
  expression: '30 3 * * *',
  nextRunAt: '2026-11-21T00:30:00.000Z',
  lastRunAt: '2026-11-20T00:30:00.000Z',
  scheduleState: 'Succeeded' as const,
  startedBy: null,
  outcome: 'Sessions: 3',
  actions: { runNow: null },
}

describe('a test mail', () => {
  test.each([
    ['Sent' as const, null, /^Sent to elif/],
    ['Failed' as const, '535 authentication failed', /The mail server says: 535 authentication failed$/],
  ])('that is %s says so', async (state, error, words) => {
    const permissions = [schedules.page, sendTestMail].flatMap(({ permission }) => permission ?? [])
    const server = await freshPortal({ session: { ...session, PermissionsUI: permissions } })
    rememberDictionaries(server)
    serveList(server, schedules, [retention])
    const id = '5f0c5a54-7a52-4c1e-9c3f-2f8d1a7e9b01'
    let asked = 0
    server.answer(sendTestMail, () => ({ id, to: session.UserName }))
    server.answer(getTestMail, () =>
      ++asked === 1 ? { state: 'Waiting' as const, error: null } : { state, error },
    )
    await show(<System />)
    await page.getByRole('button', { name: 'Send a test email to me' }).click()
    await expect.element(page.getByText(words)).toBeVisible()
    expect(server.sentTo(sendTestMail)).toHaveLength(1)
    await expectNoAxeFaults()
  })
})

describe('the system', () => {
  test('shows what is due when and what came of it, starts it, and tells how systems outside are', async () => {
    await page.viewport(1440, 900)
    const server = await freshPortal({ session: { ...session, PermissionsUI: rights } })
    rememberDictionaries(server)
    serveList(server, schedules, [retention])
    server.answer(runScheduleNow, () => ({ done: true as const }))
    server.answer(getOutsideSystems, () => ({
      systems: [
        {
          name: 'Microsoft',
          breaker: 'Open' as const,
          lastSuccessAt: null,
          lastFailureAt: '2026-11-20T07:00:00.000Z',
          lastError: 'HTTP 503',
        },
      ],
    }))
    await show(<System />)
    const grid = page.getByRole('grid')
    await expect.element(grid.getByText('Delete expired data')).toBeVisible()
    await expect.element(grid.getByText('Finished')).toBeVisible()
    await expect.element(page.getByText('Paused after failures')).toBeVisible()
    await expect.element(page.getByText(/HTTP 503/)).toBeVisible()
    await expectNoAxeFaults()
    await grid.getByText('Delete expired data').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Run now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
    await expect
      .element(page.getByText('Started. The result appears here when it has finished.'))
      .toBeVisible()
    expect(server.sentTo(runScheduleNow)[0]?.input).toMatchObject({
      schedule: 'retention',
    })
  })

  test('[ACC-009] says where emails are while none leaves the installation', async () => {
    const begin = async (over: object) => {
      const server = await freshPortal({ session: { ...session, PermissionsUI: rights, ...over } })
      rememberDictionaries(server)
      serveList(server, schedules, [retention])
      server.answer(getOutsideSystems, () => ({ systems: [] }))
      await show(<System />)
    }
    await begin({})
    await expect.element(page.getByText('Emails leave through the mail server that is set up.')).toBeVisible()
    await begin({ MailsKept: 'Kept' })
    await expect.element(page.getByText(/no mail server is set up \(SMTP_URL\)/)).toBeVisible()
    await expectNoAxeFaults()
    await begin({ MailsKept: 'Shown' })
    await expect.element(page.getByRole('link', { name: 'Show emails' })).toBeVisible()
  })
})
