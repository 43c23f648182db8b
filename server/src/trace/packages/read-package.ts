import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { isGln, isGtin, isSscc } from '@kervan/contract/kit/gs1/check-digits'
import { ptsActions, type PtsAction, type PtsNote } from '@kervan/contract/trace/words'
import { isKeyOf } from '@kervan/contract/kit/typed'
import { defaultLimits, type ExcelLimits } from '../../kit/excel/limits.ts'
import { WorkbookRefused } from '../../kit/excel/refused.ts'
import { readXml } from '../../kit/excel/xml-reader.ts'
import { inflatePart, readDirectory, readRange } from '../../kit/excel/zip-reader.ts'

// A package of the transfer system (PTS): a zip with one XML file, or that file. It is read as it arrives, so memory does
// not grow with its packs. Source: TRC-004, domain/pharma 2.

/** Why a package was turned away; its words are `trace.packageFault.<code>`. */
export const packageFaults = [
  'Damaged',
  'NotATransfer',
  'SeveralFiles',
  'ZipInZip',
  'TooLarge',
  'FieldMissing',
  'GlnWrong',
  'GtinWrong',
  'DateWrong',
  'ActionUnknown',
  'SenderIsReceiver',
  'SerialWrong',
  'NoPacks',
  'TooDeep',
] as const
export type PackageFault = (typeof packageFaults)[number]

export class PackageRefused extends Error {
  readonly fault: PackageFault
  /** What stands where, for the sentence. */
  readonly found: string

  constructor(fault: PackageFault, found = '') {
    super(`${fault} ${found}`)
    this.name = 'PackageRefused'
    this.fault = fault
    this.found = found.slice(0, 80)
  }
}

export type PackageHead = {
  sourceGln: string
  destinationGln: string
  action: PtsAction
  shipTo: string | null
  documentNumber: string | null
  /** `yyyy-mm-dd` */
  documentDate: string | null
  note: string | null
  version: string | null
}
export type PackageCarrier = {
  no: number
  parent: number | null
  label: string
  containerType: string | null
}
export type PackagePack = {
  carrierNo: number | null
  gtin: string
  serialNumber: string
  lotNumber: string
  expiryDate: string
  /** The order that the list of the pack names. */
  orderNumber: string | null
}

type Listener = {
  carrier: (carrier: PackageCarrier) => void
  /** Packs in portions. What it answers is waited for. */
  packs: (packs: PackagePack[]) => Promise<void>
}

/** 10 MB is what the transfer system takes; a package inflates to twenty times that at most. */
export const packageLimits: ExcelLimits = {
  ...defaultLimits,
  fileBytes: 10_000_000,
  unpackedBytes: 200_000_000,
  ratio: 200,
  parts: 1,
}
const portion = 1_000
const deepest = 20

/**
 * Reads a package. Carriers and packs are handed over as they come; the head is answered once the whole is read, with
 * what is strange about it. Throws `PackageRefused`; what was handed over until then is to be forgotten.
 */
export async function readPackage(
  path: string,
  listener: Listener,
): Promise<{ head: PackageHead; notes: PtsNote[] }> {
  await using file = await open(path)
  const { size } = await file.stat()
  if (size > packageLimits.fileBytes) throw new PackageRefused('TooLarge', String(size))
  const reader = new PackageReader(listener)
  try {
    await readXml('package.xml', await bytesOf(file, size), reader, () => reader.flush())
  } catch (error) {
    throw asRefused(error)
  }
  return await reader.end()
}

function asRefused(error: unknown): unknown {
  if (!(error instanceof WorkbookRefused)) return error
  if (error.code !== 'ExcelTooLarge')
    return new PackageRefused('Damaged', String(error.facts['reason'] ?? ''))
  return error.facts['limit'] === 'parts'
    ? new PackageRefused('SeveralFiles')
    : new PackageRefused('TooLarge')
}

const zipStart = 'PK\u0003\u0004'

async function bytesOf(file: FileHandle, size: number): Promise<AsyncIterable<Buffer>> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  if (bytesRead < 4 || buffer.toString('latin1') !== zipStart) return readRange(file, 0, size)
  const [part] = await readDirectory(file, size, packageLimits)
  if (!part) throw new PackageRefused('NotATransfer')
  return notZip(inflatePart(file, part))
}

async function* notZip(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of bytes) {
    if (isFirst && chunk.subarray(0, 4).toString('latin1') === zipStart) throw new PackageRefused('ZipInZip')
    isFirst = false
    yield chunk
  }
}

type Attributes = (name: string) => string | undefined
type List = Pick<PackagePack, 'gtin' | 'lotNumber' | 'expiryDate' | 'orderNumber'>

class PackageReader {
  readonly #listener: Listener
  readonly #fields = new Map<string, string>()
  readonly #notes = new Set<PtsNote>()
  readonly #seen = new Set<string>()
  readonly #carriers: number[] = []
  #packs: PackagePack[] = []
  #carrierCount = 0
  #packCount = 0
  #depth = 0
  #root = ''
  #text = ''
  #list: List | null = null

  constructor(listener: Listener) {
    this.#listener = listener
  }

  open(name: string, attributes: Attributes): void {
    this.#depth += 1
    this.#text = ''
    if (this.#depth === 1) this.#root = name
    if (this.#root !== 'transfer') this.#refuse('NotATransfer', name)
    if (name === 'carrier') this.#openCarrier(attributes)
    if (name === 'productList') this.#openList(attributes)
  }

  text(text: string): void {
    if (this.#text.length < 2_000) this.#text += text
  }

  close(name: string): void {
    this.#depth -= 1
    const text = this.#text.trim()
    if (name === 'serialNumber') this.#serial(text)
    else if (name === 'carrier') this.#carriers.pop()
    else if (name === 'productList') this.#list = null
    else if (this.#depth === 1) this.#fields.set(name, text)
    this.#text = ''
  }

  /** Hands over what has gathered; answers what has to be waited for. */
  flush(all = false): Promise<void> | undefined {
    if (this.#packs.length < (all ? 1 : portion)) return undefined
    const packs = this.#packs
    this.#packs = []
    return this.#listener.packs(packs)
  }

  async end(): Promise<{ head: PackageHead; notes: PtsNote[] }> {
    if (this.#root === '') this.#refuse('NotATransfer')
    const head = this.#head()
    if (this.#packCount === 0) this.#refuse('NoPacks')
    await this.flush(true)
    return { head, notes: [...this.#notes] }
  }

  #openCarrier(attributes: Attributes): void {
    if (this.#carriers.length >= deepest) this.#refuse('TooDeep', String(deepest))
    if (this.#carriers.length >= 6) this.#notes.add('DeepNesting')
    const label = read(attributes, 'carrierLabel')?.trim() ?? ''
    const sscc = /^(?:00)?(\d{18})$/.exec(label)?.[1]
    if (sscc === undefined) this.#notes.add('LabelNotSscc')
    else if (!isSscc(sscc)) this.#notes.add('SsccCheckDigit')
    const no = ++this.#carrierCount
    this.#listener.carrier({
      no,
      parent: this.#carriers.at(-1) ?? null,
      label: label.slice(0, 80),
      containerType: read(attributes, 'containerType')?.trim().slice(0, 20) || null,
    })
    this.#carriers.push(no)
  }

  #openList(attributes: Attributes): void {
    if (this.#carriers.length === 0) this.#notes.add('ListOutsideCarrier')
    const gtin = (read(attributes, 'GTIN')?.trim() ?? '').padStart(14, '0')
    if (!isGtin(gtin)) this.#refuse('GtinWrong', gtin)
    const lotNumber = read(attributes, 'lotNumber')?.trim() ?? ''
    if (lotNumber === '' || lotNumber.length > 20) this.#refuse('FieldMissing', 'lotNumber')
    const orderNumber = read(attributes, 'PONumber')?.trim().slice(0, 80) || null
    const expiryDate = this.#day(read(attributes, 'expirationDate') ?? '')
    this.#list = { gtin, lotNumber, expiryDate, orderNumber }
  }

  #serial(serialNumber: string): void {
    const list = this.#list
    if (!list || !/^[!-~]{1,20}$/.test(serialNumber)) return this.#refuse('SerialWrong', serialNumber)
    const key = `${list.gtin} ${serialNumber}`
    if (this.#seen.has(key)) {
      this.#notes.add('PackTwice')
      return
    }
    this.#seen.add(key)
    this.#packCount += 1
    this.#packs.push({ carrierNo: this.#carriers.at(-1) ?? null, ...list, serialNumber })
  }

  #head(): PackageHead {
    const field = (name: string) => this.#fields.get(name) || null
    const gln = (name: string) => {
      const value = field(name)
      if (value === null) return this.#refuse('FieldMissing', name)
      return isGln(value) ? value : this.#refuse('GlnWrong', value)
    }
    const [sourceGln, destinationGln] = [gln('sourceGLN'), gln('destinationGLN')]
    const letter = field('actionType') ?? this.#refuse('FieldMissing', 'actionType')
    if (!isKeyOf(ptsActions, letter)) return this.#refuse('ActionUnknown', letter)
    const action = ptsActions[letter]
    if (sourceGln === destinationGln && !['Production', 'Import', 'Information'].includes(action))
      this.#refuse('SenderIsReceiver', sourceGln)
    const date = field('documentDate')
    return {
      sourceGln,
      destinationGln,
      action,
      shipTo: field('shipTo'),
      documentNumber: field('documentNumber')?.slice(0, 80) ?? null,
      documentDate: date === null ? null : this.#day(date),
      note: field('note')?.slice(0, 500) ?? null,
      version: field('version')?.slice(0, 20) ?? null,
    }
  }

  #day(text: string): string {
    const day = text.trim().slice(0, 10)
    const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : null
    const isDay = at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
    return isDay ? day : this.#refuse('DateWrong', text)
  }

  #refuse(fault: PackageFault, found = ''): never {
    throw new PackageRefused(fault, found)
  }
}

/** An attribute, in whatever case it is written. */
function read(attributes: Attributes, name: string): string | undefined {
  const pascal = name.charAt(0).toUpperCase() + name.slice(1)
  const camel = name.charAt(0).toLowerCase() + name.slice(1)
  const spelled = name === 'PONumber' ? ['poNumber', 'PoNumber'] : []
  return [name, pascal, camel, name.toUpperCase(), name.toLowerCase(), ...spelled]
    .map((one) => attributes(one))
    .find((value) => value !== undefined)
}
