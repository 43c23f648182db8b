import type { Server } from 'node:http'

/** The port that a server listens on, whichever it was given. */
export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  return address.port
}
