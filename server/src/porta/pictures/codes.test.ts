import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { readCodes } from './codes.ts'

const folder = join(import.meta.dirname, '../../../../../shared/data/gs1')
const isThere = existsSync(folder)
const expected: { file: string; text: string }[] = isThere
  ? JSON.parse(readFileSync(join(folder, 'datamatrix-expected.json'), 'utf8'))
  : []

it.skipIf(!isThere)(
  `[DSC-006] each published picture of a code is read exactly or not at all (../shared/data/gs1 ${isThere ? 'is' : 'not'} there)`,
  async () => {
    const unread: string[] = []
    for (const { file, text } of expected) {
      const codes = await readCodes(readFileSync(join(folder, file)))
      // A text in angle brackets describes a picture whose content is not known.
      if (codes.length === 0) unread.push(file)
      else if (!text.startsWith('<')) expect([file, codes.map((code) => code.text)]).toEqual([file, [text]])
    }
    expect(unread.length).toBeLessThan(4)
    // A photograph of a pack, read at the second or third look.
    expect(unread).not.toContain('datamatrix/datamatrix-5-issue794-3-2.webp')
  },
)

it('a picture without a code has none, whatever its size', async () => {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#dde' } })
      .png()
      .toBuffer()
  for (const [width, height] of [
    [1, 1],
    [40, 3],
    [1_200, 800],
  ] as const)
    expect(await readCodes(await plain(width, height))).toEqual([])
})
