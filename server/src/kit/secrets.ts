import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

// Secrets that have to be read again later (the seed of a second factor) are sealed under keys that follow from the
// installation's own secret. It stands beside the database, never in it, so that a copy of the database alone is useless.

export type Secrets = {
  /** AES-256-GCM under the key of this purpose; `about` binds the text to what it belongs to. */
  seal(purpose: string, about: string, text: string): Buffer
  /** Throws when the text was sealed by another installation, for something else, or changed since. */
  open(purpose: string, about: string, sealed: Uint8Array): string
  /** A hash that nobody can try out without the installation's secret. */
  fingerprint(purpose: string, text: string): Buffer
}

const nonceBytes = 12
const tagBytes = 16

export async function openSecrets(config: Pick<Config, 'dataDir' | 'installationSecret'>): Promise<Secrets> {
  const secret = config.installationSecret ?? (await ownSecret(config.dataDir))
  const keyOf = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'kervan', purpose, 32))
  return {
    seal(purpose, about, text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keyOf(purpose), nonce).setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(purpose, about, sealed) {
      const all = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', keyOf(purpose), all.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(about))
        .setAuthTag(all.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(all.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
        'utf8',
      )
    },
    fingerprint: (purpose, text) => createHmac('sha256', keyOf(purpose)).update(text).digest(),
  }
}

/** The secret in the data folder, made at the first start. Of two processes that start at once, one makes it. */
async function ownSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'installation-secret')
  const read = () => readFile(file, 'utf8').then((text) => text.trim())
  return read().catch(async () => {
    await mkdir(dataDir, { recursive: true })
    const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
    await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
    // Appears complete or not at all, and never in the place of one that is there.
    await link(draft, file).catch(() => {})
    await unlink(draft)
    return read()
  })
}
