import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { TemporaryFolders } from '../temporary.ts'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { megabytesOf, workbookType, type UploadLimits } from '@kervan/contract/kit/call'
import { agrees, isRun, shownTypes, wordType } from '@kervan/contract/kit/file-endings'
import { refusal } from '@kervan/contract/kit/refusals'
import { defaultLimits, millionRowLimits } from '../excel/limits.ts'
import { checkSheet } from '../excel/read-sheet.ts'
import { WorkbookRefused } from '../excel/refused.ts'
import { checkWorkbook } from '../excel/read-workbook.ts'
import { readDirectory } from '../excel/zip-reader.ts'

// Uploads arrive before we know who sends them, because the contract puts the token after the files. So they are
// spooled to disk within tight limits, and nothing looks inside before the session is known (D26).

export type Upload = { name: string; path: string; bytes: number; sha256: Buffer; type: string }

export type Spool = {
  folder: string
  add(name: string, body: Readable): Promise<Upload>
  remove(): Promise<void>
}

const perAddress = new Map<string, number>()
const uploadsPerAddress = 6
const spoolLimit = 400 * 1024 * 1024
let spooled = 0

/** A temporary folder for the files of one request. Refuses with `TooManyRequests` when one address sends too much at once. */
export async function openSpool(
  temporary: TemporaryFolders,
  address: string,
  limits: { maxFiles: number; maxBytes: number },
): Promise<Spool> {
  const underWay = perAddress.get(address) ?? 0
  if (underWay >= uploadsPerAddress || spooled > spoolLimit) throw refusal('TooManyRequests', { seconds: 5 })
  perAddress.set(address, underWay + 1)
  const folder = await temporary.make('upload')
  let files = 0
  let held = 0
  return {
    folder,
    async add(name, body) {
      files += 1
      if (files > limits.maxFiles) throw refusal('TooManyFiles', { limit: limits.maxFiles })
      const path = join(folder, String(files))
      const hash = createHash('sha256')
      let bytes = 0
      const count = new Transform({
        transform(chunk: Buffer, _, done) {
          bytes += chunk.length
          held += chunk.length
          spooled += chunk.length
          hash.update(chunk)
          done(
            bytes > limits.maxBytes
              ? refusal('FileTooLarge', { name, limit: megabytesOf(limits.maxBytes) })
              : null,
            chunk,
          )
        },
      })
      await pipeline(body, count, createWriteStream(path))
      return { name, path, bytes, sha256: hash.digest(), type: await sniff(path) }
    },
    async remove() {
      spooled -= held
      held = 0
      const left = (perAddress.get(address) ?? 1) - 1
      if (left > 0) perAddress.set(address, left)
      else perAddress.delete(address)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Asked once the caller is known and allowed, before the handler. Throws `FileMissing` unless files are optional, the reason why a file is no
 * workbook, or the refusal that the call names for files of another type, empty ones, and names that do not agree with
 * the content or that a computer would run.
 */
export async function assertUploads(limits: UploadLimits, uploads: readonly Upload[]): Promise<void> {
  if (uploads.length === 0 && !limits.optional) throw refusal('FileMissing')
  const { types } = limits
  const run = uploads.find(({ name }) => isRun(name))
  if (run) throw wrongFile(run, limits)
  if (limits.toldOfEach) return
  if (types === 'table')
    return void (await Promise.all(uploads.map(({ path }) => checkSheet(path, millionRowLimits))))
  if (types === 'workbook') return void (await Promise.all(uploads.map(({ path }) => checkWorkbook(path))))
  for (const upload of uploads) {
    const type = await typeOfUpload(upload)
    const isTaken =
      upload.bytes > 0 && types.includes(type) && (!limits.keepsName || agrees(upload.name, type))
    if (!isTaken) throw wrongFile(upload, limits)
  }
}

function wrongFile({ name }: Upload, limits: UploadLimits): Error {
  if (limits.refusedAs === 'FilesInvalid') return refusal('FilesInvalid', { name })
  return refusal('FileTypeNotAllowed', { name, allowed: shownTypes(limits).join(', ') })
}

/** An archive that begins as an Office file does is one only if its directory has the part that makes it one. */
async function typeOfUpload({ path, bytes, type }: Upload): Promise<string> {
  if (type !== workbookType && type !== wordType) return type
  const file = await open(path)
  try {
    const parts = await readDirectory(file, bytes, documentLimits)
    const has = (name: RegExp) => parts.some((part) => name.test(part.name))
    if (has(/(^|\/)vbaProject\.bin$/i)) return 'application/zip'
    if (has(/^word\/document\d*\.xml$/i)) return wordType
    return has(/(^|\/)workbook\d*\.xml$/i) ? workbookType : 'application/zip'
  } catch (error) {
    if (error instanceof WorkbookRefused) return 'application/octet-stream'
    throw error
  } finally {
    await file.close()
  }
}

/** A letter with many pictures has many parts; nothing of it is unpacked here. */
const documentLimits = { ...defaultLimits, ...millionRowLimits, parts: 10_000 }

/** What a file is by its first bytes; its name and the sender's word for it count for nothing. */
export async function sniff(path: string): Promise<string> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(4_100)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return typeOf(head.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** The type of a file by its first 4,100 bytes. */
export function typeOf(head: Buffer): string {
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return 'image/png'
  if (/^RIFF[^]{4}WEBP/.test(head.toString('latin1', 0, 12))) return 'image/webp'
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf'
  if (head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04])))
    return officeType(head.toString('latin1'))
  if (head.subarray(0, 8).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])))
    return 'application/x-ole-storage'
  return isText(head) ? 'text/plain' : 'application/octet-stream'
}

/** An Office file names its parts in the zip's headers; the first ones are enough to tell workbook from letter. */
function officeType(head: string): string {
  if (head.includes('word/')) return wordType
  if (head.includes('xl/') || head.includes('[Content_Types].xml')) return workbookType
  return 'application/zip'
}

function isText(head: Buffer): boolean {
  if (head.length === 0) return false
  return !head.some((byte) => byte < 9 || (byte > 13 && byte < 32))
}
