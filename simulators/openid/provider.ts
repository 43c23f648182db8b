import { createHash, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'
import { people, type Person } from './people.ts'

export type { Person } from './people.ts'

/** Every way a token can be wrong; each stands for one check of D23. */
export const faults = [
  'issuer',
  'audience',
  'algNone',
  'algHs256',
  'kidUnknown',
  'signature',
  'expired',
  'notYetValid',
  'nonceMissing',
  'nonceWrong',
  'accessToken',
  'otherTenant',
  'objectIdMissing',
  'unlinked',
] as const
export type Fault = (typeof faults)[number]

type Wanted = {
  tenant: string
  clientId: string
  nonce: string
  person: string
  fault?: Fault | undefined
  now?: number | undefined
}
type Code = Wanted & { challenge: string; redirectUri: string; expiresAt: number }
type Key = { kid: string; secret: CryptoKey; shown: JWK }

export type Provider = Awaited<ReturnType<typeof openProvider>>

export async function openProvider(url: string) {
  let key = await newKey()
  let shown: Key[] = [key]
  let down = false
  let failing = false
  let slowMs = 0
  let asked = 0
  const stranger = await newKey()
  const codes = new Map<string, Code>()

  async function token(wanted: Wanted): Promise<string> {
    const { fault } = wanted
    const now = wanted.now ?? Math.floor(Date.now() / 1_000)
    const person =
      fault === 'unlinked'
        ? { objectId: '00000000-0000-4000-8000-00000000dead', name: 'Nobody', email: 'nobody@example.test' }
        : personOf(wanted.person)
    const claims: Record<string, unknown> = {
      iss: fault === 'issuer' ? `${url}/00000000-0000-4000-8000-0000000000ff/v2.0` : issuerOf(wanted.tenant),
      aud: fault === 'audience' ? 'another-client' : wanted.clientId,
      tid: fault === 'otherTenant' ? '00000000-0000-4000-8000-0000000000ee' : wanted.tenant,
      oid: person.objectId,
      sub: createHash('sha256').update(`${wanted.clientId} ${person.objectId}`).digest('base64url'),
      preferred_username: person.email,
      name: person.name,
      nonce: fault === 'nonceWrong' ? 'not-the-nonce' : wanted.nonce,
      iat: now,
      nbf: fault === 'notYetValid' ? now + 600 : now,
      exp: fault === 'expired' ? now - 61 : now + 3_600,
      ver: '2.0',
      ...(fault === 'accessToken' && { scp: 'openid profile' }),
    }
    if (fault === 'nonceMissing') delete claims['nonce']
    if (fault === 'objectIdMissing') delete claims['oid']
    if (fault === 'expired') Object.assign(claims, { iat: now - 3_700, nbf: now - 3_700 })
    if (fault === 'algNone') return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
    if (fault === 'algHs256') {
      // Signed with the public key as if it were a shared secret: what a careless check would take.
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: key.kid, typ: 'JWT' })
        .sign(new TextEncoder().encode(JSON.stringify(key.shown)))
    }
    const signer = fault === 'kidUnknown' || fault === 'signature' ? stranger : key
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: fault === 'signature' ? key.kid : signer.kid, typ: 'JWT' })
      .sign(signer.secret)
  }

  return {
    url,
    token,
    people: (_tenant: string): readonly Person[] => people,
    discovery: (tenant: string) => ({
      issuer: issuerOf(tenant),
      authorization_endpoint: `${url}/${tenant}/oauth2/v2.0/authorize`,
      token_endpoint: `${url}/${tenant}/oauth2/v2.0/token`,
      jwks_uri: `${url}/${tenant}/discovery/v2.0/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    }),
    /** Null while the switch says that nobody answers. */
    async keys() {
      asked += 1
      if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs))
      if (failing) return 'failing' as const
      return down ? null : { keys: shown.map((one) => one.shown) }
    },
    async administer(requested: { rotate?: boolean; down?: boolean; failing?: boolean; slowMs?: number }) {
      if (requested.rotate) {
        key = await newKey()
        shown = [key]
      }
      down = requested.down ?? down
      failing = requested.failing ?? failing
      slowMs = requested.slowMs ?? slowMs
      return { kid: key.kid, down, asked }
    },
    /** Where the browser goes after the choice: back with a code, or with the news that somebody canceled. */
    choose(tenant: string, chosen: URLSearchParams): string {
      const back = new URL(chosen.get('redirect_uri') ?? '')
      back.searchParams.set('state', chosen.get('state') ?? '')
      if (chosen.get('person') === '') {
        back.searchParams.set('error', 'access_denied')
        return back.href
      }
      const code = randomBytes(24).toString('base64url')
      codes.set(code, {
        tenant,
        clientId: chosen.get('client_id') ?? '',
        nonce: chosen.get('nonce') ?? '',
        person: chosen.get('person') ?? '',
        fault: faults.find((fault) => fault === chosen.get('fault')),
        challenge: chosen.get('code_challenge') ?? '',
        redirectUri: chosen.get('redirect_uri') ?? '',
        expiresAt: Date.now() + 60_000,
      })
      back.searchParams.set('code', code)
      return back.href
    },
    async redeem(tenant: string, form: URLSearchParams) {
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      if (!code || code.expiresAt < Date.now() || code.tenant !== tenant) throw new Error('unknown code')
      if (
        createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url') !== code.challenge
      )
        throw new Error('the verifier does not fit the challenge')
      if (form.get('redirect_uri') !== code.redirectUri || form.get('client_id') !== code.clientId)
        throw new Error('another redirect or client')
      return {
        token_type: 'Bearer',
        scope: 'openid profile email',
        expires_in: 3_600,
        access_token: randomBytes(24).toString('base64url'),
        id_token: await token(code),
      }
    },
  }

  function issuerOf(tenant: string): string {
    return `${url}/${tenant}/v2.0`
  }
}

async function newKey(): Promise<Key> {
  const pair = await generateKeyPair('RS256')
  const kid = randomBytes(8).toString('base64url')
  return {
    kid,
    secret: pair.privateKey,
    shown: { ...(await exportJWK(pair.publicKey)), kid, use: 'sig', alg: 'RS256' },
  }
}

function personOf(objectId: string): Person {
  return (
    people.find((person) => person.objectId === objectId) ?? {
      objectId,
      name: objectId,
      email: 'somebody@example.test',
    }
  )
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
