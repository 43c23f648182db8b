import type { Call, InputOf, OutputOf } from '@kervan/contract/kit/call'
import type { kitRefusals, portalRefusals } from '@kervan/contract/kit/portal-refusals'
import { mayRefuse, statusOf } from '@kervan/contract/kit/refusal-catalogue'
import type { FactArguments, RefusalCode } from '@kervan/contract/kit/refusals'
import type { z } from 'zod'
import { i18n } from '../src/kit/i18n/i18n.ts'
import { permissionName } from '../src/kit/values/permissionName.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a call of whatever input and refusals
type AnyCall = Call<string, any, any, any>
type Handler = (input: never, request: { token: string | null; signal: AbortSignal | null }) => unknown
/** What a handler gets: as on the server, without the request key that the client adds to every write. */
type InputTo<C extends AnyCall> = Omit<InputOf<C>, 'requestKey'>
export type Sent = {
  name: string
  input: Record<string, unknown>
  requestKey: unknown
  token: string | null
  language: string | null
  files: readonly File[]
}

/** What every call may answer, and what uploads and lists add to a call of their own. */
type PortalCode = keyof typeof portalRefusals | keyof typeof kitRefusals

class MemoryRefusal extends Error {
  readonly response: Response
  constructor(response: Response) {
    super('refused')
    this.response = response
  }
}

/** The sentence of a refusal; a permission is called by its name. */
function sentenceOf(code: RefusalCode, { permission, ...facts }: Record<string, unknown>): string {
  const named = typeof permission === 'string' && { permission: permissionName(i18n.t, permission) }
  return i18n.t(`refusal.${code}`, { ...facts, ...named })
}

/** Stands in for `fetch`: takes the contract's calls, checks what is sent and what is answered, and remembers both. */
export class MemoryServer {
  readonly sent: Sent[] = []
  /** As if the cable were out. */
  offline = false
  #handlers = new Map<string, { call: AnyCall; handler: Handler }>()
  #original: typeof fetch | null = null
  #held: Promise<void> = Promise.resolve()

  answer<C extends AnyCall>(
    call: C,
    handler: (
      input: InputTo<C>,
      request: { token: string | null; signal: AbortSignal | null },
    ) => OutputOf<C> | Promise<OutputOf<C>> | Response | AsyncIterable<OutputOf<C>>,
  ): void {
    this.#handlers.set(call.path, { call, handler: handler as Handler })
  }

  /** Refuses as the server does: with a code that the call may answer, its status and its sentence. */
  refuse<R extends RefusalCode, C extends R | PortalCode>(
    call: Call<string, z.ZodObject, z.ZodType, R>,
    code: C,
    ...facts: FactArguments<C>
  ): never {
    if (!mayRefuse(call, code)) throw new Error(`${call.name} is never refused with ${code}`)
    throw new MemoryRefusal(
      Response.json(
        {
          Message: sentenceOf(code, facts[0] ?? {}),
          ErrorCode: code,
          Reference: '7F3K-92QD',
          Timestamp: '2026-11-20T07:42:17.000Z',
          ...(facts[0] ? { Facts: facts[0] } : {}),
        },
        { status: statusOf(code) },
      ),
    )
  }

  /** Answers nothing until what it returns is called: how long something stays on its way is not left to a clock. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held = promise
    return resolve
  }

  sentTo(call: AnyCall): Sent[] {
    return this.sent.filter(({ name }) => name === call.name)
  }

  install(): void {
    this.#original ??= window.fetch
    window.fetch = (request, init) => this.#fetch(request, init)
  }
  remove(): void {
    if (this.#original) window.fetch = this.#original
    this.#original = null
  }

  async #fetch(request: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(request instanceof Request ? request.url : String(request), window.location.href)
    const found = this.#handlers.get(url.pathname)
    if (!url.pathname.startsWith('/api/'))
      return this.#original?.(request, init) ?? new Response('', { status: 404 })
    await this.#held
    init.signal?.throwIfAborted()
    if (this.offline) throw new TypeError('Failed to fetch')
    if (!found)
      return Response.json(
        {
          Message: `Not served here: ${url.pathname}`,
          ErrorCode: 'CallNotFound',
          Reference: 'MEM',
          Timestamp: new Date().toISOString(),
        },
        { status: 404 },
      )
    return this.#run(found.call, found.handler, url, init)
  }

  async #run(call: AnyCall, handler: Handler, url: URL, init: RequestInit): Promise<Response> {
    const { input: whole, token } = readInput(call, url, init)
    const { requestKey, ...input } = whole
    this.sent.push({
      name: call.name,
      input,
      requestKey,
      token,
      language: new Headers(init.headers).get('Accept-Language'),
      files: init.body instanceof FormData ? (init.body.getAll('files') as File[]) : [],
    })
    const parsed = call.input.safeParse(whole) as z.ZodSafeParseResult<Record<string, unknown>>
    if (!parsed.success) {
      console.error(`${call.name} was sent something the contract refuses`, input, parsed.error.issues)
      return Response.json(
        {
          Message: 'The input is not valid.',
          ErrorCode: 'InvalidInput',
          Reference: 'MEM',
          Timestamp: new Date().toISOString(),
          Facts: { issues: parsed.error.issues.map(({ path, code }) => ({ path: path.join('.'), code })) },
        },
        { status: 422 },
      )
    }
    try {
      const { requestKey: _, ...asked } = parsed.data
      const answer = await handler(asked as never, { token, signal: init.signal ?? null })
      if (answer instanceof Response) return answer
      if (call.kind === 'stream') return streamOf(answer as AsyncIterable<unknown>)
      return Response.json(call.output.parse(answer))
    } catch (thrown) {
      if (thrown instanceof MemoryRefusal) return thrown.response.clone()
      throw thrown
    }
  }
}

function readInput(
  call: AnyCall,
  url: URL,
  init: RequestInit,
): { input: Record<string, unknown>; token: string | null } {
  if (call.kind === 'get') return { input: Object.fromEntries(url.searchParams), token: null }
  if (init.body instanceof FormData) {
    const fields = [...init.body.entries()].filter(([name]) => name !== 'files')
    if (fields.length > 0 && fields[0]?.[0] !== 'Token' && call.access !== 'public')
      throw new Error(`${call.name}: the token must be the first part`)
    const { Token = null, ...input } = Object.fromEntries(fields) as Record<string, string>
    return { input, token: Token }
  }
  const { Token = null, ...input } = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record<
    string,
    unknown
  >
  return { input, token: Token as string | null }
}

function streamOf(messages: AsyncIterable<unknown>): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for await (const message of messages)
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(message)}\n\n`))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
}
