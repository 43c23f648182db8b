import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { containing, fold } from './fold.ts'

// The database folds as the server does (migration 0030): one text is compared the same way everywhere.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const inSql = async (texts: readonly string[]): Promise<string[]> => {
  const { rows } = await portal.owner.query<{ folded: string }>(
    'select fold(t.text) as folded from unnest($1::text[]) with ordinality as t(text, at) order by t.at',
    [texts],
  )
  return rows.map((row) => row.folded)
}

describe('fold in SQL', () => {
  it('equals fold in JavaScript for every letter there is', async () => {
    // Letters that came with Unicode 17, which this PostgreSQL does not know yet.
    const later = /[\uA7CE\uA7D2\uA7D4\uA7F1\u{16EA0}-\u{16EB8}]/u
    const all: string[] = []
    for (let point = 1; point < 0x11_0000; point++) {
      const letter = String.fromCodePoint(point)
      if ((point < 0xd8_00 || point > 0xdf_ff) && !later.test(letter)) all.push(letter)
    }
    const differing: string[] = []
    for (let at = 0; at < all.length; at += 50_000) {
      const some = all.slice(at, at + 50_000)
      const folded = await inSql(some)
      differing.push(...some.filter((letter, index) => folded[index] !== fold(letter)))
    }
    expect(differing.map((letter) => letter.codePointAt(0)?.toString(16))).toEqual([])
  })

  it('equals fold in JavaScript for every text', async () => {
    const letters = fc.oneof(
      fc.constantFrom(...Array.from('İIıiŞşĞğÇçÖöÜüẞßæŒøĐŁΣσςΑ ﬁ℡\u0301\u0327\u200d\u00a0\t\n')),
      fc.integer({ min: 1, max: 0x2_ff }).map((point) => String.fromCodePoint(point)),
      fc.integer({ min: 0x3_00, max: 0x1_fff }).map((point) => String.fromCodePoint(point)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: letters, maxLength: 30 }), { minLength: 1 }),
        async (texts) => {
          expect(await inSql(texts)).toEqual(texts.map(fold))
        },
      ),
      { numRuns: 200 },
    )
  })

  it.each([
    ['İzmir', 'izmir'],
    ['ISPARTA', 'ısparta'],
    ['Straße', 'STRASSE'],
    ['100 %_\\', '100 %_'],
  ])('finds %s by %s', async (text, typed) => {
    const { rows } = await portal.owner.query<{ found: boolean }>('select fold($1) like $2 as found', [
      text,
      containing(typed),
    ])
    expect(rows[0]?.found).toBe(true)
  })
})
