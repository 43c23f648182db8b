import { createHash, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { Call, InputOf, OutputOf } from '@kervan/contract/kit/call'
import { deviceHeaders, signedText } from '@kervan/contract/kit/device'
import type { Language } from '@kervan/contract/kit/values'

// Calls to the portal, the only thing that leaves this machine beside the questions to ITS. No port is opened.

/** The portal has refused a call, in its own words. */
export class PortalRefused extends Error {
  readonly code: string
  constructor(code: string, words: string) {
    super(words)
    this.name = 'PortalRefused'
    this.code = code
  }
}
/** Nothing came back, or nothing that the portal would say. */
export class PortalSilent extends Error {}

const timeoutMs = 30_000
let language: Language = 'en'
export const speak = (chosen: Language): void => void (language = chosen)

/** Throws `PortalRefused`, `PortalSilent`. */
export async function post<C extends Call>(
  portal: string,
  call: C,
  input: InputOf<C>,
  paired?: { device: string; key: KeyObject },
): Promise<OutputOf<C>> {
  const body = JSON.stringify(input)
  const { response, text } = await fetch(portal + call.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': language,
      ...(paired && signed(paired, call.path, body)),
    },
    body,
    // What is meant for this portal is sent to no other one.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then(async (answer) => ({ response: answer, text: await answer.text() }))
    .catch((error: unknown) => {
      throw new PortalSilent('no answer', { cause: error })
    })
  const answer = parsed(text)
  if (response.ok && answer !== null) return call.output.parse(answer) as OutputOf<C>
  if (response.status >= 500 || response.status === 429 || answer === null || !('ErrorCode' in answer))
    throw new PortalSilent(`HTTP ${response.status}`)
  throw new PortalRefused(String(answer['ErrorCode']), String(answer['Message'] ?? answer['ErrorCode']))
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return null
  }
}

function signed(
  { device, key }: { device: string; key: KeyObject },
  path: string,
  body: string,
): Record<string, string> {
  const [time, nonce] = [String(Date.now()), randomBytes(18).toString('base64url')]
  const bodyHash = createHash('sha256').update(body).digest('base64url')
  const text = signedText({ method: 'POST', path, device, time, nonce, bodyHash })
  return {
    [deviceHeaders.device]: device,
    [deviceHeaders.time]: time,
    [deviceHeaders.nonce]: nonce,
    [deviceHeaders.signature]: sign(null, Buffer.from(text), key).toString('base64url'),
  }
}
