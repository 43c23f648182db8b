import { checkDigitOf } from '@kervan/contract/kit/gs1/check-digits'
import { existing } from '@kervan/contract/kit/typed'
import { ptsActions, type PtsAction } from '@kervan/contract/trace/words'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { dayLong } from '../../demo/calendar.ts'
import type { Demo } from '../../demo/world.ts'
import { dayIn, startOfDay } from '../../kit/clock.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { idOf } from '../../kit/database/uuid.ts'
import { keepMovements } from '../keep-movements.ts'

// Packages of the demo, down to the pack inside a case inside a pallet, and two recalls of their lots. All ids follow from the
// documents.

/** The manufacturer of the demo (domain/pharma 9: a made-up number). */
export const manufacturerGln = '8699999000003'

type Pack = {
  gtin: string
  serialNumber: string
  lotNumber: string
  expiryDate: string
  orderNumber: string | null
}
type Case = { label: string; packs: readonly Pack[] }
type Document = {
  number: string
  action: PtsAction
  from: string
  to: string
  /** Days ago. */
  age: number
  /** The label of the pallet; without one the packs stand directly under the transfer. */
  pallet: string | null
  cases: readonly Case[]
  isReceived: boolean
}

const perCase = 12
/** Of no request of the demo. */
const lots = ['SL26041', 'SL26017', 'SL26003'] as const

/** Three shipments to the first warehouses, and what one of them sent back. */
export async function insertPackages(demo: Demo): Promise<void> {
  const { variants, locations } = demo
  const goods = variants.filter(({ row }) => row.gtin).slice(0, lots.length)
  const warehouses = locations.filter(
    ({ gln, name, status }) => gln && status === 'Active' && / Deposu\b/.test(name),
  )
  if (goods.length < lots.length || warehouses.length === 0) return
  const documents: Document[] = []
  for (const [at, lotNumber] of lots.entries()) {
    const gtin = existing(goods[at]).row.gtin ?? ''
    const to = existing(warehouses[at % warehouses.length]).gln ?? ''
    const age = 9 + at * 21
    const orderNumber = await orderOf(demo, {
      gtin,
      to,
      before: new Date(demo.now.getTime() - age * dayLong),
    })
    const packs = Array.from({ length: perCase * (4 - at) }, (_, number): Pack => ({
      gtin: gtin.padStart(14, '0'),
      serialNumber: `7${String(at + 1).padStart(2, '0')}K${String(number * 7_919 + 10_007).padStart(7, '0')}`,
      lotNumber,
      expiryDate: `${demo.now.getUTCFullYear() + 2}-0${at + 4}-30`,
      orderNumber,
    }))
    documents.push({
      number: `IRS${String(demo.now.getUTCFullYear())}${String(41 + at).padStart(6, '0')}`,
      action: 'Dispatch',
      from: manufacturerGln,
      to,
      age,
      pallet: sscc(at * 100),
      cases: Array.from({ length: 4 - at }, (_, number) => ({
        label: sscc(at * 100 + number + 1),
        packs: packs.slice(number * perCase, (number + 1) * perCase),
      })),
      isReceived: at > 0,
    })
  }
  const [, sent] = documents
  if (!sent) return
  const back: Document = {
    ...sent,
    number: `${sent.number}-I`,
    action: 'Return',
    from: sent.to,
    to: manufacturerGln,
    age: sent.age - 6,
    pallet: null,
    cases: [{ label: '', packs: existing(sent.cases[0]).packs.slice(0, 3) }],
    isReceived: false,
  }
  for (const document of [...documents.toReversed(), back]) await insertPackage(demo, document)
  await insertRecalls(demo, existing(documents[0]), existing(documents[2]))
}

function sscc(number: number): string {
  const digits = `08699999${String(number + 1).padStart(9, '0')}`
  return `${digits}${checkDigitOf(digits)}`
}

type Asked = { gtin: string; to: string; before: Date }

/** The newest order before a shipment with something delivered of its product, of the warehouse itself where there is one. */
async function orderOf({ tx, company }: Demo, { gtin, to, before }: Asked): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select o.code from order_line l join sales_order o on o.company_id = ${company.id} and o.id = l.order_id
      join location d on d.company_id = ${company.id} and d.id = o.delivery_location_id
    where l.company_id = ${company.id} and l.gtin = ${gtin} and l.completed_quantity > 0 and o.order_date < ${before}
    order by d.gln is not distinct from ${to} desc, o.order_date desc, o.id limit 1`.execute(tx)
  return rows[0]?.code ?? null
}

async function insertPackage(
  { tx, company, now, timeZone, store, people }: Demo,
  document: Document,
): Promise<void> {
  const id = idOf(`pts ${company.id} ${document.number}`)
  const receivedAt = new Date(now.getTime() - document.age * dayLong)
  const day = dayIn(timeZone, receivedAt)
  const by = existing(people.managers[0])
  const body = Buffer.from(xmlOf(document, day))
  const sha256 = createHash('sha256').update(body).digest()
  const fileId = idOf(`pts file ${company.id} ${document.number}`)
  const storageKey = `${company.id}/demo-${fileId}`
  await store(storageKey, body)
  const base = { company_id: company.id }
  const packs = document.cases.flatMap((one, at) => one.packs.map((pack) => ({ ...pack, carrier: at + 2 })))
  const isLoose = document.pallet === null
  await insertMany(tx, 'file', [
    {
      ...base,
      id: fileId,
      storage_key: storageKey,
      name: `${document.number}.xml`,
      type: 'text/plain',
      bytes: body.length,
      sha256,
      purpose: 'trace-package',
      created_by: existing(by.id),
      created_at: receivedAt,
    },
  ])
  await insertMany(tx, 'trace_package', [
    {
      ...base,
      id,
      state: 'Read',
      file_id: fileId,
      file_name: `${document.number}.xml`,
      file_sha256: sha256,
      number: document.number,
      document_date: day,
      action: document.action,
      source_gln: document.from,
      destination_gln: document.to,
      version: '1.3',
      pack_count: packs.length,
      carrier_count: isLoose ? 0 : document.cases.length + 1,
      notes: isLoose ? ['ListOutsideCarrier'] : [],
      received_at: receivedAt,
      received_by: by.name,
    },
  ])
  if (!isLoose)
    await insertMany(tx, 'trace_carrier', [
      { ...base, package_id: id, no: 1, parent_no: null, label: document.pallet ?? '', container_type: 'P' },
      ...document.cases.map(({ label }, at) => ({
        ...base,
        package_id: id,
        no: at + 2,
        parent_no: 1,
        label,
        container_type: 'C',
      })),
    ])
  await insertMany(
    tx,
    'trace_package_pack',
    packs.map(({ gtin, serialNumber, lotNumber, expiryDate, orderNumber, carrier }) => ({
      ...base,
      id: idOf(`pts pack ${company.id} ${document.number} ${gtin} ${serialNumber}`),
      package_id: id,
      carrier_no: isLoose ? null : carrier,
      gtin,
      serial_number: serialNumber,
      lot_number: lotNumber,
      expiry_date: expiryDate,
      order_number: orderNumber,
    })),
  )
  await move({ tx, company, timeZone }, document, { id, day, receivedAt, packs })
}

type Kept = { id: string; day: string; receivedAt: Date; packs: readonly Pack[] }

/** What the package says of its packs, as its reading would keep it, with what ITS knows before and after. */
async function move(
  { tx, company, timeZone }: Pick<Demo, 'tx' | 'company' | 'timeZone'>,
  document: Document,
  { id, day, receivedAt, packs }: Kept,
): Promise<void> {
  const movement = document.action === 'Return' ? 'Return' : 'Dispatch'
  const said = (declarationId: string, at: Date, kind: string, toGln: string | null) => ({
    declarationId,
    at: at.toISOString(),
    movement: kind,
    fromGln: document.from,
    toGln,
    resultCode: '00000',
  })
  const sent = said(
    `PTS ${document.from} ${document.number} ${movement}`,
    startOfDay(timeZone, day),
    movement,
    document.to,
  )
  await keepMovements(
    tx,
    company.id,
    packs.map((pack) => ({ ...pack, movements: [sent] })),
    'Pts',
    id,
  )
  if (movement === 'Return') return
  const number = document.number.slice(-6)
  const made = said(`8${number}1`, new Date(receivedAt.getTime() - 30 * dayLong), 'Production', null)
  const taken = said(`8${number}2`, new Date(receivedAt.getTime() + 2 * dayLong), 'Receipt', document.to)
  await keepMovements(
    tx,
    company.id,
    packs.map((pack, at) => ({
      ...pack,
      // Of what is under way some packs have arrived.
      movements: document.isReceived || at < perCase ? [made, taken] : [made],
    })),
    'Its',
  )
}

async function insertRecalls(
  { tx, company, now, people }: Demo,
  running: Document,
  lifted: Document,
): Promise<void> {
  const by = people.managers[0]?.name ?? company.name
  const recallOf = (document: Document, age: number) => {
    const { gtin, lotNumber } = existing(document.cases[0]?.packs[0])
    return {
      company_id: company.id,
      id: idOf(`recall ${company.id} ${gtin} ${lotNumber}`),
      gtin,
      lot_number: lotNumber,
      started_at: new Date(now.getTime() - age * dayLong),
      started_by: by,
    }
  }
  await insertMany(tx, 'trace_recall', [
    {
      ...recallOf(lifted, 40),
      reason: 'Kutu üzerindeki son kullanma tarihi okunmuyor.',
      lifted_at: new Date(now.getTime() - 33 * dayLong),
      lifted_by: by,
      lift_reason: 'Kontrol edilen kutularda baskı okunaklı.',
    },
  ])
  await insertMany(tx, 'trace_recall', [
    { ...recallOf(running, 2), reason: 'Stabilite sonucu sınırın dışında.' },
  ])
}

function xmlOf(document: Document, day: string): string {
  const letter = existing(Object.entries(ptsActions).find(([, action]) => action === document.action))[0]
  const field = (name: string, value: string) => `<${name}>${value}</${name}>`
  const listOf = ({ packs }: Case) => {
    const { gtin, lotNumber, expiryDate, orderNumber } = existing(packs[0])
    const order = orderNumber === null ? '' : ` PONumber="${orderNumber}"`
    return `<productList GTIN="${gtin}" lotNumber="${lotNumber}" expirationDate="${expiryDate}"${order}>${packs.map(({ serialNumber }) => field('serialNumber', serialNumber)).join('')}</productList>`
  }
  const inside =
    document.pallet === null
      ? document.cases.map(listOf).join('')
      : `<carrier carrierLabel="${document.pallet}" containerType="P">${document.cases.map((one) => `<carrier carrierLabel="${one.label}" containerType="C">${listOf(one)}</carrier>`).join('')}</carrier>`
  const head = [
    field('sourceGLN', document.from),
    field('destinationGLN', document.to),
    field('actionType', letter),
    field('documentNumber', document.number),
    field('documentDate', day),
    field('version', '1.3'),
  ].join('')
  return `<?xml version="1.0" encoding="UTF-8"?><transfer>${head}${inside}</transfer>`
}
