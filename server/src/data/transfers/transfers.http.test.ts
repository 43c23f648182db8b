import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  dataTransferCalendar,
  dataTransferKind,
  getDataTransferMonth,
  getDueTimes,
} from '@kervan/contract/data/data-transfers'
import { locationTypeKind } from '@kervan/contract/data/location-types'
import { regionCodeKind } from '@kervan/contract/data/geography'
import { notifyContacts } from '../../administration/administration.api.ts'
import { startDue, scheduleRunner } from '../../kit/work/schedule.ts'
import { startPortal, type Company, type Portal, type User } from '../../../test/portal.ts'
import { workOffDue } from '../../../test/due-work.ts'
import { newId } from '../../kit/database/uuid.ts'
import { dataTransferWork } from './watch.ts'

let portal: Portal
const start = new Date('2026-11-23T06:00:00Z')
let now = start
beforeEach(() => {
  now = start
})
beforeAll(async () => {
  portal = await startPortal({ now: () => now, worker: false })
})
afterAll(() => portal.close())

type Desk = { company: Company; user: User }
const at = (text: string) => void (now = new Date(`2026-11-${text}:00Z`))

/** A company in Istanbul, three hours ahead of UTC, that expects region codes every working day at 11:00. */
async function open(over: Record<string, unknown> = {}): Promise<Desk> {
  const company = await portal.company()
  const user = await company.user()
  await portal.owner.query(`update company set time_zone = 'Europe/Istanbul' where id = $1`, [company.id])
  const saved = await save({ company, user }, over)
  expect(saved).toMatchObject({ status: 200 })
  return { company, user }
}

const save = ({ user }: Desk, over: Record<string, unknown> = {}) =>
  portal.call(dataTransferKind.save, user.token, {
    id: null,
    version: null,
    confirmed: false,
    values: {
      code: 'REGIONS',
      name: 'Region codes of the ERP',
      dataKind: 'regionCode',
      entity: null,
      source: 'Any',
      sender: 'ERP',
      expression: '0 11 * * 1-5',
      earlyHours: 12,
      toleranceMinutes: 60,
      active: true,
      ...over,
    },
  })

const look = ({ company }: Desk) => {
  return workOffDue(portal, company.id, dataTransferWork)
}

async function states({ user }: Desk, month = '2026-11') {
  const { body } = await portal.call(getDataTransferMonth, user.token, { month })
  return body.entries.map(({ dueAt, transferState }) => `${dueAt.slice(8, 16)} ${transferState}`)
}

const deliver = ({ user }: Desk, regionCode = 'R-1', moreFollow = false) =>
  portal.call(regionCodeKind.deliver, user.token, {
    rows: [{ subdivision: 'İstanbul', district: 'Tuzla', regionCode }],
    moreFollow,
  })

describe('[DAT-001] the data transfer calendar', () => {
  it('plans due dates by the clock of the company, and anew when the rhythm changes', async () => {
    const desk = await open()
    expect((await states(desk)).slice(0, 2)).toEqual(['23T08:00 Due', '24T08:00 Due'])
    const { body } = await portal.call(dataTransferKind.list.page, desk.user.token, {
      page: 1,
      pageSize: 50,
      sort: [],
      filters: {},
      search: '',
      day: null,
    })
    const [row] = body.rows as { id: string; version: number }[]
    const values = (await portal.call(dataTransferKind.get, desk.user.token, { id: row?.id ?? '' })).body
      .values
    const changed = await portal.call(dataTransferKind.save, desk.user.token, {
      id: row?.id ?? '',
      version: row?.version ?? 1,
      confirmed: false,
      values: { ...values, expression: '0 9 * * 1' },
    })
    expect(changed.status).toBe(200)
    expect(await states(desk)).toEqual(['30T06:00 Due'])
  })

  it.each([
    ['expression', 'every morning', 'NotACalendar'],
    ['expression', '*/5 * * * *', 'DueTooOften'],
    ['dataKind', 'mciFile', 'Required'],
  ])('refuses %s %s', async (field, value, code) => {
    const company = await portal.company()
    const user = await company.user()
    expect(await save({ company, user }, { [field]: value })).toMatchObject({
      code: 'RecordInvalid',
      refused: { Facts: { issues: [{ code }] } },
    })
  })

  it('says beforehand what an expression means', async () => {
    const { user } = await open()
    const { body } = await portal.call(getDueTimes, user.token, { expression: '30 8 1 * *' })
    expect(body.times[0]).toBe('2026-12-01T05:30:00.000Z')
    expect((await portal.call(getDueTimes, user.token, { expression: '* * *' })).body.times).toEqual([])
  })
})

describe('[DAT-002] what was due, came, is late', () => {
  it('gives a delivery to its due date, with its entry in the data log', async () => {
    const desk = await open()
    at('23T07:30')
    const delivered = await deliver(desk)
    expect(delivered.status).toBe(200)
    await look(desk)
    const { body } = await portal.call(dataTransferCalendar.page, desk.user.token, {
      page: 1,
      pageSize: 50,
      sort: [],
      filters: {},
      search: '',
      month: '2026-11',
    })
    expect(body.rows[0]).toMatchObject({
      transferState: 'Received',
      receivedAt: '2026-11-23T07:30:00.000Z',
      changeId: delivered.body.changeId,
    })
    expect(body.rows[1]).toMatchObject({ transferState: 'Due' })
  })

  it('counts a delivery in portions when its last portion has come', async () => {
    const desk = await open()
    at('23T07:30')
    expect((await deliver(desk, 'R-1', true)).status).toBe(200)
    await look(desk)
    expect((await states(desk))[0]).toBe('23T08:00 Due')
    at('23T07:50')
    await deliver(desk, 'R-2')
    await look(desk)
    expect((await states(desk))[0]).toBe('23T08:00 Received')
  })

  it('marks what did not come as late once, whoever looks, and tells the contacts in one mail', async () => {
    const desk = await open()
    await portal.owner.query(
      `insert into notification_contact (company_id, id, name, email, language, types, told_seq)
       select $1, $2, 'Nil', 'nil@x.example', 'en', '{Imports}', coalesce((select seq from audit_head where company_id = $1), 0)`,
      [desk.company.id, newId()],
    )
    at('23T09:01')
    await Promise.all([look(desk), look(desk), look(desk)])
    await look(desk)
    expect((await states(desk))[0]).toBe('23T08:00 Late')
    const { rows } = await portal.owner.query(
      `select from audit_entry where company_id = $1 and operation = 'dataTransfer.late'`,
      [desk.company.id],
    )
    expect(rows).toHaveLength(1)
    at('23T09:30')
    await notifyContacts(portal.app.services)
    await notifyContacts(portal.app.services)
    const mails = await portal.owner.query<{ facts: { lines: string } }>(
      `select payload -> 'facts' as facts from outbox where company_id = $1 and kind = 'mail' and payload ->> 'to' = 'nil@x.example'`,
      [desk.company.id],
    )
    expect(mails.rows).toHaveLength(1)
    expect(mails.rows[0]?.facts.lines).toMatch(/Data transfer late.*REGIONS/)
    at('23T10:00')
    await deliver(desk)
    await look(desk)
    expect((await states(desk))[0]).toBe('23T08:00 Received')
  })

  it('is faulty until a good delivery follows', async () => {
    const desk = await open()
    at('23T07:30')
    await portal.call(regionCodeKind.deliver, desk.user.token, {
      rows: [{ subdivision: '', district: 'Tuzla' }],
    })
    await look(desk)
    expect((await states(desk))[0]).toBe('23T08:00 Faulty')
    await deliver(desk)
    await look(desk)
    expect((await states(desk))[0]).toBe('23T08:00 Received')
  })

  it('takes only the kind and the way that are expected', async () => {
    const desk = await open({ source: 'FileDrop' })
    at('23T07:30')
    await deliver(desk)
    await portal.call(locationTypeKind.deliver, desk.user.token, {
      rows: [{ code: 'A', name: 'A', standsFor: 'CustomLocation', pointOfSale: false }],
    })
    await look(desk)
    expect((await states(desk))[0]).toBe('23T08:00 Due')
  })

  it('is looked at when its due time says so, and only where something is expected', async () => {
    const desk = await open()
    const idle = await portal.company()
    const { services } = portal.app
    const ofBoth = async () => {
      const { rows } = await portal.owner.query<{ company_id: number; key: string; at: Date }>(
        `select company_id, key, due_at as at from schedule_run where name = 'dataTransfers' and company_id = any($1) order by due_at`,
        [[desk.company.id, idle.id]],
      )
      return rows
    }
    await startDue(services, [dataTransferWork])
    const [first, ...others] = await ofBoth()
    expect(others).toEqual([])
    // Twelve hours before it is due, at eleven by the clock of the company, its window has opened.
    expect(first).toMatchObject({ company_id: desk.company.id, at: new Date('2026-11-22T20:00:00Z') })
    const workOff = async () => {
      for (const { company_id: companyId, key, at: due } of await ofBoth())
        await scheduleRunner(services, [dataTransferWork])([
          { companyId, name: 'dataTransfers', key, dueAt: due.toISOString() },
        ])
    }
    await workOff()
    expect((await states(desk))[0]).toBe('23T08:00 Due')
    await startDue(services, [dataTransferWork])
    expect(await ofBoth()).toHaveLength(1)
    // After a stop of hours it is looked at once, and is late.
    at('23T09:05')
    await Promise.all([startDue(services, [dataTransferWork]), startDue(services, [dataTransferWork])])
    expect((await ofBoth()).map(({ at: due }) => due.toISOString())).toEqual([
      '2026-11-22T20:00:00.000Z',
      '2026-11-23T06:05:00.000Z',
    ])
    await workOff()
    expect((await states(desk))[0]).toBe('23T08:00 Late')
  })

  it('that is due once a year stands in the calendar all the same', async () => {
    const desk = await open({ expression: '0 8 1 7 *' })
    expect(await states(desk, '2027-07')).toEqual(['01T05:00 Due'])
  })
})
