import { columnLetters, main, xml } from './workbook-xml.ts'
import { format } from './limits.ts'
import { legalText } from './write-cell.ts'
import { attribute, elements, inBytes, replaceInner } from './xml-text.ts'

/** A comment on one cell. The row counts from 1, the column from 0, as in the rows that are read. */
export interface CellNote {
  row: number
  column: number
  text: string
}

/** Who the comments are by; what was written under this name before is replaced. */
const AUTHOR = 'Kervan'

/** What our text begins with where it stands behind somebody else's. */
const BEHIND = `\n\n${AUTHOR}: `

const noteNamespaces =
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"'
const noteType =
  '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">' +
  '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'

/** The part with the texts of the comments of one sheet. */
export function commentsPart(notes: readonly CellNote[], namespace: string = main): string {
  return (
    `${xml}<comments xmlns="${namespace}"><authors><author>${AUTHOR}</author></authors>` +
    `<commentList>${notes.map((note) => comment(note, 0, '')).join('')}</commentList></comments>`
  )
}

/** The part with the boxes that the comments are shown in. */
export function notesDrawing(notes: readonly CellNote[]): string {
  const blocks = Array.from({ length: Math.floor(notes.length / 1_024) + 1 }, (_, i) => i + 1)
  return (
    `<xml ${noteNamespaces}><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks.join(',')}"/></o:shapelayout>` +
    `${noteType}${notes.map((note, i) => box(note, 1_025 + i)).join('')}</xml>`
  )
}

/**
 * The comments of a sheet with ours added: a cell that has one keeps it, with ours behind it; what we wrote earlier goes.
 * Both parts are given and answered with a character for each byte, so that nothing else in them changes.
 */
export function mergeComments(
  part: string,
  drawing: string | undefined,
  notes: readonly CellNote[],
): { part: string; drawing: string } {
  const prefix = /<(\w+:)?comments[\s>]/.exec(part)?.[1] ?? ''
  const authors = elements(part, `${prefix}author`).map(({ inner }) => inner)
  const ours = authors.indexOf(AUTHOR)
  const author = ours < 0 ? authors.length : ours
  const byCell = new Map(notes.map((note) => [referenceOf(note), note]))
  const gone: string[] = []
  const merged = new Set<string>()

  let list = ''
  for (const { tag, whole: earlier } of elements(part, `${prefix}comment`)) {
    const reference = attribute(tag, 'ref')
    if (attribute(tag, 'authorId') === String(ours)) {
      gone.push(reference)
      continue
    }
    const whole = withoutOurs(earlier, prefix)
    const note = byCell.get(reference)
    const end = whole.lastIndexOf(`</${prefix}text>`)
    if (!note || end < 0) {
      list += whole
      continue
    }
    merged.add(reference)
    list += whole.slice(0, end) + inBytes(run(BEHIND + note.text, prefix)) + whole.slice(end)
  }
  const added = notes.filter((note) => !merged.has(referenceOf(note)))
  list += inBytes(added.map((note) => comment(note, author, prefix)).join(''))

  let changed = replaceInner(part, `${prefix}commentList`, list)
  if (ours < 0) {
    const name = `<${prefix}author>${AUTHOR}</${prefix}author>`
    changed = replaceInner(changed, `${prefix}authors`, (inner) => inner + name)
  }
  return { part: changed, drawing: drawBoxes(drawing, gone, added) }
}

/** A comment of somebody else without what we put behind it earlier. */
function withoutOurs(comment: string, prefix: string): string {
  return elements(comment, `${prefix}r`)
    .filter(({ whole }) => elements(whole, `${prefix}t`).some(({ inner }) => inner.startsWith(BEHIND)))
    .reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), comment)
}

/** A drawing without the boxes of cells whose comments are gone, and with those of the new ones. */
export function drawBoxes(
  drawing: string | undefined,
  gone: readonly string[],
  added: readonly CellNote[],
): string {
  if (drawing === undefined) return notesDrawing(added)
  const left = new Set(gone)
  let kept = ''
  let copied = 0
  for (const { whole, start, end } of elements(drawing, 'v:shape')) {
    const row = /<x:Row>\s*(\d+)/.exec(whole)?.[1]
    const column = /<x:Column>\s*(\d+)/.exec(whole)?.[1]
    if (row === undefined || column === undefined || !/ObjectType=["']Note/.test(whole)) continue
    if (!left.has(referenceOf({ row: Number(row) + 1, column: Number(column) }))) continue
    kept += drawing.slice(copied, start)
    copied = end
  }
  kept += drawing.slice(copied)
  const used = [...drawing.matchAll(/_x0000_s(\d+)/g)].map(([, id]) => Number(id))
  const first = used.reduce((most, id) => Math.max(most, id), 1_024) + 1
  // The names of the namespaces are ours to declare: another program may have chosen others.
  const shapes =
    (drawing.includes('"_x0000_t202"') ? '' : noteType) +
    added.map((note, i) => box(note, first + i)).join('')
  const declared = shapes.replaceAll(/<(v:shape(?:type)?) /g, `<$1 ${noteNamespaces} `)
  const end = kept.lastIndexOf('</')
  return kept.slice(0, end) + declared + kept.slice(end)
}

export function referenceOf({ row, column }: { row: number; column: number }): string {
  return `${columnLetters(column)}${row}`
}

function comment(note: CellNote, author: number, prefix: string): string {
  return `<${prefix}comment ref="${referenceOf(note)}" authorId="${author}"><${prefix}text>${run(note.text, prefix)}</${prefix}text></${prefix}comment>`
}

function run(text: string, prefix: string): string {
  return `<${prefix}r><${prefix}t xml:space="preserve">${legalText(text)}</${prefix}t></${prefix}r>`
}

/** Three columns wide and as high as the text; shown while the mouse is over the cell. */
function box({ row, column, text }: CellNote, id: number): string {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / 34), 1)
  const left = Math.min(column + 1, format.columns - 4)
  const top = Math.max(0, row - 2)
  const anchor = [
    left,
    15,
    top,
    10,
    left + 3,
    15,
    Math.min(top + Math.min(lines, 30) + 2, format.rows - 1),
    4,
  ]
  return (
    `<v:shape id="_x0000_s${id}" type="#_x0000_t202" style="position:absolute;margin-left:60pt;margin-top:2pt;width:190pt;height:${15 * Math.min(lines, 30) + 10}pt;z-index:1;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">` +
    '<v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>' +
    '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>' +
    `<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor.join(', ')}</x:Anchor>` +
    `<x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
  )
}
