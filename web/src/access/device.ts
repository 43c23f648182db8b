import { readStored, writeStored } from '../kit/storage/storage.ts'

/** What this browser is known by once somebody has signed in with it (D22): random, made once, kept here. */
export function deviceOf(): string | undefined {
  const known = readStored('kervan.device')
  if (known) return known
  const made = base64url(crypto.getRandomValues(new Uint8Array(32)))
  writeStored('kervan.device', made)
  // A browser that forgets at once would be a new device every time.
  return readStored('kervan.device') ?? undefined
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
