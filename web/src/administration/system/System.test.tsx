import { scheduleIds } from '@kervan/contract/kit/work'
import { getCompanies, makeCompany } from '@kervan/contract/administration/companies'
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

describe('the companies of the installation', () => {
  const selvi = {
    companyIntCode: 1,
    code: 'SELVI',
    name: 'Selvi İlaç',
    domain: 'selvi.example',
    relation: 'Manufacturer',
    madeAt: '2026-11-20T07:00:00.000Z',
  }
  const begin = async (over: Partial<typeof session>) => {
    const server = await freshPortal({ session: { ...session, PermissionsUI: rights, ...over } })
    rememberDictionaries(server)
    serveList(server, schedules, [])
    server.answer(getOutsideSystems, () => ({ systems: [] }))
    server.answer(getCompanies, () => ({ companies: [selvi] }))
    return server
  }

  test('are told to nobody but who runs it; others read how one is made', async () => {
    const server = await begin({})
    await show(<System />)
    await expect.element(page.getByText(/npm run portal -- create-company/)).toBeVisible()
    expect(server.sentTo(getCompanies)).toHaveLength(0)
    await expect.element(page.getByRole('button', { name: 'New company' })).not.toBeInTheDocument()
  })

  test('are made with their first administrator, whose password is shown once', async () => {
    const server = await begin({ RunsInstallation: true })
    server.answer(makeCompany, () => ({
      company: { ...selvi, companyIntCode: 2, code: 'GUL', name: 'Gül', domain: 'gul.example' },
      linked: false,
      mailed: false,
      temporaryPassword: 'Geçici-Parola-1',
      expiresAt: '2026-11-21T07:00:00.000Z',
    }))
    await show(<System />)
    const list = page.getByRole('list', { name: 'Companies of this installation' })
    await expect.element(list.getByText('Selvi İlaç')).toBeVisible()
    await page.getByRole('button', { name: 'New company' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create company' }).click()
    await expect.element(dialog.getByText('Enter the name of your company.')).toBeVisible()
    for (const [label, value] of [
      ['Company name', 'Gül'],
      ['Company domain', 'gul.example'],
      ['First name of the administrator', 'Ada'],
      ['Last name of the administrator', 'Ak'],
      ['Email address of the administrator', 'ada@gul.example'],
    ] as const)
      await dialog.getByRole('textbox', { name: label }).fill(value)
    await expectNoAxeFaults()
    await dialog.getByRole('button', { name: 'Create company' }).click()
    await expect.element(page.getByText('Geçici-Parola-1')).toBeVisible()
    expect(server.sentTo(makeCompany)[0]?.input).toMatchObject({
      companyName: 'Gül',
      domain: 'gul.example',
      relation: 'Manufacturer',
      orderPrefix: 'SO',
      maximumUsers: 100,
      username: 'ada@gul.example',
    })
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
