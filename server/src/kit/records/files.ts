import { once } from 'node:events'
import { createReadStream, ReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { sql, type RawBuilder } from 'kysely'
import { FSDriver } from 'flydrive/drivers/fs'
import { refusal } from '@kervan/contract/kit/refusals'
import { codeOf } from '../error-code.ts'
import type { Config } from '../config.ts'
import type { Actor } from '../context.ts'
import type { Tx } from '../database/db.ts'
import type { Upload } from '../http/uploads.ts'
import type { Jobs } from '../work/jobs.ts'
import { enqueue, type OutboxHandler } from '../work/outbox.ts'
import { continued } from '../outside/continued.ts'
import { newId } from '../database/uuid.ts'

// Files are kept under random names in a folder of their company and leave only through an authorised call (D09).

/** Whose file it is; without a membership the portal itself has made it. */
export type FileOwner = { company: { id: number }; membershipId: string | null }

export type Files = {
  /** Stores an upload and its row; the row is the transaction's, so a rolled-back request leaves at most an unnamed file. */
  keep(tx: Tx, actor: Actor, upload: Upload, purpose: string): Promise<string>
  /** Stores bytes made by the server itself, such as a re-encoded picture. */
  keepBytes(
    tx: Tx,
    owner: FileOwner,
    file: { name: string; type: string; body: Buffer; sha256: Buffer },
    purpose: string,
  ): Promise<string>
  /** Stores the bytes of a row that was made elsewhere. */
  restore(storageKey: string, body: Buffer): Promise<void>
  /** The bytes as a stream that is open; fails where there are none. */
  open(storageKey: string): Promise<Readable>
  bytes(storageKey: string): Promise<Buffer>
  /** Deletes stored bytes; those that are gone already are no error. */
  removeBytes(storageKey: string): Promise<void>
  /** Keeps a small object that is no file of a company, such as a head of the audit log, under a folder of its own. */
  keepNote(folder: string, name: string): Promise<void>
  notes(folder: string): Promise<string[]>
  /** Everything stored for a company, whether or not a row names it. */
  stored(companyId: number): AsyncGenerator<{ key: string; changedAt: Date }>
}

export async function openFiles(config: Config): Promise<Files> {
  const disk = await openDisk(config)
  const insert = async (
    tx: Tx,
    actor: FileOwner,
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
      await assertRoom(tx, actor.company.id, upload.bytes)
      const key = newKey(actor.company.id)
      await disk.putStream(key, createReadStream(upload.path))
      return insert(tx, actor, { ...upload, key, purpose, name: safeName(upload.name) })
    },
    async keepBytes(tx, actor, file, purpose) {
      await assertRoom(tx, actor.company.id, file.body.length)
      const key = newKey(actor.company.id)
      await disk.put(key, file.body)
      return insert(tx, actor, { ...file, bytes: file.body.length, key, purpose })
    },
    restore: (key, body) => disk.put(key, body),
    async open(key) {
      const stream = await disk.getStream(key)
      // A missing file fails here, in the request that asked for it, and not as an error that nobody listens to.
      if (stream instanceof ReadStream && stream.pending) await once(stream, 'open')
      return stream
    },
    bytes: async (key) => Buffer.from(await disk.getBytes(key)),
    async removeBytes(key) {
      if (await disk.exists(key)) await disk.delete(key)
    },
    keepNote: (folder, name) => disk.put(`${folder}/${name}`, name),
    async notes(folder) {
      const names: string[] = []
      for await (const entry of entriesOf(disk, folder)) names.push(entry.key.split('/').at(-1) ?? '')
      return names
    },
    async *stored(companyId) {
      for await (const { key } of entriesOf(disk, `${companyId}/`)) {
        const { lastModified } = await disk.getMetaData(key)
        yield { key, changedAt: lastModified }
      }
    },
  }
}

/** The files below a folder; none where the folder does not exist. */
async function* entriesOf(disk: Disk, folder: string): AsyncGenerator<{ key: string }> {
  const pages = continued(
    (paginationToken) =>
      disk
        .listAll(folder, { recursive: true, ...(paginationToken && { paginationToken }) })
        .catch((error: unknown) => {
          if (isMissing(error)) return { objects: [], paginationToken: undefined }
          throw error
        }),
    (page) => page.paginationToken || undefined,
    () => new Error(`the store of files does not end its list of ${folder}: it repeats a continuation`),
  )
  for await (const { objects } of pages)
    for (const entry of objects) if (entry.isFile) yield { key: entry.key }
}

function isMissing(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return codeOf(cause) === 'ENOENT'
}

/** Refuses a file that would take a company past what the operator gives it. */
async function assertRoom(tx: Tx, companyId: number, bytes: number): Promise<void> {
  const { rows } = await sql<{ quota: number; used: string }>`
    select c.file_quota_mb as quota, (select coalesce(sum(f.bytes), 0) from file f where f.company_id = ${companyId}) as used
    from company c where c.id = ${companyId}`.execute(tx)
  const [{ quota, used } = { quota: 0, used: '0' }] = rows
  if (Number(used) + bytes > quota * megabyte)
    throw refusal('FileQuotaReached', {
      used: `${Math.ceil(Number(used) / megabyte)} MB`,
      limit: `${quota} MB`,
    })
}

const megabyte = 1024 * 1024

/**
 * The condition on `file f` that nothing names it any more. What names files is asked of the catalogue: every foreign key
 * that points at them.
 */
async function unused(tx: Tx, companyId: number): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select r.relname as "table", a.attname as "column"
    from pg_constraint k
      join pg_class r on r.oid = k.conrelid and r.relnamespace = 'public'::regnamespace
      cross join lateral unnest(k.conkey, k.confkey) as key (own, theirs)
      join pg_attribute t on t.attrelid = k.confrelid and t.attnum = key.theirs and t.attname = 'id'
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = key.own
    where k.contype = 'f' and k.confrelid = 'file'::regclass and k.conparentid = 0
    order by 1, 2`.execute(tx)
  return sql.join(
    rows.map(
      ({ table, column }) =>
        sql`not exists (select from ${sql.table(table)} u where u.company_id = ${companyId} and u.${sql.ref(column)} = f.id)`,
    ),
    sql` and `,
  )
}

/**
 * Deletes those of the files that nothing names any more: the rows in the caller's transaction, the bytes by the outbox
 * after its commit, so that a rollback loses nothing and a crash leaves nothing. Returns how many.
 */
export async function removeFiles(
  tx: Tx,
  jobs: Jobs,
  companyId: number,
  which: { ids: readonly string[] } | { before: Date; limit: number },
): Promise<number> {
  const isUnused = await unused(tx, companyId)
  const chosen =
    'ids' in which
      ? sql`f.id = any(${which.ids}::uuid[])`
      : sql`f.id in (select f.id from file f where f.company_id = ${companyId} and f.created_at < ${which.before} and ${isUnused} limit ${which.limit})`
  const { rows } = await sql<{ storage_key: string }>`
    delete from file f where f.company_id = ${companyId} and ${chosen} and ${isUnused} returning f.storage_key`.execute(
    tx,
  )
  const keys = rows.map((row) => row.storage_key)
  if (keys.length > 0) await enqueue(tx, jobs, companyId, 'removeFiles', { keys })
  return keys.length
}

export const removeStoredFiles: OutboxHandler<'removeFiles'> = async (
  { files },
  _mailer,
  _companyId,
  _id,
  { keys },
) => {
  for (const key of keys) await files.removeBytes(key)
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
