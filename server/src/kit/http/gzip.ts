import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Smaller answers take one or two packets anyway. */
const worthIt = 32 * 1024
const pack = promisify(gzip)

export function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '').includes('gzip')
}

/**
 * Sends JSON, a large one compressed where the caller takes that: an order of 1,200 lines is 1.4 MB of text and a
 * twentieth of it on the line. Compressed beside the event loop, at the fastest level. Answers hold no secret that
 * somebody could guess by their length: tokens are only in answers that are small.
 */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, text: string): Promise<unknown> {
  reply.type('application/json; charset=utf-8')
  if (text.length < worthIt) return reply.send(text)
  reply.header('vary', 'accept-encoding')
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(text)
  const body = await pack(text, { level: constants.Z_BEST_SPEED })
  return reply.header('content-encoding', 'gzip').send(body)
}
