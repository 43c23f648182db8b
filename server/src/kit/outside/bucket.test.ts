import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccess, startS3Simulator } from '../../../../simulators/s3/main.ts'
import { openBucket, type Bucket, type StoredFile } from './bucket.ts'
import { openOutside } from './outside.ts'
import { openLog } from '../log.ts'

let simulator: Awaited<ReturnType<typeof startS3Simulator>>
beforeAll(async () => {
  simulator = await startS3Simulator(0)
})
afterAll(() => simulator.close())

const lines: string[] = []
const open = (over: object = {}, signal?: AbortSignal): Promise<Bucket> =>
  openBucket(
    openOutside({
      clock: { now: () => new Date() },
      log: openLog('info', { write: (line) => void lines.push(line) }),
      pause: async () => {},
    }),
    {
      endpoint: simulator.url,
      bucket: 'b',
      prefix: '',
      region: demoAccess.region,
      accessKey: demoAccess.key,
      secret: demoAccess.secret,
      ...over,
    },
    signal,
  )

const admin = async (path: string, method: string, body: string | Buffer) =>
  void (await fetch(`${simulator.url}/admin/${path}`, { method, body: new Uint8Array(Buffer.from(body)) }))
const put = (key: string, body: string | Buffer) =>
  admin(`objects/b/${key.split('/').map(encodeURIComponent).join('/')}`, 'PUT', body)
const fault = (fault: string, times?: number, only?: string) =>
  admin('fault', 'POST', JSON.stringify({ fault, times, only }))

async function filesIn(bucket: Bucket, prefix: string): Promise<StoredFile[]> {
  const found: StoredFile[] = []
  for await (const file of bucket.filesIn(prefix)) found.push(file)
  return found
}
const keysIn = async (bucket: Bucket, prefix: string) => (await filesIn(bucket, prefix)).map(({ key }) => key)

describe('[DAT-002] a bucket of a store', () => {
  it('is listed, read and tidied whatever signs a name has', async () => {
    const bucket = await open()
    const names = ['a b.csv', 'çağ ş.csv', "it's (1)+2*.csv", 'a&b=c%20.csv', 'x"<y>.csv']
    for (const name of names) await put(`names/${name}`, name)
    const files = await filesIn(bucket, 'names/')
    expect(files.map(({ key }) => key)).toEqual(names.map((name) => `names/${name}`).toSorted())
    for (const file of files) {
      expect(String(await buffer(bucket.read(file)))).toBe(file.key.slice('names/'.length))
      await bucket.move(file, `done/${file.key}`)
    }
    expect(await keysIn(bucket, 'names/')).toEqual([])
    expect(await keysIn(bucket, 'done/')).toHaveLength(names.length)
    expect(await bucket.foldersIn('done/')).toEqual(['done/names/'])
  })

  it('is listed past the thousand keys of a page', async () => {
    const bucket = await open()
    for (let at = 0; at < 1_003; at++) await put(`many/${at}/a.csv`, '')
    expect(await filesIn(bucket, 'many/')).toHaveLength(1_003)
    expect(await bucket.foldersIn('many/')).toHaveLength(1_003)
  })

  it('whose list never ends is not followed for ever', async () => {
    const bucket = await open()
    await put('endless/a.csv', '')
    await fault('endless', 20)
    await expect(keysIn(bucket, 'endless/')).rejects.toMatchObject({ code: 'ListingRepeats' })
    await expect(bucket.foldersIn('endless/')).rejects.toMatchObject({ code: 'ListingRepeats' })
    await fault('none')
    expect(await keysIn(bucket, 'endless/')).toEqual(['endless/a.csv'])
  })

  it('gives a large file in parts, each as it was when it was listed', async () => {
    const bucket = await open()
    const body = randomBytes(20 * 1024 * 1024)
    await put('large/a.csv', body)
    const [file] = await filesIn(bucket, 'large/')
    expect((await buffer(bucket.read(file!))).equals(body)).toBe(true)
    const parts = bucket.read(file!)[Symbol.asyncIterator]()
    await parts.next()
    await put('large/a.csv', 'other bytes')
    await expect(parts.next().then(() => parts.next())).rejects.toMatchObject({ code: 'PreconditionFailed' })
    await expect(bucket.move(file!, 'large/b.csv')).rejects.toMatchObject({ code: 'PreconditionFailed' })
    expect(await keysIn(bucket, 'large/')).toEqual(['large/a.csv'])
  })

  it('is asked again when it fails or its answer is lost, and gives no half of a file', async () => {
    const bucket = await open()
    await put('faults/a.csv', 'whole')
    await fault('error500', 2)
    const [file] = await filesIn(bucket, 'faults/')
    await fault('cut', 1, 'GET')
    await expect(buffer(bucket.read(file!))).rejects.toMatchObject({ code: 'AnswerCut' })
    await fault('lost', 1, 'PUT')
    await bucket.move(file!, 'moved/a.csv')
    await fault('none')
    expect(await keysIn(bucket, 'faults/')).toEqual([])
    expect(await keysIn(bucket, 'moved/')).toEqual(['moved/a.csv'])
    await fault('error500', 3)
    await expect(bucket.foldersIn('')).rejects.toMatchObject({ code: 'HTTP 500' })
    await fault('none')
  })

  it('is not waited for by who stops', async () => {
    const stopping = new AbortController()
    const bucket = await open({}, stopping.signal)
    await fault('hang')
    const asked = bucket.foldersIn('')
    setTimeout(() => stopping.abort(), 100)
    await expect(asked).rejects.toMatchObject({ name: 'OutsideUnavailable' })
    await fault('none')
  })

  it('refuses a wrong secret, and neither error nor log repeats it', async () => {
    const bucket = await open({ secret: 'not-the-secret' })
    const refused = await bucket.foldersIn('').catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'SignatureDoesNotMatch' })
    const told = `${JSON.stringify(refused)}${String((refused as Error).stack)}${lines.join('')}`
    for (const secret of ['not-the-secret', demoAccess.key, 'Signature=']) expect(told).not.toContain(secret)
  })
})
