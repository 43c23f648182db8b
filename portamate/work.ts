import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { OutputOf } from '@kervan/contract/kit/call'
import { existing } from '@kervan/contract/kit/typed'
import {
  sendPortaMateAnswers,
  type PortaMateAnswer,
  type takePortaMateJob,
} from '@kervan/contract/porta/porta-mate'
import type { Its } from '../server/src/porta/evidence/its.ts'
import type { EvidenceAnswer, ItsCredentials } from '../server/src/porta/evidence/port.ts'
import type { Paired } from './pairing.ts'
import { PortalRefused, PortalSilent, post } from './portal.ts'

// One job: ITS is asked from here, and what it says of each pack is sent as it comes.

export type Job = NonNullable<OutputOf<typeof takePortaMateJob>['job']>
export type Done = {
  answered: number
  /** ITS has not accepted user name and password. */
  signInRefused: boolean
  /** Why the portal took no more of it, in its words. */
  refused: PortalRefused | null
}

/** The portal is told so often that the helper still works. */
const beatMs = 20_000
const tries = 6

export async function work(
  its: Its,
  paired: Paired,
  { runId, nonce, packs }: Job,
  credentials: ItsCredentials,
): Promise<Done> {
  const stop = new AbortController()
  const done: Done = { answered: 0, signInRefused: false, refused: null }
  let pending: PortaMateAnswer[] = []
  let sending = Promise.resolve()
  const flush = async (beats: boolean) => {
    const answers = pending
    pending = []
    if (done.refused || (answers.length === 0 && !beats)) return
    try {
      await insist(paired, { runId, nonce, answers })
      done.answered += answers.length
    } catch (error) {
      if (!(error instanceof PortalRefused)) throw error
      done.refused = error
      stop.abort()
    }
  }
  const send = (beats = false) => {
    sending = sending.then(() => flush(beats))
    // Whoever waits for the end is told of it.
    sending.catch(() => stop.abort())
  }
  const beat = setInterval(() => send(true), beatMs)
  try {
    await its.ask({
      companyId: 0,
      packs: packs.map(({ gtin, serialNumber, lotNumber, expiryDate }) => ({
        gtin,
        serialNumber,
        lotNumber,
        expiryDate,
      })),
      credentials,
      signal: stop.signal,
      onAnswer(index, answer) {
        if (answer.kind === 'failed' && answer.problem === 'SignInRefused') done.signInRefused = true
        if (stop.signal.aborted) return
        pending.push(answerOf(existing(packs[index]).requestId, answer))
        send()
      },
    })
    await sending
    return done
  } finally {
    clearInterval(beat)
  }
}

/** The same answers with the same key, until the portal has them: they have one effect. Throws `PortalSilent`. */
async function insist(paired: Paired, answers: { runId: string; nonce: string; answers: PortaMateAnswer[] }) {
  const requestKey = randomBytes(18).toString('base64url')
  for (let tried = 1; ; tried++)
    try {
      return await post(paired.portal, sendPortaMateAnswers, { ...answers, requestKey }, paired)
    } catch (error) {
      if (!(error instanceof PortalSilent) || tried >= tries) throw error
      await wait(500 * 2 ** tried)
    }
}

function answerOf(requestId: string, answer: EvidenceAnswer): PortaMateAnswer {
  if (answer.kind === 'unknown') return { requestId, kind: 'unknown' }
  if (answer.kind === 'failed') return { requestId, kind: 'failed', problem: answer.problem }
  const { readAt, state: _, source: __, ...record } = answer.evidence
  return { requestId, kind: 'read', record: { ...record, readAt: readAt.toISOString() } }
}
