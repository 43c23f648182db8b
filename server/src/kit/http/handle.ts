import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Call } from '@kervan/contract/kit/call'
import type { RefusalCode } from '@kervan/contract/kit/refusals'
import type { RequestContext, SessionContext } from '../context.ts'
import type { SettingsOf } from '../records/settings.ts'
import type { Upload } from './uploads.ts'

/** A file as an answer. `inline` files are shown by the browser (logos), all others are saved. */
export type FileAnswer = { name: string; type: string; body: Readable | Buffer; inline?: boolean }

export type AnyCall = Call<string, z.ZodObject, z.ZodType, RefusalCode>
/** What a handler is given; the request key is the kit's affair. */
export type InputTo<C extends AnyCall> = Omit<z.infer<C['input']>, 'requestKey'>
/** What the handler of a call is given. */
export type Given<C extends AnyCall> = SessionContext & { input: InputTo<C>; uploads: Upload[] }
export type Answer<C extends AnyCall> = z.infer<C['output']>
type FileOf<C extends AnyCall> = null extends Answer<C> ? FileAnswer | null : FileAnswer

/** `run` is given what the schema of its call has let through; the types of the calls are known to who makes a handler. */
export type Handler = {
  call: AnyCall
  run(context: SessionContext & { input: unknown; uploads: Upload[] }): Promise<unknown>
  /** What makes the answer of what `run` returned, once the transaction has ended. */
  afterwards?(prepared: unknown, context: RequestContext): Promise<unknown>
  /** Settings that every request of the call needs: asked in the same round trip as who calls. */
  settings?: SettingsOf<unknown>
}
export type PublicHandler = {
  call: AnyCall
  runPublic(context: RequestContext & { input: unknown }): Promise<unknown>
}

/** The one shape of a handler: the contract's call, and what to do once the caller is known and allowed. */
export function handle<C extends AnyCall>(call: C, work: (context: Given<C>) => Promise<Answer<C>>): Handler {
  return { call, run: work }
}

/** As `handle`, for calls that are made often and always need an area's settings: they cost no round trip of their own. */
export function handleWithSettings<C extends AnyCall, S>(
  call: C,
  settings: SettingsOf<S>,
  work: (context: Given<C> & { settings: S }) => Promise<Answer<C>>,
): Handler {
  const run = async (context: Given<C>) =>
    work({ ...context, settings: await settings(context.tx, context.actor.company) })
  return { call, run, settings }
}

/**
 * As `handle`, for calls that ask somebody outside, who may take their time: `prepare` does all that needs the database,
 * and `ask` makes the answer when the transaction has ended, so that nobody waits for a connection or a lock meanwhile.
 */
export function handleOutside<C extends AnyCall, P>(
  call: C,
  prepare: (context: Given<C>) => Promise<P>,
  ask: (prepared: P, context: RequestContext) => Promise<Answer<C>>,
): Handler {
  return { call, run: prepare, afterwards: ask }
}

/** As `handle`, for calls that anybody may make: no actor, no transaction of a company. */
export function handlePublic<C extends AnyCall>(
  call: C,
  work: (context: RequestContext & { input: InputTo<C> }) => Promise<Answer<C>>,
): PublicHandler {
  return { call, runPublic: work }
}

/** As `handle`, for calls whose answer is a file. */
export function handleDownload<C extends AnyCall>(
  call: C,
  work: (context: Given<C>) => Promise<FileOf<C>>,
): Handler {
  return { call, run: work }
}
/** As `handleOutside`, for files that take their time: `make` makes it when the transaction has ended. */
export function handleDownloadOutside<C extends AnyCall, P>(
  call: C,
  prepare: (context: Given<C>) => Promise<P>,
  make: (prepared: P, context: RequestContext) => Promise<FileOf<C>>,
): Handler {
  return { call, run: prepare, afterwards: make }
}
export function handlePublicDownload<C extends AnyCall>(
  call: C,
  work: (context: RequestContext & { input: InputTo<C> }) => Promise<FileOf<C>>,
): PublicHandler {
  return { call, runPublic: work }
}

/** As `handle`, for calls whose answer goes on: each item is sent as it comes. */
export function handleStream<C extends AnyCall>(
  call: C,
  work: (context: Given<C>) => Promise<AsyncIterable<Answer<C>>>,
): Handler {
  return { call, run: work }
}

export type AnyHandler = Handler | PublicHandler

/**
 * Pairs every call of the contract with its handler. Throws when one is missing, doubled or nobody's, so that the
 * server does not start with a hole in it.
 */
export function pairHandlers(
  calls: readonly AnyCall[],
  handlers: readonly AnyHandler[],
): Map<string, AnyHandler> {
  const byName = new Map<string, AnyHandler>()
  const faults: string[] = []
  for (const handler of handlers) {
    const { name, access } = handler.call
    if (byName.has(name)) faults.push(`${name} has two handlers`)
    if (!calls.includes(handler.call)) faults.push(`${name} has a handler and no call`)
    if ((access === 'public') !== 'runPublic' in handler)
      faults.push(`${name} is ${access} and its handler is not`)
    // The answer that is kept for a request key is the one made in the transaction.
    if ('afterwards' in handler && 'requestKey' in handler.call.input.shape)
      faults.push(`${name} takes a request key and is answered after its transaction`)
    byName.set(name, handler)
  }
  for (const call of calls) {
    if (!byName.has(call.name)) faults.push(`${call.name} has no handler`)
    if (call.access === 'permission' && !call.permission) faults.push(`${call.name} has no access rule`)
  }
  if (faults.length > 0) throw new Error(`Contract and handlers differ: ${faults.join('; ')}`)
  return byName
}
