import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'

// The signing keys of an authority, from the one address that its setting pins (D23). A key that is not known yet is
// asked for, at most every half minute; while the address does not answer, the keys of last time go on working.

const cooldownMs = 30_000
const patienceMs = 5_000
const maxAgeMs = 10 * 60_000

const keySets = new Map<string, JWTVerifyGetKey>()

export function keysOf(address: string): JWTVerifyGetKey {
  const known = keySets.get(address) ?? openKeys(address)
  keySets.set(address, known)
  return known
}

function openKeys(address: string): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(address), { cooldownDuration: cooldownMs, timeoutDuration: patienceMs, cacheMaxAge: maxAgeMs })
  let quietUntil = 0
  let lastFailure: unknown = new Error('the key address does not answer')
  const lastKnown: JWTVerifyGetKey = (header, token) => {
    const keys = remote.jwks()
    if (!keys) throw lastFailure
    return createLocalJWKSet(keys)(header, token)
  }
  return async (header, token) => {
    if (Date.now() < quietUntil) return lastKnown(header, token)
    try {
      return await remote(header, token)
    } catch (error) {
      // The keys were read and none fits, or more than one does: that is an answer.
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys || error instanceof errors.JOSENotSupported) throw error
      quietUntil = Date.now() + cooldownMs
      lastFailure = error
      return lastKnown(header, token)
    }
  }
}
