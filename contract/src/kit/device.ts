// How a paired device signs its calls (`access: 'device'`): what is signed, and the headers it travels in. The server and
// the programs on people's machines make the same bytes from here.

/** The headers of a signed call. */
export const deviceHeaders = {
  device: 'kervan-device',
  time: 'kervan-time',
  nonce: 'kervan-nonce',
  signature: 'kervan-signature',
} as const

/** How far the clock of a device may be from the server's, in seconds. */
export const deviceClockSeconds = 300

/** The number of the company and the id that pairing answered with, joined by a dot. */
export const deviceName = /^(\d{1,9})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
/** Milliseconds since 1970. */
export const deviceTime = /^\d{13}$/
/** Chosen by the device, another for every call. */
export const deviceNonce = /^[A-Za-z0-9_-]{16,64}$/
/** The 64 bytes of an Ed25519 signature in base64url without padding. */
export const deviceSignature = /^[A-Za-z0-9_-]{86}$/
/** The 32 bytes of an Ed25519 public key in base64url without padding. */
export const devicePublicKey = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

export type SignedCall = {
  method: string
  /** Path and query as they stand in the request. */
  path: string
  device: string
  time: string
  nonce: string
  /** SHA-256 of the bytes of the body, in base64url without padding. */
  bodyHash: string
}

/** The text whose UTF-8 bytes are signed. No part can hold a line break, so two different calls never make the same text. */
export function signedText({ method, path, device, time, nonce, bodyHash }: SignedCall): string {
  return ['kervan-device-1', method, path, device, time, nonce, bodyHash].join('\n')
}

/**
 * What a device signs with its new key when it pairs, which shows that it holds the private half and that the key can be
 * used.
 */
export const pairingText = ({
  code,
  name,
  publicKey,
}: Record<'code' | 'name' | 'publicKey', string>): string =>
  ['kervan-pairing-1', plainPairingCode(code), name, publicKey].join('\n')

/** The letters of a pairing code: 32, without those that look alike. */
export const pairingLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const pairingLength = 8

/** A pairing code as it is compared: dashes, spaces and case say nothing. */
export const plainPairingCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()
