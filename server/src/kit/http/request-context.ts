import { randomBytes } from 'node:crypto'
import { type FastifyRequest } from 'fastify'
import type { RequestContext, Services } from '../context.ts'
import { languageOf } from '../messages.ts'

// What every handler is given of its request.

export function contextOf(services: Services, request: FastifyRequest): RequestContext {
  return {
    services,
    language: languageOf(request.headers['accept-language']),
    now: services.clock.now(),
    address: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 200),
    reference: newReference(),
  }
}

/** Eight letters and digits a person can read out over the telephone. */
export function newReference(): string {
  const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  return [...randomBytes(8)].map((byte) => letters[byte % letters.length]).join('')
}
