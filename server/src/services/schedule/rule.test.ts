import { describe, expect, it } from 'vitest'
import { creditPeriodOf } from '../credit/ledger.ts'
import { frozenFrom, isFrozen, lastFrozenDay, momentOf } from '../policy.ts'
import { datesOf, saysDays } from './rule.ts'

const rule = { daysOfWeek: [], daysOfMonth: [], dates: [], startDate: '2027-01-01', endDate: '2027-04-30' }

describe('[SVC-006] a rule', () => {
  it('means days of the week', () => {
    const { dates } = datesOf({ ...rule, rulePeriod: 'Weekly', daysOfWeek: [1, 5], endDate: '2027-01-12' })
    expect(dates).toEqual(['2027-01-01', '2027-01-04', '2027-01-08', '2027-01-11'])
  })
  it('means days of the month, and skips those that a month lacks', () => {
    expect(datesOf({ ...rule, rulePeriod: 'Monthly', daysOfMonth: [31, 15] })).toEqual({
      dates: ['2027-01-15', '2027-01-31', '2027-02-15', '2027-03-15', '2027-03-31', '2027-04-15'],
      skipped: ['2027-02-31', '2027-04-31'],
    })
  })
  it('means dates, each once, within its first and last day', () => {
    const dates = ['2027-02-03', '2027-01-02', '2027-02-03', '2026-12-31']
    expect(datesOf({ ...rule, rulePeriod: 'Custom', dates }).dates).toEqual(['2027-01-02', '2027-02-03'])
  })
  it('lists a day that the last month of the plan lacks as skipped, and none that the plan ends before', () => {
    const days = (startDate: string, endDate: string) =>
      datesOf({ ...rule, rulePeriod: 'Monthly', daysOfMonth: [31], startDate, endDate })
    expect(days('2027-05-01', '2027-06-30')).toEqual({ dates: ['2027-05-31'], skipped: ['2027-06-31'] })
    expect(days('2027-05-01', '2027-06-29')).toEqual({ dates: ['2027-05-31'], skipped: [] })
    expect(days('2027-05-01', '2027-05-30')).toEqual({ dates: [], skipped: [] })
  })
  it('says nothing without a selection', () => {
    expect(saysDays({ ...rule, rulePeriod: 'Monthly', daysOfWeek: [1] })).toBe(false)
  })
})

describe('[SVC-007] a service date', () => {
  const policy = { frozenDays: 1, cutOffTime: '00:00' }
  it('is frozen from its cut-off less the frozen days, by the clock of the company', () => {
    expect(frozenFrom('Europe/Istanbul', '2026-11-27', policy).toISOString()).toBe('2026-11-25T21:00:00.000Z')
    expect(isFrozen('Europe/Istanbul', '2026-11-27', policy, new Date('2026-11-25T20:59:59Z'))).toBe(false)
    expect(lastFrozenDay('Europe/Istanbul', policy, new Date('2026-11-25T21:00:00Z'))).toBe('2026-11-27')
  })
  it('keeps its time on the day on which the clocks change', () => {
    expect(momentOf('Europe/Berlin', '2027-03-28', '06:00').toISOString()).toBe('2027-03-28T04:00:00.000Z')
    expect(momentOf('Europe/Berlin', '2027-10-31', '06:00').toISOString()).toBe('2027-10-31T05:00:00.000Z')
  })
})

it('[SUB-001] counts credit periods from the first day of a subscription', () => {
  expect(creditPeriodOf('2026-01-31', 'Monthly', '2026-02-28')).toEqual({
    startsOn: '2026-02-28',
    endsOn: '2026-03-31',
  })
  expect(creditPeriodOf('2026-05-10', 'Yearly', '2027-05-09')).toEqual({
    startsOn: '2026-05-10',
    endsOn: '2027-05-10',
  })
  expect(creditPeriodOf('2026-05-10', 'OneTime', '2029-01-01')).toEqual({
    startsOn: '2026-05-10',
    endsOn: null,
  })
})
