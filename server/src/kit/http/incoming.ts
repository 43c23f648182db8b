import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '@kervan/contract/kit/call'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { emptyRecord } from '@kervan/contract/kit/typed'
import { noteSignedBody } from './device.ts'
import type { Spool, Upload } from './uploads.ts'

// What a request says, before anybody knows whether it may: body, query or parts, the token apart from the input.

const maxDepth = 32

/** Refuses nesting before parsing: 5,000 levels parse, but overflow the stack of whoever walks them afterwards. */
export function replaceJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    noteSignedBody(request, bytes)
    const body = textOf(bytes)
    if (body === null) return done(refusal('BodyUnreadable'), undefined)
    if (body === '') return done(null, {})
    if (isTooDeep(body)) return done(refusal('BodyTooDeep', { limit: maxDepth }), undefined)
    if (/(?<!\\)(?:\\\\)*\\u0000/.test(body)) return done(holdsNul(), undefined)
    if (/\\u[dD][89a-fA-F]/.test(body) && !isWellFormed(body))
      return done(refusal('BodyUnreadable'), undefined)
    void parse(request, body, done)
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a body; null for bytes that are none. */
function textOf(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

/** Whether no text of the document holds half of a character: the database refuses it, or keeps another in its place. */
function isWellFormed(json: string): boolean {
  try {
    JSON.parse(json, (key, value: unknown) => {
      if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) throw new Error('half')
      return value
    })
    return true
  } catch {
    return false
  }
}

/** PostgreSQL keeps every character but this one, and nobody types it; better said for all calls than for each field. */
function holdsNul(): Refusal {
  return refusal('InvalidInput', { issues: [{ path: '', code: 'nul_character' }] })
}

function isTooDeep(json: string): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < json.length; at++) {
    const letter = json.charCodeAt(at)
    if (inText) {
      if (letter === 92) at++
      else if (letter === 34) inText = false
    } else if (letter === 34) inText = true
    else if (letter === 123 || letter === 91) {
      if (++depth > maxDepth) return true
    } else if (letter === 125 || letter === 93) depth--
  }
  return false
}

type Incoming = { token: string; input: Record<string, unknown>; uploads: Upload[] }

/** Token, input and files of a request, by the kind of the call; the input is not checked against its schema yet. */
export async function readInput(call: Call, request: FastifyRequest, spool: Spool | null): Promise<Incoming> {
  if (call.kind === 'get')
    return withoutNul({ token: '', input: request.query as Record<string, unknown>, uploads: [] })
  if (spool) return withoutNul(await readMultipart(request, spool))
  if (!request.headers['content-type']?.startsWith('application/json')) throw refusal('JsonExpected')
  const body = request.body
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refusal('BodyUnreadable')
  const { Token: token, ...input }: { Token?: unknown } = body
  return { token: typeof token === 'string' ? token : '', input, uploads: [] }
}

function withoutNul(incoming: Incoming): Incoming {
  if (Object.values(incoming.input).some((value) => typeof value === 'string' && value.includes('\0')))
    throw holdsNul()
  return incoming
}

async function readMultipart(request: FastifyRequest, spool: Spool): Promise<Incoming> {
  if (!request.isMultipart()) throw refusal('FileMissing')
  const input = emptyRecord<unknown>()
  const uploads: Upload[] = []
  let token = ''
  for await (const part of request.parts()) {
    if (part.type === 'file') uploads.push(await spool.add(part.filename ?? '', part.file))
    else if (part.fieldname === 'Token') token = String(part.value)
    else input[part.fieldname] = part.value
  }
  return { token, input, uploads }
}
