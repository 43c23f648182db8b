import type { DeliveryKind } from '@kervan/contract/kit/work'
import { sql } from 'kysely'
import type { Services } from '../context.ts'
import type { Tx } from '../database/db.ts'
import { newId } from '../database/uuid.ts'
import type { Answer, Delivery, DeliveryOptions, DeliveryOutcome } from './deliveries.ts'
import { isUnasked, OutsideUnavailable } from './outside.ts'

// One try of one delivery: claimed, sent, noted. Whatever goes wrong unexpectedly is a try as well, so that nothing is
// tried for ever.

/** The receiver said something that does not tell what came of it. Its code is a word for people who look after it. */
export class UnknownAnswer extends Error {
  readonly code: string
  constructor(code: string) {
    super(`the answer cannot be used: ${code}`)
    this.name = 'UnknownAnswer'
    this.code = code
  }
}

/** How long a delivery is one worker's: longer than all that one sending may take. */
export const claimSeconds = 120
/** The pause where the receiver was not asked at all, because it fails for everybody or there is nothing to send yet. */
const unaskedSeconds = 60
/** A fault of the portal, told in its log. */
const fault = 'PortalFault'
/** A worker died at the last try, so what came of it was never noted. */
const neverNoted = 'NeverNoted'

/** What came of a try: an end, another try after a pause, or none counted. */
type Came =
  | ({ kind: 'ended' } & DeliveryOutcome)
  | { kind: 'unknown' | 'unasked'; problem: string; answer?: Answer }

const failed = (problem: string): Came => ({
  kind: 'ended',
  taken: false,
  receipt: null,
  response: null,
  problem,
})

type Try = {
  services: Services
  kind: DeliveryKind
  companyId: number
  key: string
  claim: string
  pauses: readonly number[]
}

/** Sends a delivery that is due and nobody else's; does nothing for any other. */
export async function deliver<N>(
  services: Services,
  kind: DeliveryKind,
  options: DeliveryOptions<N>,
  companyId: number,
  key: string,
): Promise<void> {
  const own: Try = { services, kind, companyId, key, claim: newId(), pauses: options.pauses }
  const { db, log } = services
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => db.withCompany(companyId, work)
  const faulty = (error: unknown) => log.error({ err: error, companyId, kind, key }, 'delivery')
  let begun: { delivery: Delivery; notice: N } | null
  try {
    begun = await inCompany((tx) => begin(tx, own, options))
  } catch (error) {
    faulty(error)
    return inCompany(async (tx) => {
      const delivery = await claim(tx, own)
      if (delivery) await note(tx, own, delivery, { kind: 'unknown', problem: fault })
    })
  }
  if (!begun) return
  const { delivery, notice } = begun
  const came = await send(own, options, notice, faulty)
  try {
    await inCompany(async (tx) => {
      const ended = await note(tx, own, delivery, came)
      if (ended) await options.settle?.(tx, delivery, ended, contextOf(own))
    })
  } catch (error) {
    faulty(error)
    // What the receiver has said is kept; sent again under its key, it says so again.
    const answer = came.kind === 'ended' ? came : undefined
    await inCompany((tx) =>
      note(tx, own, delivery, { kind: 'unknown', problem: fault, ...(answer && { answer }) }),
    )
  }
}

const contextOf = ({ services, companyId }: Try) => ({
  services,
  companyId,
  now: services.clock.now(),
})

/** Claims the delivery and prepares it, in one transaction. Null where nothing is to be sent. */
async function begin<N>(
  tx: Tx,
  own: Try,
  options: DeliveryOptions<N>,
): Promise<{ delivery: Delivery; notice: N } | null> {
  const { companyId, kind, key } = own
  const delivery = await claim(tx, own)
  if (!delivery) return null
  const end = async (came: Came) => {
    const ended = await note(tx, own, delivery, came)
    if (ended) await options.settle?.(tx, delivery, ended, contextOf(own))
    return null
  }
  if (delivery.tries > own.pauses.length + 1) return end(failed(neverNoted))
  const prepared = await options.prepare(tx, { ...contextOf(own), key })
  if (prepared === 'gone') {
    await sql`delete from delivery where company_id = ${companyId} and kind = ${kind} and key = ${key}`.execute(
      tx,
    )
    return null
  }
  if ('failed' in prepared) return end(failed(prepared.failed))
  if ('waits' in prepared) return end({ kind: 'unasked', problem: prepared.waits })
  return { delivery, notice: prepared.notice }
}

async function claim(tx: Tx, { services, companyId, kind, key, claim: own }: Try): Promise<Delivery | null> {
  const now = services.clock.now()
  const { rows } = await sql<Delivery>`
    update delivery set tries = tries + 1, claim = ${own}, due_at = ${now}::timestamptz + make_interval(secs => ${claimSeconds})
    where company_id = ${companyId} and kind = ${kind} and key = ${key} and state = 'Waiting' and due_at <= ${now}
    returning key, record_id as "recordId", name, tries`.execute(tx)
  return rows[0] ?? null
}

async function send<N>(
  { services, companyId, kind, key }: Try,
  options: DeliveryOptions<N>,
  notice: N,
  faulty: (error: unknown) => void,
): Promise<Came> {
  try {
    return { kind: 'ended', problem: null, ...(await options.send(notice, { services, companyId, key })) }
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null) {
      faulty(error)
      return { kind: 'unknown', problem: fault }
    }
    services.log.warn({ companyId, kind, key, cause: problem }, 'not delivered')
    return { kind: isUnasked(error) ? 'unasked' : 'unknown', problem }
  }
}

/** Why it is not known what came of it; null for what is no matter of the receiver. */
function problemOf(error: unknown): string | null {
  if (error instanceof OutsideUnavailable || error instanceof UnknownAnswer) return error.code
  // The body broke off, or did not come in time.
  if (error instanceof DOMException) return error.name
  return error instanceof TypeError && error.message === 'terminated' ? 'BrokenOff' : null
}

/**
 * Writes what came of a try. A success is written whoever brings it; everything else only by whoever still holds the
 * claim, because somebody may have had more luck since. Answers the end where this is one.
 */
async function note(
  tx: Tx,
  { services, pauses, companyId, kind, key, claim: own }: Try,
  { tries }: Delivery,
  came: Came,
): Promise<DeliveryOutcome | null> {
  const now = services.clock.now()
  const row = sql`company_id = ${companyId} and kind = ${kind} and key = ${key}`
  const held = sql`${row} and state = 'Waiting' and claim = ${own}`
  const pause = came.kind === 'unasked' ? unaskedSeconds : pauses[tries - 1]
  if (came.kind !== 'ended' && pause !== undefined) {
    const { receipt = null, response = null } = came.answer ?? {}
    await sql`
      update delivery set tries = ${came.kind === 'unasked' ? tries - 1 : tries}, claim = null, due_at = ${new Date(now.getTime() + pause * 1_000)},
        receipt = ${receipt}, response = ${response}, problem = ${came.problem}
      where ${held}`.execute(tx)
    return null
  }
  const outcome: DeliveryOutcome =
    came.kind === 'ended'
      ? came
      : { receipt: null, response: null, ...came.answer, taken: false, problem: came.problem }
  const { taken, receipt, response, problem } = outcome
  const { numAffectedRows } = await sql`
    update delivery set state = ${taken ? 'Delivered' : 'Failed'}, claim = null, due_at = null, settled_at = ${now}, told_at = null,
      receipt = ${receipt}, response = ${response}, problem = ${problem}
    where ${taken ? sql`${row} and state <> 'Delivered'` : held}`.execute(tx)
  return numAffectedRows ? { taken, receipt, response, problem } : null
}
