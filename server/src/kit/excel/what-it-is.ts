import type { FileHandle } from 'node:fs/promises'
import { damaged, WorkbookRefused } from './refused.ts'
import { inflatePart, readRange, type ZipPart } from './zip-reader.ts'

/** Tells by its content what was sent in place of a workbook, so that the message can say how to mend it. */
export async function refuseWhatIsNoZip(file: FileHandle, size: number): Promise<void> {
  const start = Buffer.alloc(Math.min(size, 4_096))
  await file.read(start, 0, start.length, 0)
  if (start.length >= 4 && start.readUInt32LE(0) === 0x04034b50) return
  if (size === 0) throw new WorkbookRefused('ExcelNotAWorkbook', { found: 'empty' })
  if (start.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1') throw await oldOrEncrypted(file, size)
  // An empty archive has nothing but its end record; a spanned one starts with its own mark.
  if (start.toString('latin1', 0, 2) === 'PK') throw damaged('Directory')
  throw new WorkbookRefused('ExcelNotAWorkbook', { found: foreign(start) })
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
    [/^(\uFFFDPNG|GIF8|BM|RIFF)/, 'image'],
    [/^\{\\rtf/, 'rtf'],
    [/^<!doctype html|^<html|^<table|^<meta/i, 'html'],
    [/^<\?xml|^<[a-z]+[ :>]/i, 'xml'],
    [/^[[{]/, 'json'],
  ]
  const known = marks.find(([mark]) => mark.test(text))
  if (known) return known[1]
  if (start.subarray(0, 3).toString('hex') === 'ffd8ff') return 'image'
  const utf16 = start[0] === 0xff && start[1] === 0xfe
  const readable = utf16 || !start.some((byte) => byte < 9 || (byte > 13 && byte < 32))
  return readable ? 'csv' : 'unknown'
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
