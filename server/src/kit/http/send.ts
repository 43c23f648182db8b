import { Readable } from 'node:stream'
import { type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Call, ErrorAnswer } from '@kervan/contract/kit/call'
import { statusOf } from '@kervan/contract/kit/refusal-catalogue'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { RequestContext, Services } from '../context.ts'
import { withHeartbeat } from './heartbeat.ts'
import { isGoneCaller, toRefusal } from './faults.ts'
import { sendJson } from './gzip.ts'
import type { FileAnswer } from './handle.ts'
import { refusalMessage } from '../messages.ts'
import type { HttpOptions } from './http.ts'
import { contextOf } from './request-context.ts'

// How an answer leaves: JSON, a file, a stream, or a refusal.

export async function send(
  call: Call,
  answer: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: HttpOptions,
  context: RequestContext,
): Promise<unknown> {
  switch (call.kind) {
    case 'download':
      return sendFile(answer as FileAnswer | null, reply, context)
    case 'stream':
      return sendStream(answer as AsyncIterable<unknown>, request, reply, context)
    default:
      // In development and tests an answer that breaks its own contract is a fault; in production it costs time.
      if (options.checkAnswers) checkAnswer(call, answer)
      return sendJson(request, reply, JSON.stringify(answer))
  }
}

export function checkAnswer(call: Call, answer: unknown): void {
  const checked = call.output.safeParse(answer)
  if (!checked.success)
    throw new Error(`the answer of ${call.name} breaks its contract: ${z.prettifyError(checked.error)}`)
}

export function sendFile(
  file: FileAnswer | null,
  reply: FastifyReply,
  { services, reference }: RequestContext,
) {
  if (!file) return reply.code(204).send()
  const fallback = file.name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const disposition = file.inline ? 'inline' : 'attachment'
  reply.headers({
    'content-type': file.type,
    'content-disposition': `${disposition}; filename="${fallback}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
  })
  // The answer has begun when this happens: the caller sees it break off, and only the log can say why.
  if (file.body instanceof Readable)
    file.body.once('error', (error) => {
      const line = { reference, call: pathOf(reply.request) }
      if (isGoneCaller(error)) services.log.info(line, 'caller went away')
      else services.log.error({ ...line, err: error }, 'file broke off')
    })
  return reply.send(file.body)
}

export function sendStream(
  items: AsyncIterable<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  context: RequestContext,
) {
  reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
  const lines = async function* () {
    try {
      for await (const item of items) {
        if (request.raw.destroyed && request.raw.errored) return
        yield `data: ${JSON.stringify(item)}\n\n`
      }
    } catch (error) {
      yield `event: refused\ndata: ${JSON.stringify(errorAnswer(context, toRefusal(error).refusal))}\n\n`
    }
  }
  return reply.send(Readable.from(withHeartbeat(lines(), request.server.server.timeout / 2)))
}

/** Without its query, which a caller may have put a secret into. */
export function pathOf(request: FastifyRequest): string {
  return (request.url.split('?')[0] ?? '').slice(0, 120)
}

export function errorAnswer(
  context: Pick<RequestContext, 'language' | 'reference'>,
  refused: Refusal,
): ErrorAnswer {
  return {
    Message: refusalMessage(context.language, refused),
    ErrorCode: refused.code,
    Reference: context.reference,
    Timestamp: new Date().toISOString(),
    ...(Object.keys(refused.facts).length > 0 && { Facts: refused.facts }),
  }
}

/** The only way an answer other than 200 leaves: refusals are information in the log, faults are errors with their cause. */
export function sendRefusal(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  context: RequestContext = contextOf(services, request),
) {
  const { refusal: refused, fault } = toRefusal(error)
  const line = { reference: context.reference, call: pathOf(request), code: refused.code }
  if (isGoneCaller(error)) services.log.info(line, 'caller went away')
  else if (fault) services.log.error({ ...line, err: error }, 'call failed')
  else services.log.info(line, 'call refused')
  if ('seconds' in refused.facts) reply.header('retry-after', String(refused.facts['seconds']))
  return reply
    .code(statusOf(refused.code))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorAnswer(context, refused)))
}

/** What the sender of files says of a path that it does not serve, such as one with a null byte. */
const isRefusedFile = (error: unknown): boolean =>
  error instanceof Error && 'expose' in error && 'status' in error && Number(error.status) < 500

/** Fastify's own complaints about a request, in the words of our catalogue. */
export function ofFastify(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refusal('BodyTooLarge', { limit: '1 MB' })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_ERR_CTP_EMPTY_TYPE')
    return refusal('JsonExpected')
  if (code === 'FST_STATIC_FORBIDDEN_PATH' || isRefusedFile(error)) return refusal('NotFound')
  if (error instanceof SyntaxError || code.startsWith('FST_ERR_CTP')) return refusal('BodyUnreadable')
  return error
}
