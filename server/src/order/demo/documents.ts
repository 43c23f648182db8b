import { createHash } from 'node:crypto'
import type { DocumentState, DocumentType } from '@kervan/contract/order/words'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { dayLong } from '../../demo/calendar.ts'
import type { DemoCompany } from '../../demo/people.ts'
import type { Random } from '../../demo/random.ts'
import type { StoreFile } from '../../demo/world.ts'

// Documents of the newest orders (ORD-019): what customers have sent with them, in every state.

type Ordered = {
  id: string
  code: string
  poCode: string | null
  customer: string
  by: string
  name: string
  orderDate: Date
}

type Waiting = { id: string; code: string; by: string; customer: string; at: Date }

const kinds: readonly [DocumentType, DocumentState, file: string, reference: string][] = [
  ['PurchaseOrder', 'Pending', 'Purchase order', 'PO'],
  ['PurchaseOrder', 'Succeeded', 'Purchase order', 'PO'],
  ['DeliveryNote', 'Processing', 'Delivery note', 'DN'],
  ['Invoice', 'Pending', 'Invoice', 'INV'],
  ['Certificate', 'Invalid', 'Certificate of analysis', 'COA'],
  ['OrderConfirmation', 'Cancelled', 'Order confirmation', 'OC'],
  ['Other', 'Failed', 'Delivery instructions', ''],
]
const memos = [
  'Please deliver before noon.',
  'Signed by our purchasing department.',
  'The second page is new.',
]
const documented = 42

/** Attaches a small document to each of the newest orders, and to the pre-approval orders that wait. */
export async function insertDocuments(
  tx: Tx,
  company: DemoCompany,
  store: StoreFile,
  random: Random,
  now: Date,
): Promise<void> {
  const keep = keeper(tx, company, store, random)
  const { rows: orders } = await sql<Ordered>`
    select o.id, o.code, o.external_po_code as "poCode", o.customer_name as customer, o.record_user_id as by, o.record_user_name as name, o.order_date as "orderDate"
    from sales_order o where o.company_id = ${company.id} and o.order_date < ${now} and o.type = 'DirectlyOrder'
    order by o.order_date desc, o.id desc limit ${documented}`.execute(tx)
  const documents = []
  for (const [at, order] of orders.entries()) {
    const [type, state, title, mark] = kinds[at % kinds.length] ?? kinds[0]!
    const reference = mark === '' ? null : `${mark}-${order.code.slice(3)}`
    documents.push({
      company_id: company.id,
      id: random.id(order.orderDate.getTime()),
      order_id: order.id,
      file_id: await keep(order.by, order.orderDate, `${title} ${order.code}`, [
        title,
        `${order.customer} to ${company.name}`,
        `Order ${order.code}${order.poCode ? `, your number ${order.poCode}` : ''}`,
        ...(reference ? [`Reference ${reference}`] : []),
      ]),
      document_type: type,
      process_state: state,
      reference_no: reference,
      document_date: reference && new Date(order.orderDate.getTime() - dayLong).toISOString().slice(0, 10),
      memo: at % 3 === 0 ? (memos[(at / 3) % memos.length] ?? null) : null,
      created_by: order.by,
      created_by_name: order.name,
      created_at: order.orderDate,
    })
  }
  await insertMany(tx, 'order_document', documents)
  const { rows: waiting } = await sql<Waiting>`
    select p.id, p.code, p.record_user_id as by, p.customer_name as customer, p.order_date as at from pre_order p
    where p.company_id = ${company.id} and p.state = 'Request' order by p.code desc limit 6`.execute(tx)
  const sent = []
  for (const { id, code, by, customer, at } of waiting)
    sent.push({
      company_id: company.id,
      pre_order_id: id,
      document_type: 'PurchaseOrder' as const,
      reference_no: code,
      file_id: await keep(by, at, `Request ${code}`, ['Request', `${customer} to ${company.name}`, code]),
    })
  await insertMany(tx, 'pre_order_document', sent)
}

/** Keeps a document with these lines; answers its id. */
const keeper =
  (tx: Tx, company: DemoCompany, store: StoreFile, random: Random) =>
  (by: string, at: Date, title: string, lines: readonly string[]): Promise<string> =>
    keepDemoFile(tx, company, store, {
      id: random.id(at.getTime()),
      name: `${title}.pdf`,
      type: 'application/pdf',
      body: smallPdf(lines),
      purpose: 'order-document',
      by,
      at,
    })

type DemoFile = {
  id: string
  name: string
  type: string
  body: Buffer
  purpose: string
  by: string
  at: Date
}

/** Keeps a file of the demo; answers its id. */
export async function keepDemoFile(
  tx: Tx,
  { id: company }: DemoCompany,
  store: StoreFile,
  { id, name, type, body, purpose, by, at }: DemoFile,
): Promise<string> {
  const storageKey = `${company}/demo-${id}`
  await store(storageKey, body)
  await insertMany(tx, 'file', [
    {
      company_id: company,
      id,
      storage_key: storageKey,
      name,
      type,
      bytes: body.length,
      sha256: createHash('sha256').update(body).digest(),
      purpose,
      created_by: by,
      created_at: at,
    },
  ])
  return id
}

const plain: Record<string, string> = { ı: 'i', İ: 'I', ğ: 'g', Ğ: 'G', ş: 's', Ş: 'S' }

/** One page of text in a font that every reader has; letters that it lacks are written without their marks. */
function smallPdf(lines: readonly string[]): Buffer {
  const text = lines
    .map((line) => line.replace(/[ıİğĞşŞ]/g, (letter) => plain[letter] ?? '').replace(/[\\()]/g, '\\$&'))
    .map((line, at) => `/F1 ${at === 0 ? 20 : 11} Tf (${line}) Tj 0 -28 Td`)
    .join(' ')
  const stream = `BT 64 760 Td ${text} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = body.length
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  body += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(body, 'latin1')
}
