import { getEntraSettings, loginThroughEntra, startEntraLogin } from '@kervan/contract/access/entra'
import type { Session } from '@kervan/contract/access/authentication'
import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import { callServer } from '../kit/call/client.ts'

// Authorization code with PKCE in the page itself (ACC-004): the browser goes to Microsoft and comes back, so that no
// popup can be blocked. Loaded only when the button is pressed, and on the way back.

const Leaving = z.object({
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  authority: z.string(),
  clientId: z.string(),
  companyIntCode: z.int(),
  next: z.string().optional(),
})
const storageKey = 'kervan.entra'

export class Canceled extends Error {}

export async function leaveForMicrosoft(companyIntCode: number, next: string | undefined): Promise<void> {
  const [{ settings }, { nonce }] = await Promise.all([
    callServer(getEntraSettings, { companyIntCode }),
    callServer(startEntraLogin, { companyIntCode }),
  ])
  if (!settings) throw new Error('Microsoft sign-in is not set up')
  const server = await discover(settings.authority)
  if (!server.authorization_endpoint) throw new Error('the authority has no page to sign in')
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
  const leaving: z.infer<typeof Leaving> = {
    state,
    verifier,
    nonce,
    authority: settings.authority,
    clientId: settings.clientId,
    companyIntCode,
    next,
  }
  window.sessionStorage.setItem(storageKey, JSON.stringify(leaving))
  const address = new URL(server.authorization_endpoint)
  address.search = new URLSearchParams({
    client_id: settings.clientId,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  window.location.assign(address)
}

/** Back from Microsoft: gives the session and the page first asked for. Throws `Canceled` when somebody changed their mind. */
export async function returnFromMicrosoft(): Promise<{ session: Session; next: string | undefined }> {
  const stored = window.sessionStorage.getItem(storageKey)
  window.sessionStorage.removeItem(storageKey)
  const answer = new URLSearchParams(window.location.search)
  if (answer.get('error') === 'access_denied') throw new Canceled()
  const leaving = Leaving.parse(JSON.parse(stored ?? '{}'))
  const server = await discover(leaving.authority)
  const client: oauth.Client = { client_id: leaving.clientId }
  const parameters = oauth.validateAuthResponse(server, client, answer, leaving.state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri(),
    leaving.verifier,
    allowing(leaving.authority),
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: leaving.nonce,
    requireIdToken: true,
  })
  const name = oauth.getValidatedIdTokenClaims(tokens)?.['preferred_username']
  const session = await callServer(loginThroughEntra, {
    entraUsername: typeof name === 'string' ? name : '',
    entraToken: tokens.id_token ?? '',
    companyIntCode: leaving.companyIntCode,
  })
  return { session, next: leaving.next }
}

async function discover(authority: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(authority)
  const response = await oauth.discoveryRequest(issuer, allowing(authority))
  return oauth.processDiscoveryResponse(issuer, response)
}

/** Only a provider that stands in on this machine may go without TLS. */
function allowing(authority: string) {
  return { [oauth.allowInsecureRequests]: ['localhost', '127.0.0.1'].includes(new URL(authority).hostname) }
}

function redirectUri(): string {
  return `${window.location.origin}/login/microsoft`
}
