import { afterEach, describe, expect, it } from 'vitest'
import { loadFormats } from '../values/format.ts'
import { refusedAnswer } from './refused.ts'

const answer = (Message: string) =>
  Response.json(
    { Message, ErrorCode: 'ChangedMeanwhile', Reference: '7F3K92QD', Timestamp: '2026-11-20T10:42:00.000Z' },
    { status: 409 },
  )
const zone = process.env.TZ

afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
  loadFormats('en')
})

describe('a refusal with a moment in its sentence', () => {
  it.each([
    ['Europe/Istanbul', 'de', '21. Nov. 2026 01:30'],
    ['Europe/Berlin', 'de', '20. Nov. 2026 23:30'],
    ['America/New_York', 'en', '20 Nov 2026 17:30'],
    ['Asia/Tokyo', 'tr', '21 Kas 2026 07:30'],
  ] as const)(
    '[SHL-015] tells it by the clock of a reader in %s, in %s',
    async (place, language, expected) => {
      process.env.TZ = place
      loadFormats(language)
      expect((await refusedAnswer(answer('Ada Ak (2026-11-20T22:30:00.000Z).'))).message).toBe(
        `Ada Ak (${expected}).`,
      )
    },
  )

  it('leaves everything else as the server said it', async () => {
    for (const said of ['At most 12 pieces until 2026-11-20.', 'Order SO-26-00042 is closed.', ''])
      expect((await refusedAnswer(answer(said))).message).toBe(said)
  })
})
