import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { pairDevice } from '@kervan/contract/administration/devices'
import { pairingText } from '@kervan/contract/kit/device'
import { post } from './portal.ts'

// Pairing of this machine with the portal. The private key is made here and stays in a file that only this user can read.

export type Paired = { portal: string; device: string; key: KeyObject }

const fileIn = (folder: string) => join(folder, 'pairing.json')

/** What this machine is paired with; null where it is not, or with another portal. */
export async function readPairing(folder: string, portal: string): Promise<Paired | null> {
  const text = await readFile(fileIn(folder), 'utf8').catch(() => null)
  if (text === null) return null
  const kept = JSON.parse(text) as { portal: string; device: string; key: string }
  if (kept.portal !== portal) return null
  return { portal, device: kept.device, key: createPrivateKey(kept.key) }
}

/** Pairs this machine by the code that the portal shows, and keeps the pairing. Throws `PortalRefused`. */
export async function pair(folder: string, portal: string, code: string, name: string): Promise<Paired> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const said = { code, name, publicKey: publicKey.export({ format: 'jwk' }).x ?? '' }
  const signature = sign(null, Buffer.from(pairingText(said)), privateKey).toString('base64url')
  const { device } = await post(portal, pairDevice, { ...said, signature })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Under another name first: what is half written must not take the place of a pairing.
  const fresh = `${fileIn(folder)}.new`
  await writeFile(fresh, JSON.stringify({ portal, device, key }), { mode: 0o600 })
  await rename(fresh, fileIn(folder))
  return { portal, device, key: privateKey }
}

export const machineName = (): string => `PortaMate ${hostname()}`.slice(0, 60)
