import { expect, it } from 'vitest'
import { isNationalId } from './fields.ts'
import { isCodeRight, judge, knownFromCode, madeUpPatient, madeUpPicture } from '../demo/ground-truth.ts'
import { readCodes } from './codes.ts'
import { openRecogniser } from './recognise.ts'
import { readText } from './text.ts'

/** `PICTURES=200` reads all that `npm run bench -- --only pictures` reads. */
const count = Number(process.env['PICTURES'] ?? 8)
const recognise = await openRecogniser()

it(
  `[DSC-006] of ${count} made-up screenshots no value that is accepted is wrong, and most numbers of notifications are`,
  { timeout: count * 60_000 },
  async () => {
    let accepted = 0
    for (let number = 0; number < count; number++) {
      const { shot, bytes } = await madeUpPicture(number)
      expect(isCodeRight(shot, await readCodes(bytes)), `the code of picture ${number}`).toBe(true)
      const reading = await readText(bytes, recognise, knownFromCode(shot))
      const verdicts = judge(shot, reading)
      expect(
        Object.entries(verdicts).filter(([, verdict]) => verdict === 'wrong'),
        `picture ${number}`,
      ).toEqual([])
      if (verdicts.declarationId === 'right') accepted += 1
      expect(reading.tooSmall).toBe(false)
      expect(reading.personal).toEqual([])
    }
    process.stdout.write(`numbers of notifications accepted: ${accepted} of ${count}\n`)
    expect(accepted / count).toBeGreaterThanOrEqual(0.5)
  },
)

it('[DSC-006] a national id and the name beside it are found, each with its place', async () => {
  const { bytes } = await madeUpPicture(3, { style: 'web', patient: madeUpPatient() })
  const { personal } = await readText(bytes, recognise)
  expect(new Set(personal.map(({ kind }) => kind))).toEqual(new Set(['name', 'nationalId']))
  for (const { box } of personal) expect(Math.min(box.width, box.height)).toBeGreaterThan(5)
})

it('[DSC-006] type too small to be read is said, and what stands there is no more than a suggestion', async () => {
  const { default: sharp } = await import('sharp')
  const { bytes } = await madeUpPicture(3, { style: 'web' })
  // The page is 1,100 pixels wide, its type 15 pixels high.
  const small = await sharp(bytes).resize({ width: 550 }).png().toBuffer()
  const { tooSmall, fields } = await readText(small, recognise)
  expect(tooSmall).toBe(true)
  expect(Object.values(fields).filter((field) => field?.trust === 'auto')).toEqual([])
})

it('a picture without text has no fields', async () => {
  const { default: sharp } = await import('sharp')
  const plain = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
  const { fields, textHeight } = await readText(plain, recognise)
  expect(Object.values(fields).filter((field) => field !== null)).toEqual([])
  expect(textHeight).toBe(0)
})

it.each([
  ['10000000146', true],
  ['10000000147', false],
  ['00000000000', false],
  ['1000000014', false],
])('%s passes the check of national ids: %s', (text, passes) => {
  expect(isNationalId(text)).toBe(passes)
})
