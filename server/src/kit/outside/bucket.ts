import { Readable } from 'node:stream'
import type { DropStore } from '../config.ts'
import { continued } from './continued.ts'
import { OutsideUnavailable, type Outside, type OutsideSystem } from './outside.ts'

// A bucket of a store that speaks S3. Amazon's client makes and signs the requests and reads the answers; they travel by
// the only way to systems outside, so that time limit, tries, budget and breaker are the portal's.

export type StoredFile = {
  key: string
  bytes: number
  changedAt: Date
  /** Names these very bytes; other bytes under the same key have another one. */
  tag: string
}

export type Bucket = {
  /** The next steps of the keys that begin with this: `in/` of `in/a.csv`. */
  foldersIn(prefix: string): Promise<string[]>
  /** The files whose keys begin with this, in the order of their keys. */
  filesIn(prefix: string): AsyncGenerator<StoredFile>
  /** The bytes of a file, fetched in parts. Fails when the file is replaced meanwhile. */
  read(file: StoredFile): Readable
  /** Writes a file, over another one of the same key. */
  put(key: string, body: Buffer): Promise<void>
  /** Moves a file to another key, unless it was replaced meanwhile. Doing it again after a crash does no harm. */
  move(file: StoredFile, key: string): Promise<void>
}

/** What a store has said instead of doing what it was asked: `NoSuchKey`, `AccessDenied`. Holds nothing secret. */
export class BucketRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(`the store refused: ${code}`)
    this.name = 'BucketRefused'
    this.code = code
  }
}

/** Under which name the state of the store stands among the systems outside. */
export const bucketSystem = 'S3'

const partBytes = 8 * 1024 * 1024
/** The largest answer that is read: a part, or a page of a list with the longest names. */
const answerBytes = partBytes + 64 * 1024

/**
 * Opens a bucket; after `signal` nothing more is asked. The client is loaded here, because it is larger than the rest of the
 * server.
 */
export async function openBucket(outside: Outside, store: DropStore, signal?: AbortSignal): Promise<Bucket> {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    endpoint: store.endpoint,
    region: store.region,
    credentials: { accessKeyId: store.accessKey, secretAccessKey: store.secret },
    forcePathStyle: true,
    maxAttempts: 1,
    // Stores other than Amazon's do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: sendingBy(
      outside.system(bucketSystem, {
        timeoutMs: 30_000,
        retries: 2,
        concurrent: 4,
        perSecond: 50,
        waitsForTurn: true,
        breaker: { failures: 5, openMs: 60_000 },
      }),
      signal,
    ),
  })
  const Bucket = store.bucket
  const pagesOf = (list: { Prefix: string; Delimiter?: string }) =>
    continued(
      (ContinuationToken) =>
        client.send(new s3.ListObjectsV2Command({ Bucket, ...list, ContinuationToken })).catch(rethrow),
      ({ NextContinuationToken }) => NextContinuationToken,
      () => new BucketRefused('ListingRepeats'),
    )
  return {
    async foldersIn(Prefix) {
      const found: string[] = []
      for await (const page of pagesOf({ Prefix, Delimiter: '/' }))
        for (const one of page.CommonPrefixes ?? []) if (one.Prefix) found.push(one.Prefix)
      return found
    },
    async *filesIn(Prefix) {
      for await (const page of pagesOf({ Prefix }))
        for (const { Key, Size, LastModified, ETag } of page.Contents ?? [])
          if (Key && LastModified && ETag)
            yield { key: Key, bytes: Size ?? 0, changedAt: LastModified, tag: ETag }
    },
    read: ({ key, bytes, tag }) =>
      Readable.from(
        (async function* () {
          for (let from = 0; from < bytes; from += partBytes) {
            const to = Math.min(from + partBytes, bytes) - 1
            const part = await client
              .send(new s3.GetObjectCommand({ Bucket, Key: key, Range: `bytes=${from}-${to}`, IfMatch: tag }))
              .catch(rethrow)
            const body = Buffer.from((await part.Body?.transformToByteArray()) ?? [])
            if (body.length !== to - from + 1) throw new BucketRefused('PartIncomplete')
            yield body
          }
        })(),
      ),
    async put(Key, Body) {
      await client.send(new s3.PutObjectCommand({ Bucket, Key, Body })).catch(rethrow)
    },
    async move({ key, tag }, to) {
      const CopySource = `${Bucket}/${key}`.split('/').map(encodeURIComponent).join('/')
      await client
        .send(new s3.CopyObjectCommand({ Bucket, Key: to, CopySource, CopySourceIfMatch: tag }))
        .catch(rethrow)
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: key, IfMatch: tag })).catch(rethrow)
    },
  }
}

/** Errors of the client carry requests with their signatures, so only their names go on. */
function rethrow(error: unknown): never {
  if (error instanceof OutsideUnavailable) throw error
  throw new BucketRefused(error instanceof Error ? error.name : 'unknown')
}

type Signed = {
  method: string
  protocol: string
  hostname: string
  port?: number
  path: string
  query?: Record<string, string | (string | null)[] | null>
  headers: Record<string, string>
  body?: unknown
}

/** Sends what the client has signed. Each of its requests may be sent again: it asks, or sets a state. */
const sendingBy = (system: OutsideSystem, signal?: AbortSignal) => ({
  metadata: { handlerProtocol: 'http/1.1' },
  updateHttpClientConfig: () => {},
  httpHandlerConfigs: () => ({}),
  destroy: () => {},
  async handle({ method, headers, body, ...request }: Signed) {
    const response = await system.fetch(addressOf(request), {
      method,
      headers,
      idempotent: true,
      ...(Buffer.isBuffer(body) && { body }),
      ...(signal && { signal }),
    })
    return {
      response: {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        body: Readable.from([await bytesOf(response)]),
      },
    }
  },
})

function addressOf({
  protocol,
  hostname,
  port,
  path,
  query = {},
}: Omit<Signed, 'method' | 'headers'>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${encode(name)}=${encode(one ?? '')}`),
  )
  return `${protocol}//${hostname}${port ? `:${port}` : ''}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

/** As the signature has it. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

async function bytesOf(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > answerBytes) throw new BucketRefused('AnswerTooLong')
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof BucketRefused) throw error
    throw new OutsideUnavailable(bucketSystem, 'AnswerCut', error)
  }
  return Buffer.concat(chunks)
}
