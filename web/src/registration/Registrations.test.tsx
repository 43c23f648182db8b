import { summariseResults } from '@kervan/contract/kit/bulk-answer'
import {
  approveRegistration,
  approveRegistrations,
  registrations,
  rejectRegistration,
  rejectRegistrations,
} from '@kervan/contract/registration/registration'
import type { RowOf } from '@kervan/contract/kit/page'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemoryServer } from '../../test/MemoryServer.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../test/render.tsx'
import Registrations from './Registrations.tsx'

const row = (at: number, over: Partial<RowOf<typeof registrations>> = {}): RowOf<typeof registrations> => ({
  id: `00000000-0000-4000-8000-00000000000${at}`,
  version: 1,
  firstName: 'Ada',
  lastName: `Ak ${at}`,
  username: `ada${at}@eczane.example`,
  gln: '8689901000832',
  pointOfSale: 'Şifa Eczanesi',
  city: 'Ankara',
  district: 'Çankaya',
  otherCity: null,
  registrationState: 'Waiting',
  confirmedAt: '2026-11-20T09:00:00Z',
  decidedBy: null,
  decidedAt: null,
  reason: null,
  knownUsers: 0,
  createdAt: '2026-11-20T08:55:00Z',
  actions: { approve: null, reject: null },
  ...over,
})

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({
    session: {
      ...session,
      PermissionsUI: [
        'UserManagement',
        'registration-getRegistrations',
        'registration-approveRegistration',
        'registration-rejectRegistration',
        'registration-approveRegistrations',
        'registration-rejectRegistrations',
      ],
    },
  })
  const rows = [
    row(1),
    row(2, { knownUsers: 2, otherCity: 'Bursa' }),
    row(3, {
      registrationState: 'Rejected',
      reason: 'No contract',
      actions: { approve: 'Decided already.', reject: 'Decided already.' },
    }),
  ]
  server.answer(registrations.page, () => ({
    rows,
    total: rows.length,
    totalIsExact: true,
    asOf: '2026-11-20T10:00:00Z',
  }))
  server.answer(approveRegistration, () => ({ done: true as const }))
  server.answer(rejectRegistration, () => ({ done: true as const }))
})
const dialog = () => page.getByRole('dialog')

describe('[REG-002] registrations that wait', () => {
  test('are listed with what a manager should notice', async () => {
    await show(<Registrations />)
    await expect.element(page.getByText('Already has 2 users')).toBeVisible()
    await expect.element(page.getByText('Entered city: Bursa')).toBeVisible()
    await expectNoAxeFaults()
  })

  test('are approved after a question that names the point of sale', async () => {
    await show(<Registrations />)
    await page
      .getByRole('button', { name: /Şifa Eczanesi/ })
      .nth(0)
      .click()
    await dialog().getByRole('button', { name: 'Approve…' }).click()
    const question = page.getByRole('dialog').last()
    await expect.element(question.getByText(/This creates a user for Şifa Eczanesi/)).toBeVisible()
    await question.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect.element(page.getByText('Registration approved').first()).toBeVisible()
    expect(server.sentTo(approveRegistration)).toHaveLength(1)
    expect(server.sentTo(approveRegistration)[0]?.input).toMatchObject({
      registrationId: row(1).id,
      version: 1,
    })
  })

  test('are rejected with a reason, which must be given', async () => {
    await show(<Registrations />)
    await page
      .getByRole('button', { name: /Şifa Eczanesi/ })
      .nth(1)
      .click()
    // D17: a click opens the record, which says what does not agree; the decision is made from there.
    await expect.element(dialog().getByText('City on file')).toBeVisible()
    await dialog().getByRole('button', { name: 'Reject…' }).click()
    const question = page.getByRole('dialog').last()
    await expect.element(question.getByRole('textbox', { name: 'Reason' })).toHaveFocus()
    await question.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect.element(question.getByText('Enter a reason.')).toBeVisible()
    await userEvent.keyboard('Not our customer')
    await question.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect.element(page.getByText('Registration rejected')).toBeVisible()
    expect(server.sentTo(rejectRegistration)[0]?.input).toMatchObject({
      registrationId: row(2).id,
      version: 1,
      reason: 'Not our customer',
    })
  })

  describe('chosen together', () => {
    const verdict = (at: number, refusal: string | null) => ({
      id: row(at).id,
      code: row(at).username,
      ok: refusal === null,
      count: refusal === null ? 1 : 0,
      refusal,
      message: refusal && 'All 100 active users of your company are in use.',
    })
    const answer = (...results: ReturnType<typeof verdict>[]) => ({
      jobId: null,
      ...summariseResults(results),
    })
    const choose = async (key: string) => {
      await show(<Registrations />)
      for (const at of [1, 2])
        await page
          .getByRole('checkbox', { name: new RegExp(`Ak ${at}|Şifa`) })
          .nth(at - 1)
          .click()
      await page.getByRole('button', { name: key }).click()
    }

    test('are approved as far as the dryRun says', async () => {
      server.answer(approveRegistrations, ({ selection, dryRun }) =>
        dryRun
          ? answer(verdict(1, null), verdict(2, 'UserLimitReached'))
          : answer(...(selection.mode === 'ids' ? selection.ids : []).map(() => verdict(1, null))),
      )
      await choose('Approve…')
      await expect.element(dialog().getByText(/^1 of 2 .* ready/)).toBeVisible()
      await expect.element(dialog().getByText(/All 100 active users/)).toBeVisible()
      await expectNoAxeFaults()
      await dialog().getByRole('button', { name: 'Approve 1 registration' }).click()
      await expect.element(page.getByText('1 registration approved')).toBeVisible()
      expect(server.sentTo(approveRegistrations).at(-1)?.input).toMatchObject({
        dryRun: false,
        selection: { mode: 'ids', ids: [row(1).id] },
      })
    })

    test('are rejected with one reason, asked for once, without which nothing is sent', async () => {
      server.answer(rejectRegistrations, () => answer(verdict(1, null), verdict(2, null)))
      await choose('Reject…')
      const press = () => dialog().getByRole('button', { name: 'Reject 2 registrations' })
      await press().click()
      await expect.element(dialog().getByText('Enter a reason.')).toBeVisible()
      await dialog().getByRole('textbox', { name: 'Reason' }).fill('No contract yet')
      await press().click()
      await expect.element(page.getByText('2 registrations rejected')).toBeVisible()
      expect(
        server.sentTo(rejectRegistrations).map(({ input }) => [input['dryRun'], input['reason']]),
      ).toEqual([
        [true, '-'],
        [false, 'No contract yet'],
      ])
    })
  })
})
