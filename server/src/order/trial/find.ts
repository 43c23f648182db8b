import { trialFindings, type TrialFinding, type tryOrder } from '@kervan/contract/order/order-trial'
import { placeOrder } from '@kervan/contract/order/order-new'
import { refusal } from '@kervan/contract/kit/refusals'
import { priceFor } from '../../access/access.api.ts'
import { Exact } from '../prices.ts'
import type { SessionContext } from '../../kit/context.ts'
import type { Answer } from '../../kit/http/handle.ts'
import { refusalMessage, translate } from '../../kit/messages.ts'
import { mailsKept } from '../../kit/config.ts'
import type { Carried } from './carry-out.ts'
import type { TrialLine, TrialPlace } from './propose.ts'

// What a trial has found: what would stop a real order, and what would surprise whoever places one.

type Finding = Answer<typeof tryOrder>['findings'][number]
export type Looked = {
  /** The caller has chosen a place. */
  isChosen: boolean
  place: TrialPlace | null
  lines: readonly TrialLine[]
  carried: Carried | null
  approves: { others: number; caller: boolean }
  customerOrders: boolean
  needsPoNumber: boolean
}

/** What keeps an order from being placed or approved; the others are to be known. */
const stopping: ReadonlySet<TrialFinding> = new Set(['NoPlace', 'NoProduct', 'NobodyApproves'])

/** Problems first. The notes of the review and the refusals of ordering are said in their own sentences. */
export function findingsOf(
  { actor, services, language }: Pick<SessionContext, 'actor' | 'services' | 'language'>,
  { isChosen, place, lines, carried, approves, customerOrders, needsPoNumber }: Looked,
): Finding[] {
  const unknown = refusal('LocationNotAllowed', { location: '' })
  const refused =
    place === null && isChosen
      ? [{ code: unknown.code, message: refusalMessage(language, unknown) }]
      : (carried?.refused ?? [])
  const codes = new Set<string>(refused.map(({ code }) => code))
  const free = carried?.orders
    .flatMap((order) => order.lines)
    .filter(({ line }) => priceFor(actor, line.unitPrice) !== null && new Exact(line.unitPrice).isZero())
  const holds: Record<TrialFinding, boolean> = {
    NoPlace: place === null && !isChosen,
    NoProduct: place !== null && lines.length === 0,
    PriceZero: (free?.length ?? 0) > 0,
    NoSupplier: place !== null && place.suppliers.length === 0,
    PoNumberNeeded: needsPoNumber,
    NobodyApproves: place !== null && approves.others === 0 && !approves.caller,
    OnlyYouApprove: place !== null && approves.others === 0 && approves.caller,
    CustomerCannotOrder: place !== null && !customerOrders,
    YouCannotOrder: !actor.permissions.has(placeOrder.permission ?? ''),
    MailsStay: mailsKept(services.config) !== null,
    NoAddress: services.config.publicUrl === null,
  }
  // What a user of the customer orders, the caller may approve.
  const stops = (code: TrialFinding) => stopping.has(code) || (code === 'OnlyYouApprove' && !customerOrders)
  const facts = { customer: place?.customerName ?? '', location: place?.locationName ?? '' }
  const own = trialFindings
    .filter((code) => holds[code])
    .map((code): Finding => ({
      code,
      severity: stops(code) ? 'problem' : 'warning',
      message: translate(language, `order.trial.finding.${code}`, facts),
    }))
  const noted =
    carried?.notes.map(({ code, severity, message }): Finding => ({ code, severity, message })) ?? []
  const said = refused.map((one): Finding => ({ ...one, severity: 'problem' }))
  return [...own, ...said, ...noted.filter(({ code }) => !codes.has(code))].toSorted((a, b) =>
    a.severity.localeCompare(b.severity),
  )
}
