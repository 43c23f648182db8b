import type { PackState } from '@kervan/contract/porta/pack-states'
import { OutsideUnavailable, type OutsideSystem } from '../../kit/outside/outside.ts'
import { textOfAnswer } from './body.ts'
import { MalformedAnswer } from './its-answers.ts'
import { failureOf, Refused } from './its-rest.ts'
import { readPage, type MovementsPage, type Page } from './pages.ts'
import {
  answerWith,
  type EvidenceAnswer,
  type ItsCredentials,
  type PackEvidence,
  type PackEvidenceSource,
  type PackKey,
  type PackSale,
  type Turn,
} from './port.ts'

// The pages that stakeholders of ITS look at in a browser: the movements of a pack and its sale, which the services do not
// tell (domain/pharma 1.6, 1.7). Their layout is not promised, so what is not as expected is Malformed and nothing else.

type Surroundings = { url: string; payerGln: string | null; now: () => Date; turn: Turn }

/** The pages at an address. A sign-in is kept for the inquiry only; one that is not taken any more is made anew once. */
export function openItsPages(
  system: OutsideSystem,
  { url, payerGln, now, turn }: Surroundings,
): PackEvidenceSource {
  return {
    async ask({ packs, credentials, onAnswer = () => {}, signal }) {
      const session = openSession(system, { url, turn, credentials, signal })
      const answers: EvidenceAnswer[] = []
      for (const [index, pack] of packs.entries()) {
        const answer = await session
          .look(pack)
          .then(
            (page): EvidenceAnswer =>
              page === null ? { kind: 'unknown' } : answerWith(evidenceOf(pack, page, payerGln, now())),
            failureOf,
          )
        answers.push(answer)
        onAnswer(index, answer)
      }
      return answers
    },
  }
}

function openSession(
  system: OutsideSystem,
  {
    url,
    turn,
    credentials,
    signal,
  }: { url: string; turn: Turn; credentials: ItsCredentials; signal: AbortSignal | undefined },
) {
  let cookie: string | null = null
  let refused: unknown = null
  let signedInAgain = false

  async function send(path: string, options: RequestInit = {}): Promise<Response> {
    await turn(signal)
    const response = await system.fetch(new URL(path, url).href, {
      idempotent: true,
      redirect: 'manual',
      ...options,
      ...(signal && { signal }),
    })
    if (response.status === 429) {
      await response.body?.cancel()
      throw new Refused({ code: '11005', problem: 'Busy' })
    }
    return response
  }

  async function signIn(): Promise<string> {
    const response = await send('/portal/login', {
      method: 'POST',
      body: new URLSearchParams({ kullanici: credentials.userName, sifre: credentials.password }),
    })
    const html = await textOfAnswer(response)
    const [given] = response.headers.getSetCookie()
    const isSent = response.status >= 300 && response.status < 400
    if (isSent && given !== undefined) return given.split(';')[0] ?? ''
    const page = await readPage(html, null)
    if (page.kind === 'signIn' && page.problem !== null)
      throw new Refused({ code: '11023', problem: 'SignInRefused' })
    throw new MalformedAnswer('the sign-in page answers neither yes nor no')
  }

  async function open(pack: PackKey): Promise<Page> {
    cookie ??= await signIn()
    const address = new URLSearchParams({ gtin: pack.gtin, sn: pack.serialNumber })
    const response = await send(`/portal/movements?${address.toString()}`, { headers: { cookie } })
    const html = await textOfAnswer(response)
    if (response.status === 401 || response.status === 403) return { kind: 'signIn', problem: null }
    return readPage(html, pack)
  }

  return {
    /** What the page of a pack says; null where ITS has no such pack. Throws what `failureOf` reads. */
    async look(pack: PackKey): Promise<MovementsPage | null> {
      // A password that was refused once is not tried for the next pack: the account would be locked.
      if (refused !== null) throw refused
      if (signal?.aborted) throw new OutsideUnavailable('ITS', 'Stopped')
      try {
        let page = await open(pack)
        if (page.kind === 'signIn' && !signedInAgain) {
          signedInAgain = true
          cookie = null
          page = await open(pack)
        }
        if (page.kind === 'signIn') throw new Refused({ code: '11023', problem: 'SignInRefused' })
        return page.kind === 'unknownPack' ? null : page.page
      } catch (error) {
        if (error instanceof Refused && error.fault.problem === 'SignInRefused') refused = error
        throw error
      }
    },
  }
}

const accepted = '00000'
const stateAfter: Readonly<Record<string, PackState>> = {
  Production: 'InCentralWarehouse',
  Dispatch: 'InTransit',
  DispatchCancel: 'ReadyToSell',
  Receipt: 'ReadyToSell',
  Return: 'ReadyToSell',
  Transfer: 'InTransit',
  TransferCancel: 'ReadyToSell',
  Deactivation: 'DeActivated',
  Export: 'Exported',
  Consumption: 'Consumed',
  Sale: 'Consumed',
  SaleCancel: 'ReadyToSell',
}

/** The state of a pack after the last movement that ITS has accepted. */
export const stateByMovements = (
  movements: readonly Pick<MovementsPage['movements'][number], 'movement' | 'resultCode'>[],
): PackState =>
  stateAfter[movements.findLast(({ resultCode }) => resultCode === accepted)?.movement ?? ''] ?? 'Other'

function evidenceOf(pack: PackKey, page: MovementsPage, payerGln: string | null, readAt: Date): PackEvidence {
  const done = page.movements.filter(({ resultCode }) => resultCode === accepted)
  const last = done.at(-1)
  const sale = saleIn(done, payerGln)
  const onTheWay = last?.movement === 'Dispatch' || last?.movement === 'Transfer'
  return {
    gtin: pack.gtin,
    serialNumber: pack.serialNumber,
    lotNumber: page.lotNumber,
    expiryDate: page.expiryDate,
    state: stateByMovements(page.movements),
    resultCode: last?.resultCode ?? accepted,
    saleCode: null,
    ownerGln: page.ownerGln,
    pendingGln: onTheWay ? last.toGln : (sale?.toGln ?? null),
    movements: page.movements.map(({ declarationId, declaredAt, movement, fromGln, toGln, resultCode }) => ({
      declarationId,
      declaredAt,
      movement,
      fromGln,
      toGln,
      resultCode,
    })),
    sale,
    source: 'ItsPortal',
    readAt,
  }
}

/** The last sale that was not taken back. Whether its prescription is finalized is of interest where the payer pays it. */
function saleIn(done: MovementsPage['movements'], payerGln: string | null): PackSale | null {
  const at = done.findLastIndex(({ movement }) => movement === 'Sale')
  const sale = done[at]
  if (!sale || done.slice(at).some(({ movement }) => movement === 'SaleCancel')) return null
  const { declarationId, declaredAt, toGln, finalized } = sale
  return {
    declarationId,
    at: declaredAt,
    toGln: toGln ?? '',
    finalized: finalized || (toGln !== null && toGln === payerGln ? false : null),
  }
}
