import { describe, expect, it } from 'vitest'
import { judge, outcomeOf, type Arrival, type DueDate } from './judge.ts'

const at = (text: string) => new Date(`2026-11-${text}:00Z`)
const due = (text: string, state: DueDate['state'] = 'Due'): DueDate => ({ id: text, dueAt: at(text), state })
const came = (
  text: string,
  outcome: Arrival['outcome'] = 'Good',
  portion: Arrival['portion'] = null,
): Arrival => ({
  at: at(text),
  outcome,
  fileName: text,
  changeId: null,
  mciFileId: null,
  portion,
})
const rhythm = { earlyHours: 12, toleranceMinutes: 60 }
const says = (dues: DueDate[], arrivals: Arrival[], now: string, next: string | null = null) =>
  judge(dues, next === null ? null : at(next), arrivals, rhythm, at(now)).map(({ id, to, arrival }) =>
    `${id} ${to} ${arrival?.fileName ?? ''}`.trim(),
  )

describe('[DAT-001] a due date', () => {
  const monday = due('23T08:00')
  const tuesday = due('24T08:00')
  it.each<[string, DueDate[], Arrival[], string, string[]]>([
    ['waits until its tolerance has passed', [monday], [], '23T09:00', []],
    ['is late then', [monday], [], '23T09:01', ['23T08:00 Late']],
    ['is not late twice', [due('23T08:00', 'Late')], [], '25T09:01', []],
    ['takes what came early', [monday], [came('22T20:00')], '23T00:00', ['23T08:00 Received 22T20:00']],
    ['takes nothing from before its window', [monday], [came('22T19:59')], '23T00:00', []],
    [
      'takes what came late',
      [due('23T08:00', 'Late')],
      [came('23T15:00')],
      '23T16:00',
      ['23T08:00 Received 23T15:00'],
    ],
    ['waits for what is being read', [monday], [came('23T08:30', 'UnderWay')], '23T10:00', []],
    [
      'is faulty by the last file',
      [monday],
      [came('23T07:00', 'Faulty'), came('23T08:00', 'Faulty')],
      '23T08:01',
      ['23T08:00 Faulty 23T08:00'],
    ],
    [
      'is mended by a good one',
      [due('23T08:00', 'Faulty')],
      [came('23T07:00', 'Faulty'), came('23T11:00')],
      '23T12:00',
      ['23T08:00 Received 23T11:00'],
    ],
    [
      'takes portions with the last of them',
      [monday],
      [came('23T07:00', 'Good', 'More'), came('23T07:10', 'Good', 'More'), came('23T07:20', 'Good', 'Last')],
      '23T08:01',
      ['23T08:00 Received 23T07:20'],
    ],
    [
      'waits for the last portion, past a file that came between',
      [monday],
      [came('23T07:00', 'Good', 'More'), came('23T07:05', 'Faulty'), came('23T07:10', 'Good', 'More')],
      '23T08:30',
      ['23T08:00 Faulty 23T07:05'],
    ],
    [
      'is late without the last portion',
      [monday],
      [came('23T07:00', 'Good', 'More')],
      '23T09:01',
      ['23T08:00 Late'],
    ],
    [
      'is faulty by one portion',
      [monday],
      [came('23T07:00', 'Faulty', 'More'), came('23T07:20', 'Good', 'Last')],
      '23T08:01',
      ['23T08:00 Faulty 23T07:20'],
    ],
    [
      'is mended by a delivery after the faulty portions',
      [monday],
      [
        came('23T07:00', 'Faulty', 'More'),
        came('23T07:20', 'Good', 'Last'),
        came('23T07:30', 'Good', 'Last'),
      ],
      '23T08:01',
      ['23T08:00 Received 23T07:30'],
    ],
    [
      'forgets portions whose sender gave up',
      [monday],
      [came('23T05:00', 'Faulty', 'More'), came('23T07:20', 'Good', 'Last')],
      '23T08:01',
      ['23T08:00 Received 23T07:20'],
    ],
    ['stays received', [due('23T08:00', 'Received')], [came('23T11:00', 'Faulty')], '23T12:00', []],
    [
      'leaves to the next what comes in its window',
      [monday, tuesday],
      [came('23T20:00')],
      '23T21:00',
      ['23T08:00 Late', '24T08:00 Received 23T20:00'],
    ],
  ])('%s', (_, dues, arrivals, now, expected) => {
    expect(says(dues, arrivals, now)).toEqual(expected)
  })

  it('ends where a due date begins that is not asked about', () => {
    expect(says([monday], [came('24T07:00')], '24T07:30', '24T08:00')).toEqual(['23T08:00 Late'])
  })

  it('never gives one delivery to two due dates', () => {
    const dues = Array.from({ length: 20 }, (_, day) => due(`${String(day + 1).padStart(2, '0')}T08:00`))
    for (let hour = 0; hour < 24 * 19; hour += 5) {
      const moment = new Date(at('01T00:00').getTime() + hour * 3_600_000)
      const arrival = { ...came('01T00:00'), at: moment }
      const received = judge(dues, null, [arrival], rhythm, at('30T00:00')).filter(
        ({ to }) => to === 'Received',
      )
      expect(received.length).toBe(1)
    }
  })
})

describe('[DAT-002] what a delivery came to', () => {
  it.each([
    ['Active', 'Good'],
    ['WaitingApproval', 'Good'],
    ['Validating', 'UnderWay'],
    ['Invalid', 'Faulty'],
    ['ValidationFailed', 'Faulty'],
    ['Cancelled', null],
  ])('%s: %s', (state, outcome) => {
    expect(outcomeOf(state)).toBe(outcome)
  })
})
