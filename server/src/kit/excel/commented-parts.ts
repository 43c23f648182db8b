import type { FileHandle } from 'node:fs/promises'
import { commentsPart, drawBoxes, mergeComments, type CellNote } from './comment-parts.ts'
import { MarkedStyles } from './marked-styles.ts'
import { WorkbookRefused } from './refused.ts'
import { SheetMarker } from './sheet-marker.ts'
import { Parts, readOutline, readRelations, relationsOf, type Relation } from './workbook-parts.ts'
import { commentsType, drawingsDefault, main, office, relations, strictOffice } from './workbook-xml.ts'
import { attribute, elements, inBytes } from './xml-text.ts'
import { inflatePart, readRange, type ZipPart } from './zip-reader.ts'
import type { ZipSource } from './zip-writer.ts'

/** A sheet that gets comments, and the parts it refers to that change with it. */
interface CommentedSheet {
  part: ZipPart
  notes: readonly CellNote[]
  relations: Relation[]
  /** Where the relations stand, if it has any. */
  relationsPart: ZipPart | undefined
  comments: ZipPart | undefined
  /** The part for the comments of a sheet that has none yet. */
  newComments: string
}

/** Parts that are changed as a whole are held in memory. */
const HELD_BYTES = 64_000_000

/**
 * All parts of a workbook with comments on the cells of some sheets. Those that change come after those that are copied,
 * since they name one another. Throws WorkbookRefused, and an Error where there is no such sheet.
 */
export async function* commentedParts(
  file: FileHandle,
  directory: readonly ZipPart[],
  notes: ReadonlyMap<string, readonly CellNote[]>,
): AsyncGenerator<ZipSource> {
  const parts = new Parts(file, [...directory])
  const outline = await readOutline(parts)
  const names = new NewNames(directory)
  const sheets: CommentedSheet[] = []
  for (const [name, of] of notes) {
    const sheet = outline.sheets.find((one) => one.name === name)
    const part = sheet && parts.find(sheet.part)
    if (!part) throw new Error(`There is no sheet ${name} to comment on`)
    const related = await readRelations(parts, part.name)
    const comments = related.find(({ type }) => type === 'comments')
    sheets.push({
      part,
      notes: of,
      relations: related,
      relationsPart: parts.find(relationsOf(part.name)),
      comments: comments && parts.find(comments.target),
      newComments: names.take('xl/comments', '.xml'),
    })
  }
  const stylesPart = outline.styles === undefined ? undefined : parts.find(outline.styles)
  const styles = new MarkedStyles(stylesPart ? await textOf(file, stylesPart) : '')
  const types = parts.find('[Content_Types].xml')

  if (types) {
    const added = sheets.flatMap(({ comments, newComments }) => (comments ? [] : [newComments]))
    yield written(types.name, withTypes(await textOf(file, types), added))
  }
  const drawings = sheets.flatMap((sheet) => drawingsOf(sheet).map(({ target }) => parts.find(target)))
  const changed = [
    types,
    stylesPart,
    ...drawings,
    ...sheets.flatMap(({ part, relationsPart, comments }) => [part, relationsPart, comments]),
  ]
  for (const part of directory) if (!changed.includes(part)) yield copied(file, part)
  for (const sheet of sheets) yield* commentedSheet(file, parts, sheet, styles, names)
  if (stylesPart) yield written(stylesPart.name, styles.toString())
}

async function* commentedSheet(
  file: FileHandle,
  parts: Parts,
  sheet: CommentedSheet,
  styles: MarkedStyles,
  names: NewNames,
): AsyncGenerator<ZipSource> {
  const { part, notes, relationsPart, comments } = sheet
  const before = relationsPart ? await textOf(file, relationsPart) : relations([])
  const [newDrawing, newComments] = newIdentifiers(before)
  const marks = Map.groupBy(notes, ({ row }) => row)
  const columns = new Map([...marks].map(([row, cells]) => [row, cells.map(({ column }) => column)]))
  const marker = new SheetMarker(columns, (style) => styles.mark(style), newDrawing)
  yield { name: part.name, bytes: marked(file, part, marker) }

  const known = drawingsOf(sheet).find(({ id }) => id === marker.drawing)
  const knownPart = known && parts.find(known.target)
  const boxes = knownPart && (await textOf(file, knownPart))
  const texts = comments
    ? mergeComments(await textOf(file, comments), boxes, notes)
    : { part: inBytes(commentsPart(notes, marker.namespace)), drawing: drawBoxes(boxes, [], notes) }
  const drawingName = known?.target ?? names.take('xl/drawings/vmlDrawing', '.vml')
  yield written(comments?.name ?? sheet.newComments, texts.part)
  yield written(drawingName, texts.drawing)
  for (const { id, target } of drawingsOf(sheet)) {
    const other = parts.find(target)
    if (id !== marker.drawing && other) yield copied(file, other)
  }

  const added: [id: string, type: string, target: string][] = []
  if (!known) added.push([marker.drawing, 'vmlDrawing', drawingName])
  if (!comments) added.push([newComments, 'comments', sheet.newComments])
  const family = marker.namespace === main ? office : strictOffice
  const entries = added.map(
    ([id, type, target]) => `Relationship Id="${id}" Type="${family}/${type}" Target="/${target}"/>`,
  )
  yield written(relationsOf(part.name), insertLast(before, 'Relationships', entries))
}

function drawingsOf({ relations: related }: CommentedSheet): Relation[] {
  return related.filter(({ type }) => type === 'vmlDrawing')
}

async function* marked(file: FileHandle, part: ZipPart, marker: SheetMarker): AsyncGenerator<Buffer> {
  for await (const chunk of inflatePart(file, part)) {
    const ready = marker.feed(chunk.toString('latin1'))
    if (ready !== '') yield Buffer.from(ready, 'latin1')
  }
  yield Buffer.from(marker.end(), 'latin1')
}

/** Two identifiers that the relations of a part do not have yet. */
function newIdentifiers(text: string): [string, string] {
  const prefix = prefixOf(text, 'Relationships')
  const used = new Set(elements(text, `${prefix}Relationship`).map(({ tag }) => attribute(tag, 'Id')))
  const free = Array.from({ length: used.size + 2 }, (_, i) => `rId${i + 1}`).filter((id) => !used.has(id))
  return [free[0] ?? '', free[1] ?? '']
}

function withTypes(text: string, comments: readonly string[]): string {
  const drawings = /Extension\s*=\s*["']vml["']/i.test(text) ? [] : [drawingsDefault.slice(1)]
  const overrides = comments.map((name) => `Override PartName="/${name}" ContentType="${commentsType}"/>`)
  return insertLast(text, 'Types', [...drawings, ...overrides])
}

/** Adds elements, each without its `<`, to the end of the root element. */
function insertLast(text: string, root: string, added: readonly string[]): string {
  if (added.length === 0) return text
  const prefix = prefixOf(text, root)
  const more = added.map((element) => `<${prefix}${element}`).join('')
  const end = text.lastIndexOf(`</${prefix}${root}`)
  if (end >= 0) return text.slice(0, end) + more + text.slice(end)
  const closed = text.lastIndexOf('/>')
  return `${text.slice(0, closed)}>${more}</${prefix}${root}>`
}

function prefixOf(text: string, root: string): string {
  return new RegExp(`<(\\w+:)?${root}[\\s>]`).exec(text)?.[1] ?? ''
}

/** A part as a text with a character for each byte. */
async function textOf(file: FileHandle, part: ZipPart): Promise<string> {
  if (part.size > HELD_BYTES)
    throw new WorkbookRefused('ExcelTooLarge', {
      limit: 'unpacked',
      part: part.name,
      unpackedBytes: part.size,
      allowed: HELD_BYTES,
    })
  const chunks: Buffer[] = []
  for await (const chunk of inflatePart(file, part)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

function written(name: string, text: string): ZipSource {
  return { name, bytes: [Buffer.from(text, 'latin1')] }
}

function copied(file: FileHandle, part: ZipPart): ZipSource {
  return { name: part.name, bytes: readRange(file, part.start, part.packed), copied: part }
}

/** Names of parts that the archive does not have yet; capital letters do not tell names apart. */
class NewNames {
  readonly #taken: Set<string>

  constructor(directory: readonly ZipPart[]) {
    this.#taken = new Set(directory.map(({ name }) => name.toLowerCase()))
  }

  take(stem: string, extension: string): string {
    for (let number = 1; ; number++) {
      const name = `${stem}${number}${extension}`
      if (this.#taken.has(name.toLowerCase())) continue
      this.#taken.add(name.toLowerCase())
      return name
    }
  }
}
