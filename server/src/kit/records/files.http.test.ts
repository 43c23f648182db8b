import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downloadDocument, uploadDocuments } from '@kervan/contract/order/order-documents'
import type { OrderView } from '@kervan/contract/order/order-view'
import { openShop, orderOf } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

// Files in a bucket: the real client of S3 against a server that speaks as much of its protocol as files need.

const kept = new Map<string, Buffer>()
const asked: string[] = []
let bucket: Server
/** What the store answers to a list, by how often it was asked; without it nothing asks. */
let listing: ((asked: number) => string) | null = null
let lists = 0
let portal: Portal

beforeAll(async () => {
  bucket = createServer((request, response) => {
    const key = new URL(request.url ?? '', 'http://x').pathname
    asked.push(`${request.method} ${request.headers.authorization?.split(' ')[0] ?? ''}`)
    const answer = async () => {
      if (request.method === 'PUT') {
        kept.set(
          key,
          withoutChunks(await buffer(request), request.headers['x-amz-decoded-content-length'] !== undefined),
        )
        return response.setHeader('etag', '"1"').end()
      }
      if (listing) return response.setHeader('content-type', 'application/xml').end(listing(++lists))
      const body = kept.get(key)
      if (!body)
        return response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end('<Error><Code>NoSuchKey</Code></Error>')
      response.end(body)
    }
    answer().catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
  const { port } = bucket.address() as { port: number }
  portal = await startPortal({
    env: { FILES_URL: `s3://key:secret@127.0.0.1:${port}/kervan?region=eu-1&insecure` },
  })
})
afterAll(async () => {
  await portal.close()
  await new Promise((resolve) => bucket.close(resolve))
})

/** The signed form of an upload puts a line with its length before each chunk. */
function withoutChunks(body: Buffer, chunked: boolean): Buffer {
  if (!chunked) return body
  const parts: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const end = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.toString('latin1', at, end), 16)
    if (!size) break
    parts.push(body.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
  return Buffer.concat(parts)
}

describe('documents in a bucket', () => {
  it('are listed to the end, and a store whose list repeats itself is not asked for ever', async () => {
    const page = (key: string, next: string | null) =>
      `<ListBucketResult><Name>kervan</Name><KeyCount>1</KeyCount><IsTruncated>${next !== null}</IsTruncated>${
        next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
      }<Contents><Key>1/${key}</Key><LastModified>2026-11-20T07:42:17.000Z</LastModified><ETag>"1"</ETag><Size>1</Size></Contents></ListBucketResult>`
    const { files } = portal.app.services
    const names = async () => {
      lists = 0
      return files.notes('1')
    }
    try {
      listing = (asked) => page(`file${asked}`, asked < 3 ? `after ${asked}` : null)
      expect(await names()).toEqual(['file1', 'file2', 'file3'])
      listing = (asked) => page(`file${asked}`, 'again')
      await expect(names()).rejects.toThrow('does not end its list of 1')
      expect(lists).toBe(2)
    } finally {
      listing = null
    }
  })

  it('go there signed, under a name that tells nothing, and come back byte by byte', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    const body = Buffer.concat([
      Buffer.from('%PDF-1.7 '),
      Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251)),
    ])
    const sent = await portal.upload(uploadDocuments, shop.buyer.token, { orderCode: order.orderCode }, [
      { name: 'gizli sözleşme.pdf', body },
    ])
    expect(sent.status).toBe(200)
    expect([...kept.keys()]).toEqual([
      expect.stringMatching(new RegExp(`^/kervan/${shop.company.id}/[0-9a-f]{2}/[0-9a-f]{40}$`)),
    ])
    expect(asked).toContain('PUT AWS4-HMAC-SHA256')
    const { fileId } = (sent.body as OrderView).documents[0]!
    const got = await portal.call(downloadDocument, shop.buyer.token, { orderCode: order.orderCode, fileId })
    expect(Buffer.compare(got.body as unknown as Buffer, body)).toBe(0)
  })
})
