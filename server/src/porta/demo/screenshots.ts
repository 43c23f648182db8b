import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { checkDigitOf } from '@kervan/contract/kit/gs1/check-digits'
import type { Random } from '../../demo/random.ts'

// Screenshots of made-up notifications, as pharmacists send them: a web page and an older desktop program. What stands in
// them is known, so that reading can be measured. The font is a file of a package, because a bare machine has none.

const require = createRequire(import.meta.url)
const fonts = {
  text: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
}

export type ShotPack = {
  gtin: string
  serialNumber: string
  lot: string
  expiryDate: string
  resultCode: string
}
export type Shot = {
  style: 'web' | 'desktop'
  declarationId: string
  /** As wall time in Istanbul: `2026-11-12T14:05:33`. */
  declaredAt: string
  pharmacyGln: string
  buyerGln: string
  pack: ShotPack
  /** Other packs in the same table; the desktop program shows the one in question as the selected row. */
  others: readonly ShotPack[]
  finalized: boolean
  /** With the data matrix code of the pack. */
  hasCode: boolean
  /** What must not be there (DSC-006). */
  patient: { name: string; nationalId: string } | null
}

type Face = 'text' | 'strong'
type Part = { input: Buffer; left: number; top: number }

/** A page on which rectangles and texts are put. */
function openPage(width: number, height: number, background: string) {
  const shapes: string[] = []
  const texts: Promise<Part>[] = []
  return {
    box(x: number, y: number, w: number, h: number, fill: string, line = 'none') {
      shapes.push(
        `<rect x="${x + 0.5}" y="${y + 0.5}" width="${w}" height="${h}" fill="${fill}" stroke="${line}"/>`,
      )
    },
    text(left: number, top: number, said: string, size: number, color = '#1b1f24', face: Face = 'text') {
      texts.push(drawText(said, size, color, face).then((input) => ({ input, left, top })))
    },
    async picture(code: Part | null): Promise<Buffer> {
      const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${background}"/>${shapes.join('')}</svg>`
      return sharp(Buffer.from(drawn))
        .composite([...(await Promise.all(texts)), ...(code ? [code] : [])])
        .flatten()
        .png()
        .toBuffer()
    },
  }
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** The picture of a text is as high as its ink: letters that nobody sees make all of them equally high. */
const unseen = '<span alpha="1"> Üğ|</span>'

function drawText(text: string, size: number, color: string, face: Face): Promise<Buffer> {
  return sharp({
    text: {
      text: `<span foreground="${color}">${escaped(text)}</span>${unseen}`,
      font: `Inter${face === 'strong' ? ' Semi-Bold' : ''} ${size}`,
      fontfile: fonts[face],
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer()
}

const turkish = (day: string) => day.slice(0, 10).split('-').toReversed().join('.')
const outcome: Record<string, string> = {
  '00000': 'İşlem başarılı',
  '10204': 'Ürün daha önce satılmış',
  '10203': 'Ürün bilgileri tutarsız',
}

/** The screenshot as PNG. */
export async function drawScreenshot(shot: Shot): Promise<Buffer> {
  return shot.style === 'web' ? drawWeb(shot) : drawDesktop(shot)
}

async function drawWeb(shot: Shot): Promise<Buffer> {
  const { pack } = shot
  const page = openPage(1100, 640, '#f4f6f8')
  page.box(0, 0, 1100, 52, '#14466e')
  page.text(28, 17, 'Satış Bildirimi Sonucu', 18, '#ffffff', 'strong')
  page.box(28, 76, 1042, 250, '#ffffff', '#d9dee3')
  const facts: [string, string][] = [
    ['Bildirim No', shot.declarationId],
    ['Bildirim Tarihi', `${turkish(shot.declaredAt)} ${shot.declaredAt.slice(11)}`],
    ['Eczane GLN', shot.pharmacyGln],
    ['Alıcı GLN', shot.buyerGln],
    ['Reçete Durumu', shot.finalized ? 'Karekod sonlandırıldı' : 'Karekod sonlandırılmadı'],
  ]
  if (shot.patient) facts.push(['T.C. Kimlik No', shot.patient.nationalId], ['Hasta Adı', shot.patient.name])
  facts.forEach(([label, value], at) => {
    page.text(52, 98 + at * 30, `${label}:`, 14, '#5b6570')
    page.text(220, 97 + at * 30, value, 15)
  })
  const columns = [52, 250, 470, 600, 760]
  page.box(28, 350, 1042, 36, '#e9edf1', '#d9dee3')
  const heads = ['Barkod (GTIN)', 'Seri No', 'SKT', 'Parti No', 'Sonuç']
  heads.forEach((head, at) => page.text(columns[at]!, 361, head, 13, '#3a434c', 'strong'))
  ;[pack, ...shot.others].forEach((row, at) => {
    page.box(28, 386 + at * 36, 1042, 36, '#ffffff', '#e3e7eb')
    cellsOf(row).forEach((cell, column) => page.text(columns[column]!, 397 + at * 36, cell, 14))
  })
  return page.picture(shot.hasCode ? await codeOf(pack, 5, 880, 100) : null)
}

async function drawDesktop(shot: Shot): Promise<Buffer> {
  const { pack } = shot
  const page = openPage(900, 520, '#d4d0c8')
  page.box(0, 0, 900, 24, '#0a246a')
  page.text(8, 6, 'Eczane Programı - Bildirim Detayı', 12, '#ffffff', 'strong')
  const facts: [string, string][] = [
    ['Bildirim No', shot.declarationId],
    ['Bildirim Tarihi', `${turkish(shot.declaredAt)} ${shot.declaredAt.slice(11)}`],
    ['Eczane GLN', shot.pharmacyGln],
    ['Alıcı GLN', shot.buyerGln],
    ['Durum', shot.finalized ? 'Reçete sonlandırıldı' : 'Reçete sonlandırılmadı'],
  ]
  if (shot.patient) facts.push(['TC Kimlik No', shot.patient.nationalId], ['Hasta Adı', shot.patient.name])
  facts.forEach(([label, value], at) => {
    page.text(16, 44 + at * 26, label, 11, '#000000')
    page.box(110, 39 + at * 26, 190, 19, '#ffffff', '#808080')
    page.text(115, 44 + at * 26, value, 11, '#000000')
  })
  const top = 260
  const columns = [16, 136, 290, 380, 500]
  const rows = [...shot.others]
  rows.splice(Math.min(1, rows.length), 0, pack)
  page.box(10, top, 870, 20, '#d4d0c8', '#808080')
  const heads = ['GTIN', 'Seri No', 'SKT', 'Parti No', 'Sonuç']
  heads.forEach((head, at) => page.text(columns[at]! + 4, top + 5, head, 11, '#000000'))
  rows.forEach((row, at) => {
    const y = top + 20 + at * 20
    const isSelected = row === pack
    columns.forEach((x, column) => {
      const right = columns[column + 1] ?? 880
      page.box(
        column === 0 ? 10 : x,
        y,
        right - (column === 0 ? 10 : x),
        20,
        isSelected ? '#0a246a' : '#ffffff',
        '#c0c0c0',
      )
    })
    cellsOf(row).forEach((cell, column) =>
      page.text(columns[column]! + 4, y + 5, cell, 11, isSelected ? '#ffffff' : '#000000'),
    )
  })
  return page.picture(shot.hasCode ? await codeOf(pack, 4, 680, 60) : null)
}

const cellsOf = ({ gtin, serialNumber, expiryDate, lot, resultCode }: ShotPack): string[] => [
  gtin,
  serialNumber,
  turkish(expiryDate),
  lot,
  `${resultCode} ${outcome[resultCode] ?? ''}`.trim(),
]

const openWriter = async () => {
  const { prepareZXingModule, writeBarcode } = await import('zxing-wasm/writer')
  const wasm = await readFile(require.resolve('zxing-wasm/writer/zxing_writer.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
  return writeBarcode
}
let writer: ReturnType<typeof openWriter> | undefined

/** The GS1 data matrix of a pack as PNG, `scale` pixels a module. */
export async function drawCode(
  { gtin, serialNumber, expiryDate, lot }: ShotPack,
  scale: number,
): Promise<Buffer> {
  writer ??= openWriter()
  const write = await writer
  const text = `(01)${gtin}(21)${serialNumber}(17)${expiryDate.slice(2).replaceAll('-', '')}(10)${lot}`
  const { image, error } = await write(text, { format: 'DataMatrix', options: 'gs1', scale })
  if (!image) throw new Error(`${text}: ${error}`)
  const code = await sharp(Buffer.from(await image.arrayBuffer()))
    .extend({ top: 3 * scale, bottom: 3 * scale, left: 3 * scale, right: 3 * scale, background: '#fff' })
    .png()
    .toBuffer()
  return code
}

const codeOf = async (pack: ShotPack, scale: number, left: number, top: number): Promise<Part> => ({
  input: await drawCode(pack, scale),
  left,
  top,
})

const letters = Array.from('ABCDEFGHJKLMNPQRSTUVWXYZ0123456789')
const withCheckDigit = (digits: string) => digits + checkDigitOf(digits)
const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => random.int(0, 9)).join('')
const day = (random: Random, year: number) =>
  `${year}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`
const two = (value: number) => String(value).padStart(2, '0')

/** A pack with a made-up number: of the prefixes that belong to nobody. */
export function madeUpPack(random: Random): ShotPack {
  const serialNumber = random.chance(0.6)
    ? `${random.int(1, 9)}${digits(random, random.int(9, 12))}`
    : Array.from({ length: random.int(8, 16) }, () => random.pick(letters)).join('')
  return {
    gtin: `0${withCheckDigit(`8699999${digits(random, 5)}`)}`,
    serialNumber,
    lot: `${random.pick(Array.from('ABCDKLMT'))}${digits(random, random.int(4, 6))}`,
    expiryDate: day(random, random.int(2027, 2029)),
    resultCode: random.chance(0.9) ? '00000' : random.pick(['10203', '10204']),
  }
}

/** A whole screenshot by chance. The numbers of people pass the check of national ids and belong to nobody on purpose. */
export function madeUpShot(random: Random, fixed: Partial<Shot> = {}): Shot {
  const pack = madeUpPack(random)
  // Packs of one carton differ in a digit or two.
  const others = Array.from({ length: random.int(0, 3) }, (): ShotPack => ({
    ...pack,
    serialNumber: pack.serialNumber.slice(0, -2) + digits(random, 2),
  })).filter(({ serialNumber }) => serialNumber !== pack.serialNumber)
  return {
    style: random.chance(0.5) ? 'web' : 'desktop',
    declarationId: `${random.int(3, 9)}${digits(random, random.int(11, 12))}`,
    declaredAt: `${day(random, 2026)}T${two(random.int(8, 20))}:${two(random.int(0, 59))}:${two(random.int(0, 59))}`,
    pharmacyGln: withCheckDigit(`86899991${digits(random, 4)}`),
    buyerGln: random.chance(0.9) ? '8689999900007' : '0'.repeat(13),
    pack,
    others,
    finalized: random.chance(0.85),
    hasCode: random.chance(0.5),
    patient: null,
    ...fixed,
  }
}

/** Eleven digits that pass the check of Turkish national ids. */
export function madeUpNationalId(random: Random): string {
  const nine = [random.int(1, 9), ...Array.from({ length: 8 }, () => random.int(0, 9))]
  const sum = (from: number) => nine.reduce((total, digit, at) => total + (at % 2 === from ? digit : 0), 0)
  const tenth = (((sum(0) * 7 - sum(1)) % 10) + 10) % 10
  const last = (nine.reduce((total, digit) => total + digit, 0) + tenth) % 10
  return [...nine, tenth, last].join('')
}
