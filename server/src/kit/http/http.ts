import { monitorEventLoopDelay } from 'node:perf_hooks'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Call } from '@kervan/contract/kit/call'
import { mayRefuse } from '@kervan/contract/kit/refusal-catalogue'
import { refusal } from '@kervan/contract/kit/refusals'
import { loadActor } from './actor.ts'
import { findApiKey, isApiKey } from './api-key.ts'
import { answerOnce, takeRequestKey } from './answered-requests.ts'
import { longestStatementMs } from '../database/db.ts'
import type { RequestContext, Services, SessionContext } from '../context.ts'
import { findDevice } from './device.ts'
import { toRefusal } from './faults.ts'
import { assertMayCall } from './gates.ts'
import type { AnyHandler, Handler } from './handle.ts'
import { readInput, replaceJsonParser } from './incoming.ts'
import type { Metrics } from './metrics.ts'
import { checkSession, findFamily, findSession, hashToken, knownOwner } from './session.ts'
import { assertUploads, openSpool, type Spool, type Upload } from './uploads.ts'
import { send, sendRefusal, ofFastify } from './send.ts'
import { contextOf } from './request-context.ts'

// The life of a request: parse, session, gates, permission, input, transaction, handler, answer (architecture section 5).

const loopDelayLimit = 200
const heapLimit = 0.85

export type HttpOptions = {
  trustProxy: boolean
  checkAnswers: boolean
  requestLimits: boolean
  /** Origins beside our own that pages may talk to. */
  connectTo?: () => readonly string[]
}

export async function buildHttp(
  services: Services,
  handlers: Map<string, AnyHandler>,
  metrics: Metrics,
  options: HttpOptions,
): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    trustProxy: options.trustProxy,
    bodyLimit: 1024 * 1024,
    // The longest silence on a connection; an answer may take as long as the longest statement.
    connectionTimeout: longestStatementMs + 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 10_000,
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384 },
    routerOptions: { caseSensitive: true },
  })
  app.server.maxConnections = 2_000
  app.server.maxHeadersCount = 64
  replaceJsonParser(app)
  // The size of files is each call's own affair and counted while they are spooled.
  await app.register(multipart, {
    limits: { fields: 20, fieldSize: 65_536, parts: 30, fileSize: Number.MAX_SAFE_INTEGER },
  })
  addSecurityHeaders(app, options.connectTo ?? (() => []))
  const shed = options.requestLimits ? overloadGuard(services) : () => {}
  const answerRequest = requestAnswerer(services, metrics, options, shed)
  for (const handler of handlers.values()) addRoute(app, handler, answerRequest)
  app.setErrorHandler((error, request, reply) => sendRefusal(services, request, reply, ofFastify(error)))
  app.route({
    method: ['GET', 'POST'],
    url: '/api/*',
    handler: (request, reply) => sendRefusal(services, request, reply, refusal('CallNotFound')),
  })
  return app
}

function addRoute(
  app: FastifyInstance,
  handler: AnyHandler,
  answer: (handler: AnyHandler, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const { call } = handler
  app.route({
    method: call.kind === 'get' ? 'GET' : 'POST',
    url: call.path,
    bodyLimit: call.upload ? call.upload.maxFiles * call.upload.maxBytes + 1024 * 1024 : call.maxBody,
    handler: (request, reply) => answer(handler, request, reply),
  })
}

const contentPolicy = (origins: readonly string[]) =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...origins].join(' '),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

function addSecurityHeaders(app: FastifyInstance, connectTo: () => readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      'content-security-policy': contentPolicy(connectTo()),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
    })
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}

/** Says no early when the process cannot keep up, before memory grows (D47). Health checks have their own port and path. */
function overloadGuard(services: Services): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let busy = false
  const timer = setInterval(() => {
    const memory = process.memoryUsage()
    const { pool } = services.db
    busy =
      delay.percentile(90) / 1e6 > loopDelayLimit ||
      (memory.heapUsed > 1.5e9 && memory.heapUsed / memory.heapTotal > heapLimit) ||
      pool.waitingCount > 500
    delay.reset()
  }, 500)
  timer.unref()
  return () => {
    if (busy) throw refusal('Overloaded', { seconds: 2 })
  }
}

function requestAnswerer(services: Services, metrics: Metrics, options: HttpOptions, shed: () => void) {
  return async (handler: AnyHandler, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { call } = handler
    const started = process.hrtime.bigint()
    const context = contextOf(services, request)
    let spool: Spool | null = null
    try {
      shed()
      if (call.upload) spool = await openSpool(services.temporary, context.address, call.upload)
      const { token, input, uploads } = await readInput(call, request, spool)
      const answer =
        'runPublic' in handler
          ? await handler.runPublic({ ...context, input: call.input.parse(input) })
          : await runInSession(handler, context, request, token, input, uploads)
      return await send(call, answer, request, reply, options, context)
    } catch (error) {
      // What is left of the request is not read, so the connection cannot carry another one.
      if (!request.raw.complete) reply.header('connection', 'close')
      const told = options.checkAnswers ? declared(call, error) : error
      return sendRefusal(services, request, reply, told, context)
    } finally {
      await spool?.remove()
      metrics.observe(call.name, reply.statusCode, Number(process.hrtime.bigint() - started) / 1e9)
    }
  }
}

async function runInSession(
  handler: Handler,
  context: RequestContext,
  request: FastifyRequest,
  token: string,
  input: unknown,
  uploads: Upload[],
): Promise<unknown> {
  const { call } = handler
  const { db } = context.services
  const device = call.access === 'device' ? await findDevice(db, request, context.now) : null
  if (!device && token === '') throw refusal('SessionExpired')
  const tokenHash = hashToken(token)
  const entered = device ?? (isApiKey(token) ? await findApiKey(db, token, context.address) : null)
  const owner =
    entered ?? knownOwner(tokenHash) ?? (await findSession(db, tokenHash, { quietly: call.polled }))
  const answer = await db.withCompany(owner.companyId, async (tx) => {
    // One round trip: is the session alive, who is it, and is this the first request with its key.
    const session = entered ?? checkSession(db, tx, tokenHash)
    const parsed = call.input.safeParse(input)
    const { requestKey: key, ...sent } = (parsed.data ?? {}) as { requestKey?: string }
    const [{ familyId }, actor, taken] = await Promise.all([
      session,
      loadActor(tx, owner.companyId, owner.membershipId, session),
      key ? takeRequestKey(tx, owner, { key, call, input: sent, uploads, now: context.now }) : null,
      handler.settings?.(tx, { id: owner.companyId }),
    ])
    assertMayCall(call, actor)
    if (!parsed.success) throw parsed.error
    if (call.upload) await assertUploads(call.upload, uploads)
    const full: SessionContext & { input: unknown; uploads: Upload[] } = {
      ...context,
      actor,
      tx,
      tokenHash,
      familyId,
      deviceId: device?.deviceId ?? null,
      input: sent,
      uploads,
    }
    if (call.kind === 'stream')
      return stillAllowed(full, token, call, (await handler.run(full)) as AsyncIterable<unknown>)
    return taken ? answerOnce(tx, taken, () => handler.run(full)) : handler.run(full)
  })
  return handler.afterwards ? handler.afterwards(answer, context) : answer
}

/** A stream outlives its request, so before each item it is asked anew whether whoever listens still may (ACC-008). */
async function* stillAllowed(
  context: SessionContext,
  token: string,
  call: Call,
  items: AsyncIterable<unknown>,
): AsyncGenerator<unknown> {
  const { db } = context.services
  for await (const item of items) {
    // A key opens no session.
    const session = context.familyId
      ? await findFamily(db.shared, context.familyId)
      : await findApiKey(db, token, context.address)
    assertMayCall(
      call,
      await db.withCompany(session.companyId, (tx) =>
        loadActor(tx, session.companyId, session.membershipId, session),
      ),
    )
    yield item
  }
}

/** A refusal that its call does not list is a fault where answers are checked: integrators are told of those listed. */
function declared(call: Call, error: unknown): unknown {
  const { refusal: refused, fault } = toRefusal(error)
  if (fault || mayRefuse(call, refused.code)) return error
  return new Error(`${call.name} answers ${refused.code} and does not list it`, { cause: error })
}
