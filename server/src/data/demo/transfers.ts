import type { Insertable } from 'kysely'
import { dueTimesUntil } from '../transfers/due-times.ts'
import { plannedUntil, windowOpens } from '../transfers/plan.ts'
import type { DB } from '../../kit/database/db.gen.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import type { Tx } from '../../kit/database/db.ts'
import { dayLong } from '../../demo/calendar.ts'
import type { DemoCompany } from '../../demo/people.ts'
import type { Random } from '../../demo/random.ts'

const transfers = [
  ['STOCK', 'Stok seviyeleri', 'stockLevel', 'Api', 'ERP', '0 7 * * 1-6', 6, 60],
  ['PRICES', 'Fiyat değişiklikleri', 'priceChange', 'FileDrop', 'Fiyat bürosu', '0 9 * * 1', 24, 120],
  ['PRODUCTS', 'Ürün ana verisi', 'product', 'FileDrop', 'PIM', '30 6 * * 2,4', 12, 60],
  ['REGIONS', 'Bölge kodları', 'regionCode', 'File', 'Saha ekibi', '0 10 1 * *', 48, 480],
] as const

const hour = 3_600_000
const daysBack = 45

/**
 * What the company expects to be delivered, with the due dates of the last weeks: most came in time, some late, some
 * with faults, and the last of one has not come yet (DAT-001). Each delivery is an entry of the data log.
 */
export async function insertTransfers(
  tx: Tx,
  company: DemoCompany,
  timeZone: string,
  random: Random,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - daysBack * dayLong)
  const declared: Insertable<DB['data_transfer']>[] = []
  const changes: Insertable<DB['master_change']>[] = []
  const dues: Insertable<DB['data_transfer_due']>[] = []
  for (const [code, name, kind, source, sender, expression, early, tolerance] of transfers) {
    const transfer = random.id(since.getTime())
    const base = { company_id: company.id, transfer_id: transfer }
    declared.push({
      company_id: company.id,
      id: transfer,
      code,
      name,
      data_kind: kind,
      source,
      sender,
      expression,
      early_hours: early,
      tolerance_minutes: tolerance,
      active: true,
      created_at: since,
    })
    const times = dueTimesUntil(expression, timeZone, since, plannedUntil(now))
    const past = times.filter((at) => at <= now)
    for (const [index, at] of times.entries()) {
      const due = { ...base, id: random.id(at.getTime()), due_at: at, look_at: windowOpens(at, early) }
      const isOverdue = now.getTime() > at.getTime() + tolerance * 60_000
      const isLast = index === past.length - 1
      if (at > now || (isLast && !isOverdue)) dues.push({ ...due, state: 'Due' })
      else if (kind === 'product' ? isLast : random.chance(0.05))
        dues.push({ ...due, state: 'Late', told_at: new Date(at.getTime() + tolerance * 60_000) })
      else {
        const isFaulty = kind === 'priceChange' ? isLast : random.chance(0.05)
        const came = new Date(at.getTime() - Math.min(early, 2) * random.next() * hour)
        const fileName =
          source === 'Api' ? null : `${code.toLowerCase()}-${came.toISOString().slice(0, 10)}.csv`
        const id = random.id(came.getTime())
        const state = isFaulty ? 'ValidationFailed' : 'Active'
        changes.push({
          company_id: company.id,
          id,
          kind,
          source,
          state,
          file_name: fileName,
          made_by_name: sender,
          made_at: came,
          activated_at: isFaulty ? null : came,
          unchanged: isFaulty ? 0 : random.int(20, 400),
          faulty: isFaulty ? random.int(1, 6) : 0,
        })
        dues.push({
          ...due,
          state: isFaulty ? 'Faulty' : 'Received',
          received_at: came,
          change_id: id,
          file_name: fileName,
          ...(!isFaulty && { look_at: null }),
          told_at: isFaulty ? came : null,
        })
      }
    }
  }
  await insertMany(tx, 'data_transfer', declared)
  await insertMany(tx, 'master_change', changes)
  await insertMany(tx, 'data_transfer_due', dues)
}
