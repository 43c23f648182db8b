import type { FileHandle } from 'node:fs/promises'
import type { ExcelLimits } from './limits.ts'
import { damaged, WorkbookRefused } from './refused.ts'
import { inflatePart, readRange, type ZipPart } from './zip-reader.ts'

/** Refuses what is no zip file and names it by its content, so that the message can say how to mend it. */
export async function refuseWhatIsNoZip(file: FileHandle, size: number): Promise<void> {
  if (!(await isZip(file)))
    throw new WorkbookRefused('ExcelNotAWorkbook', { found: await textOrForeign(file, size) })
}

/** Whether the file begins as archives do; whether it is whole, its directory tells. */
export async function isZip(file: FileHandle): Promise<boolean> {
  const start = Buffer.alloc(4)
  await file.read(start, 0, 4, 0)
  return start.readUInt32LE(0) === 0x04034b50
}

/** Refuses what is no CSV file or larger than allowed; answers its size in bytes. Throws WorkbookRefused. */
export async function assertCsv(file: FileHandle, limits: ExcelLimits): Promise<number> {
  const { size } = await file.stat()
  if (size > limits.fileBytes)
    throw new WorkbookRefused('ExcelTooLarge', { limit: 'file', fileBytes: size, allowed: limits.fileBytes })
  const found = await textOrForeign(file, size)
  if (found !== 'csv') throw new WorkbookRefused('ExcelNotAWorkbook', { found })
  return size
}

async function textOrForeign(file: FileHandle, size: number): Promise<string> {
  const start = Buffer.alloc(Math.min(size, 4_096))
  await file.read(start, 0, start.length, 0)
  if (size === 0) return 'empty'
  if (start.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1') throw await oldOrEncrypted(file, size)
  // An empty archive has nothing but its end record; a spanned one starts with its own mark.
  if (/^PK[\0-\x08]/.test(start.toString('latin1', 0, 3))) throw damaged('Directory')
  return foreign(start)
}

/** The container of Office 97 also wraps workbooks that are protected by a password to open. */
async function oldOrEncrypted(file: FileHandle, size: number): Promise<WorkbookRefused> {
  const mark = Buffer.from('EncryptedPackage', 'utf16le')
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of readRange(file, 0, size)) {
    const seen = Buffer.concat([tail, chunk])
    if (seen.includes(mark)) return new WorkbookRefused('ExcelEncrypted')
    tail = seen.subarray(-mark.length)
  }
  return new WorkbookRefused('ExcelOldFormat', { found: 'xls' })
}

function foreign(start: Buffer): string {
  const text = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  const marks: [RegExp, string][] = [
    [/^%PDF-/, 'pdf'],
    [/^(\uFFFDPNG|GIF8)/, 'image'],
    [/^\{\\rtf/, 'rtf'],
    [/^<!doctype html|^<html|^<table|^<meta/i, 'html'],
    [/^<\?xml|^<[a-z]+[ :>]/i, 'xml'],
    [/^[[{]/, 'json'],
  ]
  const known = marks.find(([mark]) => mark.test(text))
  if (known) return known[1]
  const hex = start.toString('hex', 0, 3)
  if (hex === 'ffd8ff') return 'image'
  const utf16 = hex.startsWith('fffe') || hex.startsWith('feff')
  if (utf16 || !start.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return 'csv'
  // Letters that a text may begin with as well.
  return /^(BM|RIFF)/.test(text) ? 'image' : 'unknown'
}

/** A zip it is; but whose? */
export async function refuseWhatIsNoWorkbook(file: FileHandle, parts: ZipPart[]): Promise<void> {
  const has = (name: string) => parts.some((part) => part.name.toLowerCase() === name)
  if (has('xl/workbook.xml')) return
  const type = parts.find((part) => part.name === 'mimetype')
  if (type && type.size < 200 && (await text(file, type)).startsWith('application/vnd.oasis.opendocument')) {
    throw new WorkbookRefused('ExcelNotAWorkbook', { found: has('meta-inf/manifest.xml') ? 'ods' : 'zip' })
  }
  if (has('xl/workbook.bin')) throw new WorkbookRefused('ExcelNotAWorkbook', { found: 'xlsb' })
  if (has('word/document.xml')) throw new WorkbookRefused('ExcelNotAWorkbook', { found: 'docx' })
  if (has('ppt/presentation.xml')) throw new WorkbookRefused('ExcelNotAWorkbook', { found: 'pptx' })
  if (has('index/document.iwa')) throw new WorkbookRefused('ExcelNotAWorkbook', { found: 'numbers' })
  if (has('[content_types].xml') && has('_rels/.rels')) {
    // Some writers keep the workbook under another name, which only its relations tell.
    if (parts.some((part) => /workbook\d*\.xml$/i.test(part.name))) return
    throw damaged('MissingPart', { part: 'xl/workbook.xml' })
  }
  throw new WorkbookRefused('ExcelNotAWorkbook', { found: 'zip' })
}

async function text(file: FileHandle, part: ZipPart): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of inflatePart(file, part)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
