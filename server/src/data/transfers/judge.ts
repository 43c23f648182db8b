import { transferTable, type TransferState } from '@kervan/contract/data/data-transfers'

// What becomes of a due date, by what came in and by the clock. Pure, so that a table of cases can say what holds.

/** An entry of the data log or of the IO log, as the calendar sees it. */
export type Arrival = {
  at: Date
  outcome: 'Good' | 'Faulty' | 'UnderWay'
  fileName: string | null
  changeId: string | null
  mciFileId: string | null
  /** Of a delivery by API: whether more of it follow. Null for a file. */
  portion: 'More' | 'Last' | null
}

export type DueDate = { id: string; dueAt: Date; state: TransferState }
export type Rhythm = { earlyHours: number; toleranceMinutes: number }
export type Verdict = { id: string; from: TransferState; to: TransferState; arrival: Arrival | null }

const hour = 3_600_000
const minute = 60_000

const good = ['Succeeded', 'ReValidate', 'WaitingApproval', 'Checked', 'Rejected', 'Active', 'Reverted']

/** What the state of a change or of an MCI file says of the delivery; null for one that was taken back. */
export function outcomeOf(state: string): Arrival['outcome'] | null {
  if (state === 'Cancelled') return null
  if (state === 'Pending' || state === 'Validating') return 'UnderWay'
  return good.includes(state) ? 'Good' : 'Faulty'
}

/**
 * Portions of one delivery as the delivery that they are: it came with the last one, and one faulty portion makes it
 * faulty. Portions whose last one has not come are no delivery yet, so their due date can become late; after an hour's
 * pause the sender has begun anew.
 */
function wholeDeliveries(arrivals: readonly Arrival[]): Arrival[] {
  let outcomes: Arrival['outcome'][] = []
  let before = 0
  return arrivals.flatMap((arrival): Arrival[] => {
    if (arrival.portion === null) return [arrival]
    if (arrival.at.getTime() - before > hour) outcomes = []
    before = arrival.at.getTime()
    outcomes.push(arrival.outcome)
    if (arrival.portion === 'More') return []
    const outcome = (['UnderWay', 'Faulty'] as const).find((one) => outcomes.includes(one)) ?? 'Good'
    outcomes = []
    return [{ ...arrival, outcome }]
  })
}

/**
 * The moves of due dates in their order of time. A delivery belongs to one due date: from `earlyHours` before it until
 * as long before the next one, `dueAfter`. Past the tolerance a due date without a delivery is late; one that is being
 * read is waited for.
 */
export function judge(
  dues: readonly DueDate[],
  dueAfter: Date | null,
  arrivals: readonly Arrival[],
  { earlyHours, toleranceMinutes }: Rhythm,
  now: Date,
): Verdict[] {
  const deliveries = wholeDeliveries(arrivals)
  const opens = (due: Date) => due.getTime() - earlyHours * hour
  return dues.flatMap(({ id, dueAt, state }, at): Verdict[] => {
    const next = dues[at + 1]?.dueAt ?? dueAfter
    const until = next ? opens(next) : Number.POSITIVE_INFINITY
    const own = deliveries.filter(
      (arrival) => arrival.at.getTime() >= opens(dueAt) && arrival.at.getTime() < until,
    )
    const move = moveOf(own, now.getTime() > dueAt.getTime() + toleranceMinutes * minute)
    if (!move || !transferTable.allows(move.act, state, 'portal')) return []
    return [{ id, from: state, to: transferTable.moves[move.act].to, arrival: move.arrival }]
  })
}

type Move = { act: keyof typeof transferTable.moves; arrival: Arrival | null }

function moveOf(own: readonly Arrival[], isOverdue: boolean): Move | null {
  const received = own.find(({ outcome }) => outcome === 'Good')
  if (received) return { act: 'receive', arrival: received }
  if (own.some(({ outcome }) => outcome === 'UnderWay')) return null
  const faulty = own.at(-1)
  if (faulty) return { act: 'fail', arrival: faulty }
  return isOverdue ? { act: 'miss', arrival: null } : null
}
