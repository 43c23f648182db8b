import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from './config.ts'
import type { Actor } from './context.ts'
import type { Tx } from './db.ts'
import type { Upload } from './uploads.ts'
import { newId } from './uuid.ts'

// Files are kept under random names in a folder of their company and leave only through an authorised call (D09).

export type Files = {
  /** Stores an upload and its row; the row is the transaction's, so a rolled-back request leaves at most an unnamed file. */
  keep(tx: Tx, actor: Actor, upload: Upload, purpose: string): Promise<string>
  /** Stores bytes made by the server itself, such as a re-encoded picture. */
  keepBytes(
    tx: Tx,
    actor: Actor,
    file: { name: string; type: string; body: Buffer; sha256: Buffer },
    purpose: string,
  ): Promise<string>
  open(storageKey: string): Promise<Readable>
  bytes(storageKey: string): Promise<Buffer>
  remove(storageKey: string): Promise<void>
}

export async function openFiles(config: Config): Promise<Files> {
  const disk = await openDisk(config)
  const insert = async (
    tx: Tx,
    actor: Actor,
    file: { key: string; name: string; type: string; bytes: number; sha256: Buffer; purpose: string },
  ) => {
    const id = newId()
    await tx
      .insertInto('file')
      .values({
        company_id: actor.company.id,
        id,
        storage_key: file.key,
        name: file.name,
        type: file.type,
        bytes: file.bytes,
        sha256: file.sha256,
        purpose: file.purpose,
        created_by: actor.membershipId,
      })
      .execute()
    return id
  }
  return {
    async keep(tx, actor, upload, purpose) {
      const key = newKey(actor.company.id)
      await disk.putStream(key, createReadStream(upload.path))
      return insert(tx, actor, { ...upload, key, purpose, name: safeName(upload.name) })
    },
    async keepBytes(tx, actor, file, purpose) {
      const key = newKey(actor.company.id)
      await disk.put(key, file.body)
      return insert(tx, actor, { ...file, bytes: file.body.length, key, purpose })
    },
    open: (key) => disk.getStream(key),
    bytes: async (key) => Buffer.from(await disk.getBytes(key)),
    remove: (key) => disk.delete(key),
  }
}

function newKey(companyId: number): string {
  const name = randomBytes(20).toString('hex')
  return `${companyId}/${name.slice(0, 2)}/${name}`
}

/** A file name as a person may have given it, without what a path or a header could trip over. */
export function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const clean = last
    .replace(/[\u0000-\u001f\u007f"<>|:*?\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .slice(-150)
  return clean === '' || /^\.+$/.test(clean) ? 'file' : clean
}

async function openDisk(config: Config): Promise<Disk> {
  if (config.filesUrl?.startsWith('s3:')) return openBucket(new URL(config.filesUrl))
  const folder = config.filesUrl ? new URL(config.filesUrl).pathname : join(config.dataDir, 'files')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return new Disk(new FSDriver({ location: folder, visibility: 'private' }))
}

/** Loaded only where it is configured: the client of S3 is larger than the rest of the server. */
async function openBucket(url: URL): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new Disk(
    new S3Driver({
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
      // `insecure` is for a bucket in the same machine or network.
      endpoint: `${url.searchParams.has('insecure') ? 'http' : 'https'}://${url.host}`,
      region: url.searchParams.get('region') ?? 'auto',
      bucket: url.pathname.slice(1),
      visibility: 'private',
      forcePathStyle: true,
    }),
  )
}
