import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { fold } from '../../kit/lists/fold.ts'
import { translate } from '../../kit/messages.ts'
import { answerIn, plainName, reasonText } from '../edi/answer.ts'
import { ediHashOf } from '../edi/edi-order.ts'
import { readEdi } from '../edi/read.ts'
import { keepDemoFile } from './documents.ts'
import { documentText, type DemoDocument } from './edi-documents.ts'
import { stories, without, type Story } from './edi-stories.ts'
import type { DemoCompany } from '../../demo/people.ts'
import type { Random } from '../../demo/random.ts'
import type { StoreFile } from '../../demo/world.ts'

// Messages that led to the newest orders of the channel EDI, and some that did not or not wholly (ORD-023).

type Ordered = {
  id: string
  code: string
  number: string | null
  partner_id: string
  partner_code: string
  partner_name: string
  location_id: string
  location_code: string
  location_name: string
  point_of_sale_id: string | null
  by: string
  by_name: string
  at: Date
  delivery_date: string
  lines: { variant_id: string; code: string; name: string; quantity: number }[]
}

/** Messages for the newest orders that came by EDI, with their files and answers. */
export async function insertEdiMessages(
  tx: Tx,
  company: DemoCompany,
  store: StoreFile,
  random: Random,
  now: Date,
): Promise<void> {
  const { rows } = await sql<Ordered>`
    select o.id, o.code, o.external_po_code as number, o.customer_id as partner_id, o.customer_code as partner_code, o.customer_name as partner_name,
      o.delivery_location_id as location_id, o.delivery_location_code as location_code, o.delivery_location_name as location_name, o.point_of_sale_id,
      o.record_user_id as by, o.record_user_name as by_name, o.order_date as at, o.delivery_date::text as delivery_date,
      (select jsonb_agg(jsonb_build_object('variant_id', l.variant_id, 'code', l.variant_code, 'name', l.product_name, 'quantity', l.demand_quantity) order by l.line_no)
        from order_line l where l.company_id = ${company.id} and l.order_id = o.id) as lines
    from sales_order o
    where o.company_id = ${company.id} and o.channel = 'EDI' and o.type = 'DirectlyOrder' and o.line_count between 2 and 12 and o.order_date < ${now}
      and not exists (select from sales_order b where b.company_id = ${company.id} and b.main_order_id = o.id)
    order by o.order_date desc, o.id desc limit ${stories.length}`.execute(tx)
  let first: First | null = null
  for (const [at, order] of rows.entries()) {
    const story = stories[at] ?? { state: 'Accepted' }
    const again: First | null = story.state === 'Repeated' ? first : null
    const asked: Asked = again ?? { order, document: documentOf(company, order, story, at) }
    const made = await insertMessage(tx, company, store, random, {
      ...asked,
      story,
      at: again ? new Date(again.order.at.getTime() + 600_000) : order.at,
      first: again,
    })
    if (story.posted) await notePosted(tx, company, order, made.id, story.posted)
    if (story.state === 'Accepted' && made.answer) first ??= { ...asked, id: made.id, answer: made.answer }
  }
}

/** Gives the partner an address for answers, and says what came of posting one there: taken, or six tries for nothing. */
async function notePosted(
  tx: Tx,
  company: DemoCompany,
  { at, partner_id: partner, partner_code: code, partner_name: name }: Ordered,
  message: string,
  posted: 'Taken' | 'Failed',
): Promise<void> {
  const address = `https://edi.${code.toLowerCase()}.example/orders`
  await sql`update partner set edi_address = ${address} where company_id = ${company.id} and id = ${partner}`.execute(
    tx,
  )
  const end = new Date(at.getTime() + 2_000)
  await sql`
    insert into delivery (company_id, kind, key, record_id, name, recipient, state, tries, requested_at, settled_at, told_at, problem)
    select ${company.id}::int, 'ediAnswers', m.id || '-' || m.answer_file_id, m.id, m.document_number, ${name}, ${posted === 'Taken' ? 'Delivered' : 'Failed'},
      ${posted === 'Taken' ? 1 : 6}::int, ${at}::timestamptz, ${end}::timestamptz, ${end}::timestamptz, ${posted === 'Taken' ? null : 'HTTP 503'}
    from edi_message m where m.company_id = ${company.id} and m.id = ${message} and m.answer_file_id is not null returning key`.execute(
    tx,
  )
}

type Asked = { order: Ordered; document: DemoDocument }
/** A message that a later one repeats. */
type First = Asked & { id: string; answer: string }

function documentOf(
  company: DemoCompany,
  order: Ordered,
  { state, extra = [] }: Story,
  at: number,
): DemoDocument {
  const kept = without.includes(state) ? order.lines.slice(0, 3) : order.lines
  return {
    format: at % 3 === 1 || state === 'Failed' ? 'EDIFACT' : 'UBL',
    number: without.includes(state)
      ? `EDI-${order.code.slice(3)}`
      : (order.number ?? `EDI-${order.code.slice(3)}`),
    date: order.at.toISOString().slice(0, 10),
    buyer: state === 'Refused' ? '8699999000017' : order.partner_code,
    shipTo: order.location_code,
    seller: company.code,
    requestedDate: order.delivery_date,
    lines: [
      ...kept.map(({ code, name, quantity }) => ({ code, name, quantity: String(quantity), unit: 'C62' })),
      ...extra.map(({ code, name, quantity, unit }) => ({ code, name, quantity, unit })),
    ],
  }
}

type Made = Asked & { story: Story; at: Date; first: First | null }

async function insertMessage(
  tx: Tx,
  company: DemoCompany,
  store: StoreFile,
  random: Random,
  { order, document, story, at, first }: Made,
): Promise<{ id: string; answer: string | null }> {
  const { state, extra = [], reason = 'None', facts = {}, memo = null } = story
  const whole = documentText(document)
  const body = state === 'Failed' ? whole.subarray(0, Math.round(whole.length * 0.6)) : whole
  const keep = (name: string, purpose: string, bytes: Buffer) =>
    keepDemoFile(tx, company, store, {
      id: random.id(at.getTime()),
      name,
      type: document.format === 'UBL' ? 'application/xml' : 'text/plain',
      body: bytes,
      purpose,
      by: order.by,
      at,
    })
  const ending = document.format === 'UBL' ? 'xml' : 'edi'
  const fileName = `${plainName(document.number)}.${ending}`
  const fileId = await keep(fileName, 'edi-message', body)
  const id = random.id(at.getTime())
  const isRead = state !== 'Failed'
  const ordered = !without.includes(state)
  const [entry] = readEdi(body)
  const read = isRead ? (entry?.order ?? null) : null
  const ownFacts = reason === 'BuyerUnknown' ? { code: document.buyer } : facts
  const lines = (read?.lines ?? []).map((line, index) => {
    const own = order.lines[index]
    const wrong = extra[index - order.lines.length]
    const placed = ordered && own !== undefined
    const why = placed ? { reason: 'None' as const, facts: {} } : (wrong ?? { reason, facts: ownFacts })
    return {
      company_id: company.id,
      id: random.id(at.getTime()),
      message_id: id,
      position: index + 1,
      line_number: line.lineNumber,
      seller_code: line.sellerCode,
      description: line.description,
      asked_quantity: line.quantity,
      unit: line.unit,
      variant_id: own?.variant_id ?? null,
      location_id: state === 'Refused' ? null : order.location_id,
      point_of_sale_id: placed ? order.point_of_sale_id : null,
      delivery_date: placed ? order.delivery_date : null,
      quantity: placed ? own.quantity : null,
      placed: placed && first === null,
      order_id: placed && first === null ? order.id : null,
      verdict: first ? ('Waiting' as const) : placed ? ('Accepted' as const) : ('Refused' as const),
      reason: why.reason,
      facts: why.facts,
    }
  })
  const faulty = lines.filter(({ verdict }) => verdict === 'Refused').length
  const answer =
    read && !first
      ? await keep(
          `${document.format === 'UBL' ? 'OrderResponse' : 'ORDRSP'}-${plainName(document.number)}.${ending}`,
          'edi-answer',
          answerIn(read, {
            number: `${id.slice(-12)}-2`,
            date: at.toISOString().slice(0, 10),
            time: at.toISOString().slice(11, 19).replaceAll(':', ''),
            verdict: faulty === 0 ? 'Accepted' : faulty === lines.length ? 'Refused' : 'PartlyAccepted',
            seller: { code: company.code, name: company.name },
            notes: [],
            lines: lines.map((line) => ({
              lineNumber: line.line_number,
              verdict: line.verdict === 'Refused' ? 'Refused' : 'Accepted',
              gtin: null,
              sellerCode: line.seller_code,
              buyerCode: null,
              description: line.description,
              quantity: line.quantity ?? 0,
              deliveryDate: line.delivery_date,
              place: null,
              notes: [reasonText(line.reason, line.facts)].filter((one) => one !== null),
            })),
          }),
        )
      : entry?.fault
        ? await keep(
            `${fileName}.error.txt`,
            'edi-answer',
            Buffer.from(`${translate('en', `edi.fault.${entry.fault.code}`, entry.fault.facts)}\n`),
          )
        : (first?.answer ?? null)
  const known = state === 'Refused' || !isRead ? null : order
  await insertMany(tx, 'edi_message', [
    {
      company_id: company.id,
      id,
      version: 2,
      state,
      format: isRead ? document.format : null,
      source: document.format === 'UBL' ? 'Api' : 'FileDrop',
      file_id: fileId,
      file_name: fileName,
      position: 1,
      answer_file_id: answer,
      sender: isRead ? document.buyer : '',
      document_number: isRead ? document.number : '',
      document_date: isRead ? document.date : null,
      content_hash: read ? ediHashOf(read) : null,
      document: read ? { ...read, lines: [] } : null,
      first: isRead && first === null,
      owner_key: isRead ? `${known?.partner_id ?? ''} ${document.buyer}` : null,
      repeats_id: first?.id ?? null,
      partner_id: known?.partner_id ?? null,
      partner_name: known?.partner_name ?? null,
      location_id: known?.location_id ?? null,
      location_name: known?.location_name ?? null,
      reason: isRead ? reason : 'EdifactCutOff',
      facts: isRead ? ownFacts : (entry?.fault?.facts ?? {}),
      line_count: lines.length,
      placed_lines: first ? 0 : lines.length - faulty,
      faulty_lines: faulty,
      memo,
      received_at: at,
      received_by: order.by,
      received_by_name: order.by_name,
      processed_at: at,
      search_text: fold(`${document.number} ${document.buyer} ${known?.partner_name ?? ''} ${fileName}`),
    },
  ])
  await insertMany(tx, 'edi_line', lines)
  if (ordered && !first)
    await insertMany(tx, 'edi_order', [
      { company_id: company.id, message_id: id, order_id: order.id, is_pre_order: false, code: order.code },
    ])
  return { id, answer }
}
