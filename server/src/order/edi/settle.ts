import { ediTable, type EdiReason, type EdiState } from '@kervan/contract/order/edi'
import { existing } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { record } from '../../kit/records/audit.ts'
import { amountsOfDocument } from './amounts.ts'
import { keepAnswer, reasonText } from './answer.ts'
import type { EdiOrder } from './edi-order.ts'
import { readLines, writeVerdicts, type MessageRow, type Verdict } from './messages.sql.ts'
import { promiseAnswer } from './post-answer.ts'
import { placeLines, tryLines } from './place.ts'
import type { Refused } from './read-line.ts'
import { findParties, type Parties } from './resolve.ts'
import { notifyStaff } from './notify-staff.ts'

export type EdiContext = Pick<SessionContext, 'tx' | 'actor' | 'services' | 'now' | 'language'>

/**
 * Places what a received document asks for, once, and answers its sender. The message is locked, and whoever brings the
 * same number of the same sender waits. Answers how many lines were placed and how many were not.
 */
export async function settle(context: EdiContext, id: string): Promise<{ placed: number; faulty: number }> {
  const { tx, actor } = context
  const company = actor.company.id
  const { rows } = await sql<MessageRow>`
    select m.* from edi_message m where m.company_id = ${company} and m.id = ${id} and m.state = 'Received' for update`.execute(
    tx,
  )
  const [message] = rows
  if (!message) return { placed: 0, faulty: 0 }
  const document = existing(message.document)
  const lines = await readLines(tx, company, id)
  const parties = await findParties(tx, actor, document, lines)
  const ownerKey = `${parties.partner?.id ?? message.received_for ?? ''} ${message.sender}`
  // A test stands for nothing: neither it nor the real document repeats the other.
  const earlier = message.first || document.isTest ? null : await claim(context, message, ownerKey, document)
  if (earlier?.same) return repeat(context, message, earlier)
  const today = dayIn(actor.company.timeZone, context.now)
  const refusedAs = wholeReason(document, actor.company.currency, today, earlier !== null)
  const open = lines.filter(({ placed }) => !placed)
  const verdicts = refusedAs
    ? open.map((line): Verdict => ({
        id: line.id,
        verdict: 'Refused',
        placed: false,
        orderId: null,
        ...refusedAs,
      }))
    : await (document.isTest ? tryLines : placeLines)(context, {
        message,
        document,
        parties,
        lines: open,
        isFirstTry: open.length === lines.length,
      })
  await writeVerdicts(tx, company, verdicts)
  return finish(context, message, parties, refusedAs)
}

type Earlier = { id: string; same: boolean; answer_file_id: string | null }

/** Makes the message the one that stands for its number, unless an earlier one does. */
async function claim(
  { tx, actor }: EdiContext,
  message: MessageRow,
  ownerKey: string,
  document: EdiOrder,
): Promise<Earlier | null> {
  const company = actor.company.id
  const number = message.document_number
  await sql`select pg_advisory_xact_lock(hashtextextended(${`edi ${ownerKey} ${number}`}, ${company}))`.execute(
    tx,
  )
  const { rows } = await sql<Earlier & { open: boolean; aside: boolean }>`
    select f.id, f.answer_file_id, f.content_hash = m.content_hash as same, f.placed_lines = 0 and f.state in ('Refused', 'Dismissed') as open, f.state = 'Dismissed' as aside
    from edi_message f join edi_message m on m.company_id = ${company} and m.id = ${message.id}
    where f.company_id = ${company} and f.first and f.owner_key = ${ownerKey} and f.document_number = ${number} and f.id <> m.id`.execute(
    tx,
  )
  const [found] = rows
  // What was refused as a whole may be sent again, also unchanged: nothing was ordered by it, and the reason may be gone.
  if (found && (!found.open || (found.same && found.aside))) return found
  if (!document.isOriginal) return null
  if (found)
    await sql`update edi_message set first = false where company_id = ${company} and id = ${found.id}`.execute(
      tx,
    )
  await sql`update edi_message set first = true, owner_key = ${ownerKey} where company_id = ${company} and id = ${message.id}`.execute(
    tx,
  )
  return null
}

/** Why the document as a whole is none to order from, or null. `today`: of the company. */
function wholeReason(
  document: EdiOrder,
  currency: string,
  today: string,
  isChange: boolean,
): { reason: EdiReason; facts: Refused['facts'] } | null {
  if (isChange) return { reason: 'ChangeNotSupported', facts: { document: document.documentNumber } }
  if (!document.isOriginal) return { reason: 'NotAnOriginal', facts: { document: document.documentNumber } }
  if (document.otherKind !== undefined) return { reason: 'KindOther', facts: { kind: document.otherKind } }
  if (document.validUntil !== undefined && document.validUntil < today)
    return { reason: 'ValidityOver', facts: { until: document.validUntil } }
  if (document.currency !== null && document.currency !== currency)
    return { reason: 'CurrencyOther', facts: { currency: document.currency, expected: currency } }
  return null
}

async function repeat({ tx, actor, services, now }: EdiContext, message: MessageRow, earlier: Earlier) {
  const company = actor.company.id
  await sql`
    update edi_message m set state = ${ediTable.moves.repeat.to}, version = m.version + 1, repeats_id = f.id, answer_file_id = f.answer_file_id, amounts = f.amounts, answered_at = null, processed_at = ${now},
      partner_id = f.partner_id, partner_name = f.partner_name, location_id = f.location_id, location_name = f.location_name
    from edi_message f where m.company_id = ${company} and m.id = ${message.id} and f.company_id = ${company} and f.id = ${earlier.id}`.execute(
    tx,
  )
  await promiseAnswer(tx, services, company, message.id, now)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'edi.processed',
        recordType: 'ediMessage',
        recordId: message.id,
        recordCode: message.document_number,
        after: { ediState: 'Repeated' },
      },
    ],
  })
  return { placed: 0, faulty: 0 }
}

async function finish(
  context: EdiContext,
  message: MessageRow,
  parties: Parties,
  refusedAs: { reason: EdiReason; facts: Refused['facts'] } | null,
) {
  const { tx, actor, now } = context
  const lines = await readLines(tx, actor.company.id, message.id)
  const faulty = lines.filter(({ verdict }) => verdict === 'Refused').length
  const good = lines.length - faulty
  const isTest = message.document?.isTest === true
  const placed = isTest ? 0 : good
  const move = faulty === 0 ? 'accept' : good === 0 ? 'refuse' : 'acceptPartly'
  const state: EdiState = ediTable.moves[move].to
  const amounts = await amountsOfDocument(tx, actor, message.id)
  const whole: { reason: EdiReason; facts: Refused['facts'] } =
    refusedAs ??
    (good === 0 ? { reason: parties.reason, facts: parties.facts } : { reason: 'None', facts: {} })
  const { reason, facts }: { reason: EdiReason; facts: Refused['facts'] } =
    isTest && whole.reason === 'None' ? { reason: 'Test', facts: {} } : whole
  await sql`
    update edi_message set state = ${state}, version = version + 1, placed_lines = ${placed}, faulty_lines = ${faulty}, processed_at = ${now},
      reason = ${reason}, facts = ${JSON.stringify(facts)}::jsonb, amounts = ${JSON.stringify(amounts)}::jsonb,
      partner_id = ${parties.partner?.id ?? null}, partner_name = ${parties.partner?.name ?? null}, location_id = ${parties.place?.id ?? null}, location_name = ${parties.place?.name ?? null}
    where company_id = ${actor.company.id} and id = ${message.id}`.execute(tx)
  await keepAnswer(context, { ...message, amounts }, state, lines, reasonText(reason, facts))
  await promiseAnswer(tx, context.services, actor.company.id, message.id, now)
  if (move !== 'accept' && !isTest) await notifyStaff(context, message.id)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'edi.processed',
        recordType: 'ediMessage',
        recordId: message.id,
        recordCode: message.document_number,
        before: { ediState: message.state },
        after: { ediState: state, placedLines: placed, faultyLines: faulty },
      },
    ],
  })
  return { placed, faulty }
}
