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
  server.answer(activity.page, () => ({ rows: [entry], total: 1, totalIsExact: true, asOf }))
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
