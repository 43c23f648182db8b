import { itsAtOnce } from '@kervan/contract/porta/words'
import type { Services } from '../../kit/context.ts'
import type { Outside, OutsideState } from '../../kit/outside/outside.ts'
import type { ItsTarget } from '../config.ts'
import { openBoth } from './its-both.ts'
import { openItsPages } from './its-pages.ts'
import { openItsRest } from './its-rest.ts'
import { openLanes, QueueFull } from './lanes.ts'
import { openItsTransfers, type ItsTransfers } from './its-transfers.ts'
import type { EvidenceAnswer, Inquiry, ItsCredentials, PackEvidenceSource, Turn } from './port.ts'

// ITS as the portal asks it (ITS-001): its services, and its pages where the operator has named them, within the budget of
// each company.

export type ItsInquiry = Inquiry & {
  companyId: number
  /** How many inquiries of the company come before this one, as often as that changes; 0 once it is asked. */
  onQueue?: (before: number) => void
}

export type Its = {
  /**
   * An answer for each pack, in their order. Waits for its turn among the inquiries of the company. Credentials are used
   * for the inquiry and kept nowhere.
   */
  ask(inquiry: ItsInquiry): Promise<EvidenceAnswer[]>
  /**
   * Packages of the transfer system, each call in its turn among the inquiries of the company. Throws `QueueFull` beside
   * what `openItsTransfers` says.
   */
  transfers(companyId: number, credentials: ItsCredentials): ItsTransfers
  /** Inquiries of a company that are asked or wait, in this process. */
  waiting(companyId: number): number
  /** Whether ITS is asked at all (breaker), and when it last answered; as this process has seen it. */
  state(): Pick<OutsideState, 'breaker' | 'lastSuccessAt' | 'lastFailureAt' | 'lastError'>
}

/** Under which names its services and its pages stand among the systems outside. */
const itsSystem = 'ITS'
const itsPagesSystem = 'ITS pages'
/** GLN and four further digits; ITS itself refuses any other (11039). */
export const itsUserName = /^\d{17}$/
/** Inquiries of a company that may wait; one more is Busy. */
const longestQueue = 20

const opened = new WeakMap<Outside, Its>()

/** ITS of this installation; null where the operator has not said where it is. */
export function itsOf({
  config,
  outside,
  clock,
}: Pick<Services, 'config' | 'outside' | 'clock'>): Its | null {
  if (!config.its) return null
  const its = opened.get(outside) ?? openIts(outside, config.its, () => clock.now())
  opened.set(outside, its)
  return its
}

export function openIts(outside: Outside, target: ItsTarget, now: () => Date): Its {
  const limits = {
    timeoutMs: target.timeoutMs,
    retries: 2,
    concurrent: 8,
    perSecond: 20,
    waitsForTurn: true,
    breaker: { failures: 5, openMs: 60_000 },
  }
  const system = outside.system(itsSystem, limits)
  const { url, pagesUrl, payerGln } = target
  const sourceOf = (turn: Turn): PackEvidenceSource => {
    const services = openItsRest(system, { url, now, turn })
    if (pagesUrl === null) return services
    const pages = outside.system(itsPagesSystem, limits)
    return openBoth(services, openItsPages(pages, { url: pagesUrl, payerGln, now, turn }))
  }
  const lanes = openLanes({ spacingMs: target.spacingMs, longest: longestQueue })
  return {
    async ask({ companyId, onQueue, ...inquiry }) {
      if (inquiry.packs.length > itsAtOnce) throw new Error(`ITS is asked about ${itsAtOnce} packs at most`)
      const all = (problem: 'SignInRefused' | 'Busy') =>
        inquiry.packs.map((_, index) => {
          const answer = { kind: 'failed', problem } as const
          inquiry.onAnswer?.(index, answer)
          return answer
        })
      if (!itsUserName.test(inquiry.credentials.userName)) return all('SignInRefused')
      try {
        return await lanes.run(companyId, { onQueue, signal: inquiry.signal }, (turn) =>
          sourceOf(turn).ask(inquiry),
        )
      } catch (error) {
        if (error instanceof QueueFull) return all('Busy')
        throw error
      }
    },
    transfers(companyId, credentials) {
      const inTurn = <T>(work: (transfers: ItsTransfers) => Promise<T>) =>
        lanes.run(companyId, {}, (turn) => work(openItsTransfers(system, { url, turn, credentials })))
      return {
        search: (days) => inTurn((transfers) => transfers.search(days)),
        fetch: (transferId) => inTurn((transfers) => transfers.fetch(transferId)),
      }
    },
    waiting: (companyId) => lanes.waiting(companyId),
    state: () => system.state(),
  }
}
