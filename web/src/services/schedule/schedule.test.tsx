import {
  cancelService,
  getScheduleSetup,
  getServiceCalendar,
  previewPlan,
  servicePlans,
  updateServiceDate,
} from '@kervan/contract/services/scheduling'
import { existing } from '@kervan/contract/kit/typed'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import { id, serviceRights, strategy } from '../../../test/services.ts'
import { CalendarView } from './CalendarView.tsx'
import { NewPlanDialog } from './NewPlanDialog.tsx'
import Scheduling from './Scheduling.tsx'

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = await freshPortal({ session: { ...session, PermissionsUI: serviceRights } })
  rememberDictionaries(server)
  server.answer(getScheduleSetup, () => ({
    strategies: [
      {
        id: strategy.id,
        code: 'ST-00001',
        name: 'Weekly balance',
        projectName: 'Store balance',
        service: 'PST' as const,
      },
    ],
    today: '2026-11-20',
    frozenDays: 1,
  }))
})

describe('[SVC-006] scheduling', () => {
  test('lists plans with their rule in words and their next date', async () => {
    serveList(server, servicePlans, [
      {
        id: id(51),
        version: 1,
        planCode: 'SP-00001',
        strategyName: 'Weekly balance',
        strategyCode: 'ST-00001',
        conflictingStrategy: null,
        conflictChoice: null,
        rulePeriod: 'Weekly',
        ruleSays: 'Friday',
        startDate: '2026-11-20',
        endDate: '2027-02-20',
        planState: 'Active',
        openDates: 12,
        nextServiceDate: '2026-12-04',
        projectName: 'Store balance',
        recordUser: 'Elif Demir',
        recordDate: '2026-11-01T07:00:00.000Z',
        actions: { cancel: null },
      },
    ])
    await show(<Scheduling />)
    await expect.element(page.getByText('SP-00001').first()).toBeVisible()
    await expect.element(page.getByText('Friday').first()).toBeVisible()
    await expectNoAxeFaults()
  })

  test('a new plan shows dates, days that months lack, conflicts and credit before it is kept', async () => {
    server.answer(previewPlan, () => ({
      dates: ['2027-01-31', '2027-03-31'],
      skipped: ['2027-02-31'],
      frozen: [],
      taken: [],
      conflicts: [{ strategyId: id(2), strategyName: 'End of season', dates: ['2027-01-31'] }],
      credit: { each: 97, total: 194, remaining: 24, pairs: 96_400 },
    }))
    await show(<NewPlanDialog onClose={() => {}} />)
    await page.getByRole('combobox', { name: 'Strategy' }).click()
    await page.getByRole('option', { name: /Weekly balance/ }).click()
    await page.getByRole('checkbox', { name: 'Friday' }).click()
    await expect.element(page.getByText(/2027-02-31/)).toBeVisible()
    await expect.element(page.getByText(/End of season/)).toBeVisible()
    await expectNoAxeFaults()
  })
})

describe('[SVC-007] the service calendar', () => {
  const entry = (n: number, over: object) => ({
    id: id(60 + n),
    version: 1,
    day: '2026-12-04',
    plannedDay: '2026-12-04',
    state: 'Active' as const,
    strategyName: 'Weekly balance',
    strategyCode: 'ST-00001',
    service: 'PST' as const,
    projectName: 'Store balance',
    runCode: null,
    runState: null,
    tracking: { state: 'Open' as const, senders: 0, below: 0 },
    changeableUntil: '2026-12-02T21:00:00.000Z',
    actions: { move: null, cancel: null },
    ...over,
  })
  beforeEach(() => {
    server.answer(getServiceCalendar, () => ({
      entries: [
        entry(1, {}),
        entry(2, {
          day: '2026-12-01',
          strategyName: 'End of season',
          actions: { cancel: 'Frozen since 29 Nov 2026.' },
        }),
      ],
      strategies: [{ id: strategy.id, name: 'Weekly balance' }],
      today: '2026-11-30',
      summary: { open: 2, closed: 0, cancelled: 0, credit: 0 },
      tracking: { retentionThreshold: 1, kept: 0, below: 0 },
      mayAdd: true,
    }))
  })

  test.each(['month', 'week', 'agenda'] as const)('shows the dates as %s', async (calendar) => {
    await show(
      <main>
        <CalendarView search={{ day: '2026-12-01', calendar }} change={() => {}} />
      </main>,
    )
    await expect.element(page.getByText('End of season').first()).toBeVisible()
    await expect.element(page.getByText('Weekly balance').first()).toBeVisible()
    await expectNoAxeFaults()
  })

  test('a date is dragged to another day; one that is frozen is not', async () => {
    const moved = vi.fn<(input: object) => void>()
    server.answer(updateServiceDate, (input) => {
      moved(input)
      return { done: true as const }
    })
    await show(
      <main>
        <CalendarView search={{ day: '2026-12-01', calendar: 'month' }} change={() => {}} />
      </main>,
    )
    const entryOf = (name: RegExp) => page.getByRole('button', { name }).first()
    const cellOf = (day: string) =>
      page.elementLocator(existing(document.querySelector(`[data-day="${day}"]`)))
    await expect.element(entryOf(/Weekly balance/)).toHaveAttribute('draggable', 'true')
    await expect.element(entryOf(/End of season/)).not.toHaveAttribute('draggable')
    await entryOf(/Weekly balance/).dropTo(cellOf('2026-12-09'))
    await vi.waitFor(() =>
      expect(moved).toHaveBeenCalledWith({ dateId: id(61), version: 1, day: '2026-12-09' }),
    )
    await expect.element(page.getByText(/Weekly balance was moved to/)).toBeVisible()
  })

  test('tells how many senders of a PST run keep less than the threshold', async () => {
    server.answer(getServiceCalendar, () => ({
      entries: [
        entry(1, {
          state: 'Closed',
          runState: 'Closed',
          runCode: 'SR-000001',
          tracking: { state: 'Below', senders: 40, below: 3 },
          actions: {},
        }),
      ],
      strategies: [],
      today: '2026-12-10',
      summary: { open: 0, closed: 1, cancelled: 0, credit: 97 },
      tracking: { retentionThreshold: 2, kept: 0, below: 1 },
      mayAdd: false,
    }))
    await show(
      <main>
        <CalendarView search={{ day: '2026-12-01', calendar: 'agenda' }} change={() => {}} />
      </main>,
    )
    await expect.element(page.getByText(/retention threshold of 2: 0 kept, 1 below/)).toBeVisible()
    await page
      .getByRole('button', { name: /Weekly balance/ })
      .first()
      .click()
    await expect
      .element(page.getByText('3 of 40 sent SKUs leave their sender with fewer than 2'))
      .toBeVisible()
    await expectNoAxeFaults()
  })

  test('cancels a date that is not frozen', async () => {
    const cancelled = vi.fn<(input: object) => void>()
    server.answer(cancelService, (input) => {
      cancelled(input)
      return { done: true as const }
    })
    await show(
      <main>
        <CalendarView search={{ day: '2026-12-01', calendar: 'agenda' }} change={() => {}} />
      </main>,
    )
    await page
      .getByRole('button', { name: /Weekly balance/ })
      .first()
      .click()
    await page
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click()
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalledWith({ dateId: id(61), version: 1 }))
  })
})
