import { describe, expect, it } from 'vitest'
import { beat, withHeartbeat } from './heartbeat.ts'

describe('the heartbeat of a stream', () => {
  it('beats while nothing comes, and gives every line once and in order', async () => {
    const late = Promise.withResolvers<string>()
    async function* lines() {
      yield 'first'
      yield await late.promise
      yield 'last'
    }
    const seen: string[] = []
    for await (const line of withHeartbeat(lines(), 1)) {
      seen.push(line)
      if (seen.filter((one) => one === beat).length === 3) late.resolve('late')
    }
    expect(seen.filter((one) => one !== beat)).toEqual(['first', 'late', 'last'])
    expect(seen.indexOf('late')).toBeGreaterThan(seen.lastIndexOf('first') + 3)
  })

  it('lets its lines go when nobody reads any more', async () => {
    const gone = Promise.withResolvers<string>()
    async function* lines() {
      try {
        for (;;) yield 'one'
      } finally {
        gone.resolve('gone')
      }
    }
    for await (const line of withHeartbeat(lines(), 1_000)) if (line === 'one') break
    expect(await gone.promise).toBe('gone')
  })
})
