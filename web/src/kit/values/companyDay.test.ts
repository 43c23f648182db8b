import type { Session } from '@kervan/contract/access/authentication'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addDays } from '@kervan/contract/kit/days'
import { companyDay, dayIn, foreignZone, today } from './companyDay.ts'
import { windowChoices, windowOf } from './dateWindow.ts'
import { setSession } from '../call/session.ts'

const inZone = (TimeZone: string) => setSession({ TimeZone } as Session)
afterEach(() => {
  vi.useRealTimers()
  setSession(null)
})

describe('[SHL-015] the day it is where the company is', () => {
  // A moment before midnight there, and midnight. A reader in Berlin is an hour or two behind the first of them and many ahead of the second.
  test.each([
    ['east of the reader', 'Europe/Istanbul', '2026-11-21T21:00:00.000Z', '2026-11-22'],
    ['west of the reader', 'America/Los_Angeles', '2026-11-22T08:00:00.000Z', '2026-11-22'],
    ['at the eastern end of the world', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z', '2026-11-21'],
    ['at the western end of the world', 'Pacific/Pago_Pago', '2026-11-21T11:00:00.000Z', '2026-11-21'],
    ['with half an hour', 'Asia/Kolkata', '2026-11-21T18:30:00.000Z', '2026-11-22'],
    ['before the clocks go forward', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29'],
    ['after the clocks have gone forward', 'Europe/Berlin', '2026-03-29T22:00:00.000Z', '2026-03-30'],
    ['before the clocks go back', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25'],
    ['after the clocks have gone back', 'Europe/Berlin', '2026-10-25T23:00:00.000Z', '2026-10-26'],
    [
      'where the clocks go forward at midnight',
      'America/Sao_Paulo',
      '2018-11-04T03:00:00.000Z',
      '2018-11-04',
    ],
  ])('%s', (_, zone, midnight, day) => {
    inZone(zone)
    const begun = new Date(midnight)
    expect([today(new Date(begun.getTime() - 1)), today(begun)]).toEqual([addDays(day, -1), day])
  })

  test('is what windows of days end with', () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T22:30:00Z') })
    inZone('Europe/Istanbul')
    expect(windowOf({}, 3)).toEqual({ from: '2026-08-22', to: '2026-11-22' })
    expect(windowChoices(3).find(({ key }) => key === 'days')?.window).toEqual({
      from: '2026-10-24',
      to: '2026-11-22',
    })
    inZone('America/New_York')
    expect(windowOf({}, 3)).toEqual({ from: '2026-08-21', to: '2026-11-21' })
  })

  test('is the first of the month there, also while it is still the last here', () => {
    vi.useFakeTimers({ now: new Date('2026-11-30T21:30:00Z') })
    inZone('Europe/Istanbul')
    expect(windowChoices(3).find(({ key }) => key === 'thisMonth')?.window).toEqual({
      from: '2026-12-01',
      to: '2026-12-01',
    })
  })

  test('never leaps: it is the day of Greenwich, the one before or the one after, and time only moves it on', () => {
    const zone = fc.constantFrom(
      'Europe/Istanbul',
      'Europe/Berlin',
      'America/Los_Angeles',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Australia/Lord_Howe',
    )
    const moment = fc.date({ min: new Date('2001-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(zone, moment, fc.nat(90_000_000), (where, at, later) => {
        const day = dayIn(where, at)
        const universal = at.toISOString().slice(0, 10)
        expect([addDays(universal, -1), universal, addDays(universal, 1)]).toContain(day)
        expect(dayIn(where, new Date(at.getTime() + later)) >= day).toBe(true)
      }),
    )
  })

  test('is the reader’s own where nobody is signed in, or the browser does not know the zone', () => {
    const now = new Date('2026-11-21T12:00:00Z')
    const own = dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, now)
    expect(companyDay(now)).toBe(own)
    inZone('Europe/Not_Known_Yet')
    expect(companyDay(now)).toBe(own)
    expect(foreignZone(now)).toBeNull()
  })
})

describe('[SHL-015] another clock than the reader’s', () => {
  test('is named while the clocks differ, whatever the zones are called', () => {
    inZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(foreignZone()).toBeNull()
    const [ahead, behind] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
    inZone(ahead)
    expect(foreignZone()).toBe(ahead)
    inZone(behind)
    expect(foreignZone()).toBe(behind)
  })
})
