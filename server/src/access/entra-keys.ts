import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import type { OutsideSystem } from '../kit/outside/outside.ts'

// The signing keys of an authority, from the one address that its setting pins (D23). A key that is not known is asked
// for at once, so that a new one works from its first token on. A stranger can name keys that do not exist: when an asking
// did not bring the key, or had no answer, nobody asks again for half a minute, and the keys of last time go on working.

const cooldownMs = 30_000
const maxAgeMs = 10 * 60_000

const keySets = new WeakMap<OutsideSystem, Map<string, JWTVerifyGetKey>>()

export function keysOf(authority: OutsideSystem, address: string): JWTVerifyGetKey {
  const ofAuthority = keySets.get(authority) ?? new Map<string, JWTVerifyGetKey>()
  keySets.set(authority, ofAuthority)
  const known = ofAuthority.get(address) ?? openKeys(authority, address)
  ofAuthority.set(address, known)
  return known
}

/** What came of asking; `not` while it is too early to ask again. */
type Asked = 'read' | 'failed' | 'not'

function openKeys(authority: OutsideSystem, address: string): JWTVerifyGetKey {
  // The library fetches, once for all who wait, and finds the key. When to fetch is decided here: its own pause follows
  // every success, the one that brought a key as well, and none follows a failure.
  const keys = createRemoteJWKSet(new URL(address), {
    // Not repeated: when to ask again is what this file is about.
    [customFetch]: (url, { headers, signal }) => authority.fetch(url, { headers, signal, retries: 0 }),
    cacheMaxAge: Infinity,
    cooldownDuration: Infinity,
  })
  let readAt = -Infinity
  let quietUntil = 0
  let lastFailure: unknown = new Error('the keys have not been read yet')

  /** Reads the keys, or waits for somebody who is reading them. Nobody else begins until it is known what came of it. */
  async function ask(): Promise<Asked> {
    if (!keys.reloading && Date.now() < quietUntil) return 'not'
    quietUntil = Date.now() + cooldownMs
    try {
      await keys.reload()
      readAt = Date.now()
      return 'read'
    } catch (error) {
      lastFailure = error
      return 'failed'
    }
  }

  return async (header, token) => {
    const find = async () => {
      if (readAt === -Infinity) throw lastFailure
      return keys(header, token)
    }
    let asked: Asked = Date.now() < readAt + maxAgeMs ? 'not' : await ask()
    const found = await find().catch(async (error: unknown) => {
      if (!(error instanceof errors.JWKSNoMatchingKey) || asked !== 'not') throw error
      asked = await ask()
      return find()
    })
    if (asked === 'read') quietUntil = 0
    return found
  }
}
