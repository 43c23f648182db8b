import { sql, type Insertable } from 'kysely'
import type { Values } from '@kervan/contract/kit/master-fields'
import { plainText } from '@kervan/contract/kit/typed'
import { locations, products, stockLevels } from '../../company/company.api.ts'
import { priceChanges } from '../price-changes.ts'
import { regionCodes } from '../geography.ts'
import type { DB } from '../../kit/database/db.gen.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { ServedKind } from '../../kit/master/kind.ts'
import { valuesSql } from '../../kit/master/values-sql.ts'
import { titleOf } from '../../kit/master/names.ts'
import { dayLong } from '../../demo/calendar.ts'
import type { DemoCompany } from '../../demo/people.ts'
import { Random } from '../../demo/random.ts'

// What was in the deliveries of the data transfer calendar, and with it a past of some products and locations: price,
// season, name and state changed over the year, so that their timelines and a past day of the lists have something to
// show (PRD-001, LOC-001).

const kinds = {
  location: { ...locations, faulty: 'customer' },
  product: { ...products, faulty: 'category' },
  stockLevel: { ...stockLevels, faulty: 'variant' },
  priceChange: { ...priceChanges, faulty: 'product' },
  regionCode: { ...regionCodes, faulty: 'district' },
}

type Delivery = { id: string; kind: keyof typeof kinds; at: Date; faulty: number }
type Found = { id: string; version: number; values: Values }
type ChangeRow = Omit<Insertable<DB['master_change_row']>, 'before' | 'after' | 'issues'> & {
  before: Values | null
  after: Values
  issues: object[]
}

export async function insertDeliveredRows(tx: Tx, company: DemoCompany, now: Date): Promise<void> {
  const random = new Random(company.id + 17_000)
  const rows: ChangeRow[] = []
  const places = new Random(company.id + 21_000)
  await insertMany(tx, 'master_change', [
    ...earlierDeliveries(company, 'product', random, now),
    ...earlierDeliveries(company, 'location', places, now),
  ])
  const { rows: deliveries } = await sql<Delivery>`
    select id, kind, made_at as at, faulty from master_change where company_id = ${company.id} and state in ('Active', 'ValidationFailed')
      and kind = any(${Object.keys(kinds)}::text[]) and made_by_name is not null and source <> 'Form' and made_at > ${new Date(now.getTime() - 300 * dayLong)}
    order by made_at, id`.execute(tx)
  const read = deliveries.filter(({ faulty }) => faulty === 0)
  const changedOf = (kind: keyof typeof pasts, count: number, chance: Random) =>
    changedRecords(
      tx,
      company,
      { kind, count, random: chance },
      read.filter((one) => one.kind === kind),
    )
  rows.push(...(await changedOf('product', 36, random)), ...(await changedOf('location', 24, places)))
  for (const delivery of deliveries) {
    const { served, faulty } = kinds[delivery.kind]
    const found = await someRecords(tx, company, served, random.int(0, 10), random.int(6, 14))
    for (const one of found)
      rows.push({ ...rowOf(company, served, delivery, one, random), action: 'Unchanged' })
    for (let at = 0; at < delivery.faulty; at += 1) {
      const one = found[at % found.length]
      if (!one) continue
      const after = { ...one.values, [faulty]: `YOK-${random.int(1000, 9999)}` }
      rows.push({
        ...rowOf(company, served, delivery, { ...one, values: after }, random),
        action: 'Faulty',
        record_id: null,
        base_version: null,
        before: null,
        issues: [{ field: faulty, code: 'ReferenceUnknown', facts: { value: plainText(after[faulty]) } }],
      })
    }
  }
  // Each delivery has its rows in the order of its file.
  const last = new Map<string, number>()
  for (const row of rows) {
    const position = last.get(row.change_id) ?? 0
    last.set(row.change_id, position + 1)
    row.position = position
    row.file_row = position + 2
  }
  await insertMany(tx, 'master_change_row', rows)
  await sql`update master_change c set changed = n.changed, unchanged = n.unchanged from (
      select change_id, count(*) filter (where action = 'Changed')::int as changed, count(*) filter (where action = 'Unchanged')::int as unchanged
      from master_change_row where company_id = ${company.id} group by change_id) n
    where c.company_id = ${company.id} and c.id = n.change_id and c.id = any(${deliveries.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )
}

/** Deliveries before those of the calendar, one a month. */
function earlierDeliveries(
  { id: company }: DemoCompany,
  kind: keyof typeof pasts,
  random: Random,
  now: Date,
): Insertable<DB['master_change']>[] {
  return Array.from({ length: 8 }, (_, month) => {
    const at = new Date(now.getTime() - (290 - month * 30) * dayLong)
    return {
      company_id: company,
      id: random.id(at.getTime()),
      kind,
      source: 'FileDrop',
      state: 'Active',
      file_name: `${kind}s-${at.toISOString().slice(0, 10)}.csv`,
      made_by_name: 'PIM',
      made_at: at,
      activated_at: at,
    }
  })
}

const otherState = ({ status }: Values) => ({ status: status === 'Active' ? 'Passive' : 'Active' })

/** What a record was before a change of it, given what it was after. */
const pasts: Record<'product' | 'location', readonly ((after: Values) => Values)[]> = {
  product: [
    ({ listPrice }) => ({ listPrice: (Number(listPrice) / 1.08).toFixed(2).replace(/\.?0+$/, '') }),
    () => ({ season: 'UnDetermined' }),
    ({ listPrice }) => ({ listPrice: (Number(listPrice) * 1.04).toFixed(2).replace(/\.?0+$/, '') }),
    otherState,
    otherState,
    ({ name }) => ({ name: `${plainText(name)} (eski ambalaj)` }),
  ],
  location: [
    ({ breakdownState }) => ({
      breakdownState: breakdownState === 'AutoActive' ? 'ManuelPassive' : 'AutoActive',
    }),
    otherState,
    otherState,
    ({ actionRole }) => ({ actionRole: actionRole === 'Recipient' ? 'Wildcard' : 'Recipient' }),
    ({ phone }) => ({ phone: plainText(phone).replace('555', '532') }),
  ],
}

/** The rows of records that changed, from what they are now back to what they were. */
async function changedRecords(
  tx: Tx,
  company: DemoCompany,
  { kind, count, random }: { kind: keyof typeof pasts; count: number; random: Random },
  deliveries: readonly Delivery[],
): Promise<ChangeRow[]> {
  const { served } = kinds[kind]
  const steps = pasts[kind]
  const rows: ChangeRow[] = []
  const versions: { id: string; version: number; first: Values }[] = []
  for (const [at, record] of (await someRecords(tx, company, served, 0, count)).entries()) {
    const when = random.sample(deliveries, 3 + (at % 3)).toSorted((a, b) => b.at.getTime() - a.at.getTime())
    let after = record.values
    for (const [step, delivery] of when.entries()) {
      const before = { ...after, ...steps[(at + step) % steps.length]?.(after) }
      const version = when.length - step + 1
      rows.push({
        ...rowOf(company, served, delivery, { ...record, values: after }, random),
        action: 'Changed',
        base_version: version - 1,
        version,
        before,
      })
      after = before
    }
    versions.push({ id: record.id, version: when.length + 1, first: after })
  }
  await sql`update ${sql.table(served.options.table)} p set version = v.version
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as v(id uuid, version int)
    where p.company_id = ${company.id} and p.id = v.id`.execute(tx)
  // They were imported as they were at the beginning.
  await sql`update master_change_row r set after = v.first from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as v(id uuid, first jsonb)
    where r.company_id = ${company.id} and r.record_id = v.id and r.action = 'Added'`.execute(tx)
  return rows
}

async function someRecords(
  tx: Tx,
  company: DemoCompany,
  served: ServedKind,
  from: number,
  count: number,
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select t.id, t.version, ${valuesSql(served, company.id)} as values from ${sql.table(served.options.table)} t
    where t.company_id = ${company.id} order by t.id offset ${from} limit ${count}`.execute(tx)
  return rows
}

function rowOf(
  company: DemoCompany,
  served: ServedKind,
  { id, at }: Delivery,
  record: Found,
  random: Random,
): Omit<ChangeRow, 'action'> {
  return {
    company_id: company.id,
    change_id: id,
    id: random.id(at.getTime()),
    position: 0,
    kind: served.kind.key,
    record_id: record.id,
    record: titleOf(served.kind, record.values),
    base_version: record.version,
    version: null,
    before: record.values,
    after: record.values,
    issues: [],
  }
}
