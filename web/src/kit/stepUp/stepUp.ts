import type { FreshProof } from '@kervan/contract/kit/step-up'
import { useSyncExternalStore } from 'react'
import { toRefused, type CallRefused } from '../call/refused.ts'

// A write that needs a proof of who is at the screen: refused first, then asked for, then sent again with the proof. The
// server alone decides which writes these are, so every screen has this by `useCall` and none does anything for it.

export type Asking = {
  refused: CallRefused
  /** What would grow weaker, a line each, where the screen can say it. */
  weaker: readonly string[]
  /** Sends the write again, and ends the asking when it is answered. Throws what is to be put right in the dialog. */
  prove: (proof: FreshProof | undefined) => Promise<void>
  /** Thought better of: the write is refused as it was. */
  decline: () => void
}

let asking: Asking | null = null
const listeners = new Set<() => void>()

/** What is asked just now; null most of the time. */
export function useAsking(): Asking | null {
  return useSyncExternalStore(subscribe, () => asking)
}

/** Whether the screen has been asked already, so that there is nothing left to show. */
export const wasAsked = (refused: CallRefused) => refused.is('ReauthenticationRequired', 'FreshSignInNeeded')

/** What can be put right by typing again. */
const isTyped = (refused: unknown) =>
  [
    'OldPasswordWrong',
    'SecondFactorRequired',
    'SecondFactorWrong',
    'TooManyRequests',
    'ReauthenticationRequired',
    'FreshSignInNeeded',
    'InvalidInput',
  ].includes(toRefused(refused).code)

/** Answers what `send` answers once somebody has proved themselves; throws `refused` when it needs no proof, or gets none. */
export function proven<T>(
  send: (proof: FreshProof | undefined) => Promise<T>,
  refused: CallRefused,
  weaker: readonly string[],
): Promise<T> {
  if (!wasAsked(refused)) return Promise.reject(refused)
  asking?.decline()
  return new Promise<T>((resolve, reject) => {
    const own: Asking = {
      refused,
      weaker,
      async prove(proof) {
        const answer = await send(proof).catch((thrown: unknown) => {
          if (isTyped(thrown)) throw thrown
          end(own)
          reject(thrown)
          return undefined
        })
        if (answer === undefined) return
        end(own)
        resolve(answer)
      },
      decline() {
        end(own)
        reject(refused)
      },
    }
    say(own)
  })
}

/** Whoever was asked has gone elsewhere. */
export const stopAsking = () => asking?.decline()

const end = (one: Asking) => asking === one && say(null)

function say(next: Asking | null): void {
  asking = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
