import { once } from 'node:events'
import { expect, it } from 'vitest'
import { openAsking, openPool, openThreads } from './threads.ts'

const script = (source: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort as port, threadId } from 'node:worker_threads'; ${source}`)}`,
  )
/** Answers with its number. `end` ends the thread, `throw` throws in it, `never` is not answered. */
const echo = script(
  `port.on('message', (said) => { if (said === 'end') process.exit(1); if (said === 'throw') throw new Error('broken'); if (said !== 'never') port.postMessage(threadId) })`,
)
const kind = { script: echo, heapMegabytes: 32, mostWaiting: 10 }
const asking = { ...kind, milliseconds: 60_000 }

/** Work that lasts until it is told to end. */
function held() {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const work = () => {
    begun.resolve()
    return end.promise
  }
  return { work, begun: begun.promise, end: end.resolve }
}

it('a thread that has done its work serves again, one that failed does not', async () => {
  const ask = openAsking<string, number>(asking, openPool(1))
  const first = await ask('')
  expect(await ask('')).toBe(first)
  await expect(ask('throw')).rejects.toThrow('broken')
  expect(await ask('')).not.toBe(first)
})

it('work that takes too long is ended, and its thread with it', async () => {
  const ask = openAsking<string, number>({ ...asking, milliseconds: 20 }, openPool(1))
  await expect(ask('never')).rejects.toThrow('aborted')
})

it('a thread that ends by itself ends the waiting for its answer at once', async () => {
  const ask = openAsking<string, number>(asking, openPool(1))
  await expect(ask('end')).rejects.toMatchObject({ cause: new Error('the thread ended without an answer') })
  expect(await ask('')).toBeGreaterThan(0)
})

it('a thread is ended after as many works as its kind says', async () => {
  const ask = openAsking<string, number>({ ...asking, mostWorks: 2 }, openPool(1))
  const [first, second, third] = [await ask(''), await ask(''), await ask('')]
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

it('each disposable thread does one work', async () => {
  const threads = openThreads({ ...kind, disposable: true }, openPool(1))
  const number = () =>
    threads.with(async (worker) => {
      worker.postMessage('')
      return (await once(worker, 'message'))[0] as number
    })
  expect(await number()).not.toBe(await number())
})

it('long work of one kind fills the pool and does not hold up another kind', async () => {
  const pool = openPool(2)
  const long = openThreads(kind, pool)
  const works = [held(), held(), held(), held()]
  const all = works.map(({ work }) => long.with(work))
  await Promise.all([works[0]!.begun, works[1]!.begun])
  expect(pool.running).toBe(2)
  expect(await openAsking<string, number>(asking, pool)('')).toBeGreaterThan(0)
  expect(pool.running).toBe(2)
  for (const { end } of works) end()
  await Promise.all(all)
  expect(pool.running).toBe(0)
})

it('a thread that is free goes to the kind with the fewest at work, and in a kind to who asked first', async () => {
  const pool = openPool(3)
  const [long, short] = [openThreads(kind, pool), openThreads(kind, pool)]
  const works = [held(), held(), held(), held()]
  const order: string[] = []
  const all = works.map(({ work }) =>
    long.with(() => {
      order.push('long')
      return work()
    }),
  )
  const one = held()
  const firstShort = short.with(one.work)
  await Promise.all([works[2]!.begun, one.begun])
  const next = held()
  const others = ['second', 'third'].map((name) =>
    short.with(() => {
      order.push(name)
      return next.work()
    }),
  )
  works[0]!.end()
  one.end()
  await next.begun
  expect(order).toEqual(['long', 'long', 'long', 'second'])
  next.end()
  for (const { end } of works) end()
  await Promise.all([...all, ...others, firstShort])
  expect(order.slice(4).toSorted()).toEqual(['long', 'third'])
})

it('too many that wait are refused as Overloaded, and who gives up leaves the queue', async () => {
  const threads = openThreads({ ...kind, mostWaiting: 1 }, openPool(1))
  const one = held()
  const first = threads.with(one.work)
  await one.begun
  const gone = new AbortController()
  const waiting = threads.with(async () => {}, { signal: gone.signal })
  await expect(threads.with(async () => {})).rejects.toMatchObject({ code: 'Overloaded' })
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  const third = threads.with(async () => 'third')
  one.end()
  await first
  expect(await third).toBe('third')
})
