import { activity, loginLog, verifyActivity } from '@kervan/contract/administration/activity'
import { getGridState, getWebAppUserDictionaries } from '@kervan/contract/account/web-app-user-dictionary'
import type { RowOf } from '@kervan/contract/kit/page'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { chooseLanguage } from '../../kit/i18n/i18n.ts'
import Activity from './Activity.tsx'

const id = '00000000-0000-8000-8000-00000000002a'
const asOf = '2026-11-21T10:00:00.000Z'
const entry: RowOf<typeof activity> = {
  id,
  at: asOf,
  actorName: 'Elif Karaca',
  operation: 'role.changed',
  recordType: 'role',
  recordCode: 'Night shift',
  recordId: id,
  entry: 42,
  whatChanged: 'Permissions: +New order',
  changeCount: 2,
  changes: [
    { field: 'name', before: 'Late shift', after: 'Night shift' },
    { field: 'permissions', before: [], after: ['NewOrder'] },
  ],
}
const attempt: RowOf<typeof loginLog> = {
  id,
  at: asOf,
  username: 'stranger@example.test',
  name: null,
  loginState: 'Failed',
  loginReason: 'credentials',
  address: '192.0.2.7',
  agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  membershipId: null,
}

let server: MemoryServer
async function begin(width = 1440, calls = [activity.page, loginLog.page, verifyActivity]) {
  await page.viewport(width, 900)
  server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: ['UserManagement', ...calls.flatMap((call) => call.permission ?? [])],
    },
  })
  server.answer(getGridState, () => ({ Value: null }))
  server.answer(getWebAppUserDictionaries, () => ({ dictionaries: [] }))
  server.answer(activity.page, () => ({ rows: [entry], total: 1, totalIsExact: true, asOf, next: null }))
  server.answer(loginLog.page, () => ({ rows: [attempt], total: 1, totalIsExact: true, asOf }))
  server.answer(verifyActivity, () => ({ entries: 12_431, firstBroken: null, checkedAt: asOf }))
}
beforeEach(() => begin())

describe('[USR-010] activity', () => {
  test('opens an entry with before and after in words, never raw', async () => {
    const { search } = await show(<Activity />)
    await page.getByText('Permissions: +New order').click()
    await page
      .getByRole('row')
      .nth(1)
      .getByRole('button')
      .or(page.getByRole('row').nth(1).getByRole('link'))
      .first()
      .click()
    const drawer = page.getByRole('dialog', { name: 'Entry 42' })
    await expect.element(drawer.getByText('Late shift')).toBeVisible()
    await expect.element(drawer.getByText('New order')).toBeVisible()
    expect(search()).toMatchObject({ entry: id })
    await expectNoAxeFaults()
  })

  test.each([1440, 1024])('cuts neither what was done nor the record, in German at %i px', async (width) => {
    await begin(width)
    await chooseLanguage('de')
    server.answer(activity.page, () => ({
      rows: [
        {
          ...entry,
          operation: 'user.secondFactorRemoved' as const,
          recordType: 'membership' as const,
          recordCode: 'ayse.ozturk@selvi.example',
        },
      ],
      total: 1,
      totalIsExact: true,
      asOf,
      next: null,
    }))
    await show(<Activity />)
    for (const words of [
      /\d\d:\d\d/,
      'Zweiter Faktor von der Administration entfernt',
      'ayse.ozturk@selvi.example',
    ]) {
      const cell = page.getByRole('gridcell').getByText(words)
      await expect.element(cell).toBeVisible()
      const lines =
        cell.element().closest('[role=gridcell] > span, [role=gridcell] > button > span') ?? cell.element()
      expect(
        [lines.scrollWidth > lines.clientWidth, lines.scrollHeight > lines.clientHeight],
        String(words),
      ).toEqual([false, false])
    }
    await expectNoAxeFaults()
  })

  test('is turned page by page without a total, forward, back and after a reload', async () => {
    const pages = ['', 'second', 'third'].map((after, at) => ({
      after,
      rows: Array.from({ length: at === 2 ? 7 : 50 }, (_, row) => ({
        ...entry,
        id: entry.id.slice(0, -3) + (at * 50 + row + 100),
        entry: 500 - at * 50 - row,
      })),
    }))
    server.answer(activity.page, ({ page: number, after }) => {
      const at = pages.findIndex((one) => one.after === (after ?? ''))
      expect(number).toBe(at + 1)
      const rows = pages[at]?.rows ?? []
      const next = pages[at + 1]?.after ?? null
      return { rows, total: at * 50 + rows.length, totalIsExact: next === null, asOf, next }
    })
    const { search } = await show(<Activity />)
    await expect.element(page.getByText('1–50, more follow')).toBeVisible()
    await expect.element(page.getByText('First 50 entries, more follow')).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Page', exact: true })).not.toBeInTheDocument()
    const [back, on] = ['Previous page', 'Next page'].map((name) => page.getByRole('button', { name }))
    await on?.click()
    await expect.element(page.getByText('51–100, more follow')).toBeVisible()
    expect(search()).toMatchObject({ page: 2, after: 'second' })
    await on?.click()
    await expect.element(page.getByText('101–107 of 107 entries')).toBeVisible()
    await expect.element(on!).toBeDisabled()
    await back?.click()
    await expect.element(page.getByText('51–100, more follow')).toBeVisible()
    await back?.click()
    await expect.element(page.getByText('1–50, more follow')).toBeVisible()
    expect(search()).not.toHaveProperty('after', 'second')
    await expectNoAxeFaults()
  })

  test('opened in its middle by an address it goes back to the first page', async () => {
    server.answer(activity.page, ({ after }) => ({
      rows: [entry],
      total: after ? 101 : 1,
      totalIsExact: true,
      asOf,
      next: null,
    }))
    await show(<Activity />, '/here?page=3&after=third')
    await expect.element(page.getByText('101–101 of 101 entries')).toBeVisible()
    await page.getByRole('button', { name: 'Previous page' }).click()
    await expect.element(page.getByText('1–1 of 1 entry')).toBeVisible()
    await show(<Activity />, '/here?page=7')
    expect(server.sentTo(activity.page).at(-1)?.input).toMatchObject({ page: 1 })
  })

  test('is checked for tampering, and the result is a sentence', async () => {
    await show(<Activity />)
    await page.getByRole('button', { name: 'Check for tampering' }).click()
    await expect.element(page.getByText(/All 12,431 entries are unchanged and complete/)).toBeVisible()
    server.answer(verifyActivity, () => ({ entries: 17, firstBroken: 18, checkedAt: asOf }))
    await page.getByRole('button', { name: 'Check for tampering' }).click()
    await expect.element(page.getByText(/Entry 18 does not match the one before it/)).toBeVisible()
    await expectNoAxeFaults()
  })

  test('shows who tried to come in; somebody unknown has no name', async () => {
    await show(<Activity />, '/here?tab=signIns')
    await expect.element(page.getByText('Not a user here')).toBeVisible()
    await expect.element(page.getByText('Wrong user name or password')).toBeVisible()
    await expectNoAxeFaults()
  })

  test('offers only the tab that is allowed, and stands on a telephone as cards', async () => {
    await begin(390, [loginLog.page])
    await show(<Activity />)
    await expect.element(page.getByText('stranger@example.test')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Activity', exact: true })).not.toBeInTheDocument()
    expect(server.sentTo(activity.page)).toEqual([])
    await expectNoAxeFaults()
  })
})
