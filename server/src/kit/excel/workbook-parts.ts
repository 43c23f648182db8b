import { posix } from 'node:path'
import type { FileHandle } from 'node:fs/promises'
import { numberFormat, type NumberFormat } from './cell.ts'
import { format, type ExcelLimits } from './limits.ts'
import { damaged, WorkbookRefused } from './refused.ts'
import { readXml, type XmlListener } from './xml-reader.ts'
import { inflatePart, type ZipPart } from './zip-reader.ts'

export interface WorkbookParts {
  date1904: boolean
  sheets: { name: string; hidden: boolean; part: string }[]
  sharedTexts: string[]
  formats: NumberFormat[]
}

/** The parts of a workbook by name; Excel does not tell capital letters apart in them. */
export class Parts {
  readonly #file: FileHandle
  readonly #byName: Map<string, ZipPart>

  constructor(file: FileHandle, parts: ZipPart[]) {
    this.#file = file
    this.#byName = new Map(parts.map((part) => [part.name.toLowerCase(), part]))
  }

  find(name: string): ZipPart | undefined {
    return this.#byName.get(name.toLowerCase())
  }

  async read(name: string, listener: XmlListener, pause?: () => Promise<void> | undefined): Promise<void> {
    const part = this.find(name)
    if (!part) throw damaged('MissingPart', { part: name })
    await readXml(part.name, inflatePart(this.#file, part), listener, pause)
  }
}

/** Everything but the rows: which sheets there are, where they stand, and what their numbers mean. */
export async function readParts(parts: Parts, limits: ExcelLimits): Promise<WorkbookParts> {
  const { date1904, sheets, texts, styles } = await readOutline(parts)
  return {
    date1904,
    sheets,
    sharedTexts: texts === undefined ? [] : await readSharedTexts(parts, texts, limits),
    formats: styles === undefined ? [] : await readFormats(parts, styles),
  }
}

/** Which sheets there are and the names of the parts that belong to the whole workbook. */
export async function readOutline(parts: Parts) {
  const root = await readRelations(parts, '')
  const workbook = root.find((relation) => relation.type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const relations = await readRelations(parts, workbook)
  const { date1904, sheets } = await readWorkbookPart(parts, workbook)
  return {
    date1904,
    // Chart sheets and macro sheets stand in the same list and hold no rows.
    sheets: sheets.flatMap(({ id, ...sheet }) => {
      const relation = relations.find((relation) => relation.id === id)
      if (!relation) throw damaged('MissingPart', { sheet: sheet.name })
      return relation.type === 'worksheet' ? [{ ...sheet, part: relation.target }] : []
    }),
    texts: relations.find((relation) => relation.type === 'sharedStrings')?.target,
    styles: relations.find((relation) => relation.type === 'styles')?.target,
  }
}

/** Where the relations of a part stand; those of '' are the ones of the whole file. */
export function relationsOf(part: string): string {
  return posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
}

export interface Relation {
  id: string
  /** The last word of its type, which the transitional and the strict dialect share. */
  type: string
  target: string
}

/** What a part refers to inside the file. */
export async function readRelations(parts: Parts, of: string): Promise<Relation[]> {
  const name = relationsOf(of)
  const folder = posix.dirname(of)
  const relations: Relation[] = []
  if (!parts.find(name)) return relations
  await parts.read(name, {
    ...deaf,
    open(element, attribute) {
      if (element !== 'Relationship' || attribute('TargetMode') === 'External') return
      const target = attribute('Target') ?? ''
      relations.push({
        id: attribute('Id') ?? '',
        type: (attribute('Type') ?? '').split('/').at(-1) ?? '',
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target.replaceAll('\\', '/')),
      })
      if (relations.length > 1_000) throw damaged('Xml', { part: name })
    },
  })
  return relations
}

async function readWorkbookPart(parts: Parts, name: string) {
  let date1904 = false
  const sheets: { id: string; name: string; hidden: boolean }[] = []
  await parts.read(name, {
    ...deaf,
    open(element, attribute) {
      if (element === 'workbookPr') date1904 = ['1', 'true', 'on'].includes(attribute('date1904') ?? '')
      if (element === 'sheet') {
        const name = attribute('name') ?? ''
        sheets.push({
          id: attribute(':id') ?? '',
          name: name.slice(0, 100),
          hidden: /hidden/i.test(attribute('state') ?? ''),
        })
      }
      if (sheets.length > 1_000) throw damaged('Xml', { part: name })
    },
  })
  return { date1904, sheets }
}

async function readSharedTexts(parts: Parts, name: string, limits: ExcelLimits): Promise<string[]> {
  const size = parts.find(name)?.size ?? 0
  if (size > limits.sharedTextBytes)
    throw new WorkbookRefused('ExcelTooLarge', {
      limit: 'sharedText',
      unpackedBytes: size,
      allowed: limits.sharedTextBytes,
    })
  const texts: string[] = []
  const collector = new TextCollector(name)
  await parts.read(name, {
    open(element) {
      if (element === 'si') collector.begin()
      else collector.open(element)
    },
    text: (text) => collector.text(text),
    close(element) {
      collector.close(element)
      if (element !== 'si') return
      texts.push(collector.take())
      // An array that outgrows the heap takes the whole process along, not only its thread.
      if (texts.length > limits.sharedTexts)
        throw new WorkbookRefused('ExcelTooLarge', {
          limit: 'sharedText',
          texts: texts.length,
          allowed: limits.sharedTexts,
        })
    },
  })
  return texts
}

/** Joins the runs of a rich text and leaves out its phonetic guide. */
export class TextCollector {
  readonly #part: string
  #text = ''
  #hears = false
  #phonetic = false

  constructor(part: string) {
    this.#part = part
  }

  begin(): void {
    this.#text = ''
  }

  open(element: string): void {
    if (element === 'rPh') this.#phonetic = true
    if (element === 't') this.#hears = !this.#phonetic
  }

  text(text: string): void {
    if (!this.#hears) return
    this.#text += text
    // Seven characters may stand for one: _x000D_.
    if (this.#text.length > format.cellCharacters * 7) throw damaged('LongText', { part: this.#part })
  }

  close(element: string): void {
    if (element === 'rPh') this.#phonetic = false
    if (element === 't') this.#hears = false
  }

  take(): string {
    const text = decodeEscapes(this.#text)
    if (text.length > format.cellCharacters) throw damaged('LongText', { part: this.#part })
    return text
  }
}

/** Characters XML cannot carry are written as _xHHHH_. */
export function decodeEscapes(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

async function readFormats(parts: Parts, name: string): Promise<NumberFormat[]> {
  const custom = new Map<number, string>()
  const ids: number[] = []
  let inCellFormats = false
  await parts.read(name, {
    ...deaf,
    open(element, attribute) {
      if (element === 'numFmt') custom.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      if (element === 'cellXfs') inCellFormats = true
      if (element === 'xf' && inCellFormats) ids.push(Number(attribute('numFmtId') ?? 0))
      if (ids.length > format.cellStyles || custom.size > format.cellStyles)
        throw damaged('Xml', { part: name })
    },
    close(element) {
      if (element === 'cellXfs') inCellFormats = false
    },
  })
  const known = new Map<number, NumberFormat>()
  return ids.map((id) => {
    const found = known.get(id) ?? numberFormat(id, custom)
    known.set(id, found)
    return found
  })
}

const deaf: XmlListener = { open() {}, text() {}, close() {} }
