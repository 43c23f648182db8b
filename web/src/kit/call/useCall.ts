import type { InputOf } from '@kervan/contract/kit/call'
import type { FreshProof } from '@kervan/contract/kit/step-up'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callServer, type AnswerOf, type AnyCall } from './client.ts'
import { showRefused } from '../feedback/dialogs.ts'
import { proven, wasAsked } from '../stepUp/stepUp.ts'
import { CallRefused, toRefused } from './refused.ts'
import { untilFree } from './untilFree.ts'

export type UseCallOptions<C extends AnyCall> = {
  /** Groups of calls whose answers this write makes stale: `['OrderManagement', 'OrderMy']`. */
  refreshes?: readonly string[]
  /** Says what did not happen, as title of the error dialog. */
  failed?: string
  /** Answers true when the screen has shown the refusal itself. */
  onRefused?: (refused: CallRefused) => boolean | void
  /** What of the company's rules this would weaken, a line each: said where a proof is asked for. */
  weakens?: (input: InputOf<C>) => readonly string[]
  onDone?: (answer: AnswerOf<C>) => void
}

/**
 * A write. `run` gives the answer, or undefined once the refusal has been shown; `attempt` throws it, for forms.
 * While one is under way a second press does nothing. Where the call takes a `requestKey` it is made once for one
 * intent and sent again when the answer was lost, so that a retry cannot act twice (D40). A server that is busy is asked
 * again before anybody is told. What the server wants proved is asked for here and sent again under the same key; who
 * thinks better of it leaves everything as it was.
 */
export function useCall<C extends AnyCall>(call: C, options: UseCallOptions<C> = {}) {
  const { run, attempt, isPending } = useSend(options)
  return {
    run: (input: InputOf<C>, files?: readonly File[]) => run(call, input, files),
    attempt: (input: InputOf<C>, files?: readonly File[]) => attempt(call, input, files),
    isPending,
  }
}

/** As `useCall`, for a write that is chosen when it is sent. */
export function useSend<C extends AnyCall>(options: UseCallOptions<C> = {}) {
  const queries = useQueryClient()
  const [isPending, setPending] = useState(false)
  const busy = useRef(false)
  const intent = useRef<{ input: string; key: string } | null>(null)

  async function attempt(
    call: C,
    input: InputOf<C>,
    files?: readonly File[],
  ): Promise<AnswerOf<C> | undefined> {
    if (busy.current) return undefined
    busy.current = true
    setPending(true)
    try {
      const keyed = withKey(call, input, intent)
      const send = (proof?: FreshProof) =>
        untilFree(() => callServer(call, proof ? { ...keyed, proof } : keyed, files ? { files } : {}), {
          isKeyed: 'requestKey' in keyed,
        })
      const answer = await send().catch((thrown: unknown) =>
        proven(send, toRefused(thrown), options.weakens?.(input) ?? []),
      )
      intent.current = null
      await Promise.all(
        (options.refreshes ?? []).map((group) => queries.invalidateQueries({ queryKey: [group] })),
      )
      options.onDone?.(answer)
      return answer
    } catch (thrown) {
      const refused = toRefused(thrown)
      if (!answerMayBeLost(refused)) intent.current = null
      throw refused
    } finally {
      busy.current = false
      setPending(false)
    }
  }

  async function run(call: C, input: InputOf<C>, files?: readonly File[]): Promise<AnswerOf<C> | undefined> {
    try {
      return await attempt(call, input, files)
    } catch (thrown) {
      const refused = toRefused(thrown)
      if (refused.status !== 401 && !wasAsked(refused) && options.onRefused?.(refused) !== true)
        showRefused(refused, options.failed)
      return undefined
    }
  }

  return { run, attempt, isPending }
}

const answerMayBeLost = (refused: CallRefused) =>
  refused.status === 0 || refused.status === 503 || refused.is('RequestInFlight')

function withKey<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  intent: { current: { input: string; key: string } | null },
): InputOf<C> {
  const given: Record<string, unknown> = input
  if (!('requestKey' in call.input.shape) || given.requestKey) return input
  const text = JSON.stringify(given)
  if (intent.current?.input !== text) intent.current = { input: text, key: newRequestKey() }
  return { ...given, requestKey: intent.current.key } as InputOf<C>
}

/** `crypto.randomUUID` exists only on https and localhost; a portal inside a company network may have neither. */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
