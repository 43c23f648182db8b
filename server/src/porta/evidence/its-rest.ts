import { packStateOf, type ItsProblem } from '@kervan/contract/porta/its'
import { existing } from '@kervan/contract/kit/typed'
import { OutsideUnavailable, type OutsideSystem } from '../../kit/outside/outside.ts'
import {
  faultIn,
  isAnswerAllTheSame,
  MalformedAnswer,
  packsIn,
  problemOfCode,
  readJson,
  tokenIn,
  type ItsFault,
  type PackResult,
} from './its-answers.ts'
import { textOfAnswer } from './body.ts'
import {
  answerWith,
  glnOfUser,
  type EvidenceAnswer,
  type Inquiry,
  type ItsCredentials,
  type PackEvidence,
  type PackEvidenceSource,
  type PackKey,
  type Turn,
} from './port.ts'

// The services of ITS (domain/pharma 1.1 to 1.4): state and owner of packs. They tell no movements and no sale.

const unknownPack = '10201'
const differs = '10203'

/** A call that was refused as a whole. */
export class Refused extends Error {
  readonly fault: ItsFault
  constructor(fault: ItsFault) {
    super(`ITS refused: ${fault.code}`)
    this.name = 'Refused'
    this.fault = fault
  }
}

type Surroundings = { url: string; now: () => Date; turn: Turn }
type Failed = Extract<EvidenceAnswer, { kind: 'failed' }>

/**
 * The services at an address. A token is asked for each inquiry and kept for it only; one that is not taken any more is
 * replaced once. Packs are asked about together; where ITS refuses them together because of what one of them is, in halves.
 */
export function openItsRest(system: OutsideSystem, { url, now, turn }: Surroundings): PackEvidenceSource {
  return {
    async ask({ packs, credentials, onAnswer = () => {}, signal }) {
      const session = openSession(system, { url, turn, credentials, signal })
      const answers: EvidenceAnswer[] = []
      const tell = (index: number, answer: EvidenceAnswer) => {
        answers[index] = answer
        onAnswer(index, answer)
      }
      const evidence = (index: number, result: PackResult, over: Partial<PackEvidence> = {}) =>
        tell(index, answerWith({ ...evidenceOf(existing(packs[index]), result, now()), ...over }))
      const look = (indexes: readonly number[], whole: boolean) =>
        lookInHalves(indexes, packs, (asked) => session.status(asked, whole))

      const states = await look([...packs.keys()], true)
      const withCode = (...codes: string[]) =>
        [...states].flatMap(([index, result]) =>
          'code' in result && codes.includes(result.code) ? [index] : [],
        )
      for (const [index, result] of states)
        if ('problem' in result) tell(index, result)
        else if (result.code === unknownPack) tell(index, { kind: 'unknown' })

      // Lot or expiry date are not those of the pack: its state is asked for without them.
      const unlike = { lotNumber: null, expiryDate: null, resultCode: differs }
      for (const [index, result] of await look(withCode(differs), false))
        if ('problem' in result) evidence(index, existing(states.get(index)) as PackResult, unlike)
        else if (result.code === unknownPack) tell(index, { kind: 'unknown' })
        else evidence(index, result, unlike)

      // Of a pack on hand it is of interest what stands against selling it; without that answer its state stands.
      const said = await session.verify(withCode(...onHand).map((index) => existing(packs[index])))
      for (const [index, result] of states)
        if (answers[index] === undefined && !('problem' in result))
          evidence(index, result, { saleCode: said.get(keyOf(existing(packs[index]))) ?? null })
      return answers
    },
  }
}

const onHand = ['60001', '60002', '60003'] as const

const keyOf = ({ gtin, serialNumber }: Pick<PackKey, 'gtin' | 'serialNumber'>) => `${gtin} ${serialNumber}`

const evidenceOf = (pack: PackKey, { code, gln1, gln2 }: PackResult, readAt: Date): PackEvidence => ({
  ...pack,
  state: packStateOf(code, { ownerGln: gln1, pendingGln: gln2 }),
  resultCode: code,
  saleCode: null,
  ownerGln: gln1,
  pendingGln: gln2,
  movements: [],
  sale: null,
  source: 'ItsRest',
  readAt,
})

/** What was answered for each of these packs, or why nothing was. */
async function lookInHalves(
  indexes: readonly number[],
  packs: readonly PackKey[],
  inquire: (packs: readonly PackKey[]) => Promise<PackResult[]>,
): Promise<Map<number, PackResult | Failed>> {
  if (indexes.length === 0) return new Map()
  try {
    const asked = indexes.map((index) => existing(packs[index]))
    const results = new Map(
      (await inquire(asked)).map((result) => [keyOf({ gtin: result.gtin, serialNumber: result.sn }), result]),
    )
    return new Map(
      indexes.map((index) => {
        const result = results.get(keyOf(existing(packs[index])))
        if (!result) return [index, failed('Malformed')]
        const problem = problemOfCode(result.code)
        return [index, problem ? failed(problem, result.code) : result]
      }),
    )
  } catch (error) {
    const answer = failureOf(error)
    if (answer.problem !== 'Refused' || indexes.length === 1)
      return new Map(indexes.map((index) => [index, answer]))
    const middle = Math.ceil(indexes.length / 2)
    return new Map([
      ...(await lookInHalves(indexes.slice(0, middle), packs, inquire)),
      ...(await lookInHalves(indexes.slice(middle), packs, inquire)),
    ])
  }
}

const failed = (problem: ItsProblem, resultCode?: string): Failed => ({
  kind: 'failed',
  problem,
  ...(resultCode !== undefined && { resultCode }),
})

/** What a pack is answered that could not be asked about; throws on what is no matter of the system. */
export function failureOf(error: unknown): Failed {
  if (error instanceof Refused) return failed(error.fault.problem, error.fault.code)
  if (error instanceof MalformedAnswer) return failed('Malformed')
  if (error instanceof OutsideUnavailable)
    return failed(error.code === 'BudgetSpent' ? 'Busy' : 'Unavailable')
  throw error
}

type Session = {
  status(packs: readonly PackKey[], whole: boolean): Promise<PackResult[]>
  /** What stands against selling each pack, by GTIN and serial number; empty where that cannot be learned. */
  verify(packs: readonly PackKey[]): Promise<Map<string, string>>
}

type SignedIn = { url: string; turn: Turn; credentials: ItsCredentials; signal?: Inquiry['signal'] }

/**
 * Calls of services as somebody who is signed in: a path and a body to the fields of the answer. Throws `Refused`,
 * `MalformedAnswer`, `OutsideUnavailable`.
 */
export function openCalls(
  system: OutsideSystem,
  { url, turn, credentials, signal }: SignedIn,
): (path: string, body: object) => Promise<ReturnType<typeof readJson>> {
  let token: string | null = null

  async function send(path: string, body: object, bearer: string | null) {
    await turn(signal)
    const response = await system.fetch(new URL(path, url).href, {
      method: 'POST',
      // None of these calls changes anything.
      idempotent: true,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        accept: 'application/json',
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
      isAnswer: async (answer) => isAnswerAllTheSame(await textOfAnswer(answer)),
      ...(signal && { signal }),
    })
    return { status: response.status, body: await textOfAnswer(response) }
  }

  async function signIn(): Promise<string> {
    const { status, body } = await send(
      '/token/app/token/',
      { username: credentials.userName, password: credentials.password },
      null,
    )
    if (status === 401 || status === 403) throw new Refused({ code: '11023', problem: 'SignInRefused' })
    const fields = fieldsOf(status, body)
    const fault = faultIn(fields)
    // Whatever is said against a sign-in is against these credentials, unless it is about the system.
    if (fault)
      throw new Refused({
        ...fault,
        problem:
          fault.problem === 'Busy' || fault.problem === 'Unavailable' ? fault.problem : 'SignInRefused',
      })
    return tokenIn(fields)
  }

  return async (path, body) => {
    for (let tries = 0; ; tries++) {
      token ??= await signIn()
      const answer = await send(path, body, token)
      if (answer.status === 401 && tries === 0) {
        token = null
        continue
      }
      if (answer.status === 401) throw new Refused({ code: '11023', problem: 'SignInRefused' })
      const fields = fieldsOf(answer.status, answer.body)
      const fault = faultIn(fields)
      if (fault) throw new Refused(fault)
      return fields
    }
  }
}

function openSession(system: OutsideSystem, signedIn: SignedIn): Session {
  const { credentials } = signedIn
  const call = openCalls(system, signedIn)
  return {
    status: async (packs, whole) =>
      packsIn(
        await call('/reference/app/check_status/', {
          productList: packs.map(({ gtin, serialNumber: sn, lotNumber: bn, expiryDate: xd }) =>
            whole ? { gtin, sn, bn, xd } : { gtin, sn },
          ),
        }),
        'responseObjectList',
      ),
    async verify(packs) {
      if (packs.length === 0) return new Map()
      try {
        const answer = await call('/reference/app/verification/', {
          dt: 'V',
          fr: glnOfUser(credentials.userName),
          productList: packs.map(({ gtin, serialNumber: sn, lotNumber: bn, expiryDate: xd }) => ({
            gtin,
            sn,
            bn,
            xd,
          })),
        })
        return new Map(
          packsIn(answer, 'productList').flatMap(({ gtin, sn, code }) =>
            problemOfCode(code) === null ? [[keyOf({ gtin, serialNumber: sn }), code] as const] : [],
          ),
        )
      } catch (error) {
        failureOf(error)
        return new Map()
      }
    },
  }
}

/** What stands in a body; a busy system and a missing service may answer without one. Throws `Refused`, `MalformedAnswer`. */
function fieldsOf(status: number, body: string) {
  if (status === 429) throw new Refused({ code: '11005', problem: 'Busy' })
  const fields = readJson(body)
  if (status === 403 && !faultIn(fields)) throw new Refused({ code: '11901', problem: 'NotAllowed' })
  return fields
}
