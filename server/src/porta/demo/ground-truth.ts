import { Random } from '../../demo/random.ts'
import { drawScreenshot, madeUpNationalId, madeUpShot, type Shot } from './screenshots.ts'
import type { Code } from '../pictures/codes.ts'
import { fieldNames, type FieldName } from '../pictures/fields.ts'
import type { Known, TextReading } from '../pictures/text.ts'

// Screenshots of which is known what stands in them, and how a reading of one is judged.

export type MadeUp = { shot: Shot; bytes: Buffer }

/** The picture of that number: as PNG or JPEG, as large as the screen showed it or enlarged. */
export async function madeUpPicture(number: number, fixed: Partial<Shot> = {}): Promise<MadeUp> {
  const random = new Random(20_000 + number)
  const shot = madeUpShot(random, fixed)
  const { default: sharp } = await import('sharp')
  const drawn = sharp(await drawScreenshot(shot))
  const { width } = await drawn.metadata()
  const larger = drawn.resize({ width: Math.round(width * random.pick([1, 1, 1.25, 1.5])) })
  const quality = random.pick([0, 0, 90, 60])
  return { shot, bytes: await (quality ? larger.jpeg({ quality }) : larger.png()).toBuffer() }
}

/** Somebody whose data must not be in a picture. */
export const madeUpPatient = (): Shot['patient'] => ({
  name: 'Ayla Örnekoğlu',
  nationalId: madeUpNationalId(new Random(5)),
})

/** What the code of the picture says, as `readPicture` takes it from there. */
export const knownFromCode = ({ hasCode, pack }: Shot): Known =>
  hasCode
    ? { gtin: pack.gtin, serialNumber: pack.serialNumber, lot: pack.lot, expiryDate: pack.expiryDate }
    : {}

const truthOf = (shot: Shot): Record<FieldName, string> => ({
  ...shot.pack,
  declarationId: shot.declarationId,
  declaredAt: shot.declaredAt.slice(0, 16),
  pharmacyGln: shot.pharmacyGln,
  buyerGln: shot.buyerGln,
  finalized: String(shot.finalized),
})

/** By name of the field how each reading came out: accepted and right, accepted and wrong, left to a person. */
export type Verdict = 'right' | 'wrong' | 'asked'

export function judge(shot: Shot, { fields }: TextReading): Record<FieldName, Verdict> {
  const truth = truthOf(shot)
  const verdict = (name: FieldName): Verdict => {
    const read = fields[name]
    if (read?.trust !== 'auto') return 'asked'
    return read.value === truth[name] ? 'right' : 'wrong'
  }
  return Object.fromEntries(fieldNames.map((name) => [name, verdict(name)])) as Record<FieldName, Verdict>
}

/** The code of the picture is read where there is one, and none where there is none. */
export function isCodeRight({ hasCode, pack }: Shot, codes: readonly Code[]): boolean {
  const { gtin, serialNumber, expiryDate, lot } = pack
  const text = `01${gtin}21${serialNumber}\u001d17${expiryDate.slice(2).replaceAll('-', '')}10${lot}`
  return JSON.stringify(codes.map((code) => code.text)) === JSON.stringify(hasCode ? [text] : [])
}
