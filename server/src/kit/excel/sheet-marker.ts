import { columnOf } from './sheet-rows.ts'
import { columnLetters, main, office, strictOffice } from './workbook-xml.ts'
import { attribute, elements } from './xml-text.ts'

/** Past this the part is no head, no row and no tail that a program writes; the marks are left out rather than held in memory. */
const HELD = 32_000_000

/** What stands in a worksheet behind the reference to its comments' boxes. */
const behind = new Set([
  'legacyDrawingHF',
  'drawingHF',
  'picture',
  'oleObjects',
  'controls',
  'webPublishItems',
  'tableParts',
  'extLst',
])

/**
 * Copies the XML of a worksheet as it comes and changes two things: cells to be marked get another style, and the sheet
 * refers to the drawing of its comments. Rows without a mark pass through untouched. Texts have a character for each byte.
 */
export class SheetMarker {
  readonly #marks: ReadonlyMap<number, readonly number[]>
  readonly #styleOf: (style: number) => number
  readonly #drawing: string
  #state: 'head' | 'between' | 'row' | 'tail' = 'head'
  #held = ''
  #row = 0
  #prefix = ''
  #rowOrEnd = /(?!)/
  #columnStyles: { min: number; max: number; style: number }[] = []
  /** The namespace of the sheet's elements, which a part with comments has to share. */
  namespace = main
  /** The identifier by which the sheet refers to the boxes of its comments: its own, if it had one. */
  drawing: string

  /** `marks`: rows from 1, columns from 0, ascending. `drawing`: the identifier for a sheet that refers to no boxes yet. */
  constructor(
    marks: ReadonlyMap<number, readonly number[]>,
    styleOf: (style: number) => number,
    drawing: string,
  ) {
    this.#marks = marks
    this.#styleOf = styleOf
    this.#drawing = drawing
    this.drawing = drawing
  }

  /** Takes the next piece; answers what is ready. */
  feed(piece: string): string {
    this.#held += piece
    let ready = ''
    for (let next = this.#step(); next !== undefined; next = this.#step()) ready += next
    return ready
  }

  end(): string {
    return this.#state === 'tail' ? this.#tail(this.#held) : this.#held
  }

  /** Does one step with what is held, or answers undefined when more has to come first. */
  #step(): string | undefined {
    switch (this.#state) {
      case 'head':
        return this.#head()
      case 'between':
        return this.#between()
      case 'row':
        return this.#throughRow()
      case 'tail':
        return undefined
    }
  }

  #head(): string | undefined {
    const begin = /<(\w+:)?sheetData(?:\s[^>]*)?>/.exec(this.#held)
    if (!begin) return undefined
    this.#prefix = begin[1] ?? ''
    this.#rowOrEnd = new RegExp(`<(?:${this.#prefix}row(?=[\\s/>])|/${this.#prefix}sheetData\\s*>)`)
    const end = begin.index + begin[0].length
    const head = this.#held.slice(0, end)
    const name = this.#prefix.slice(0, -1)
    this.namespace =
      attribute(/<(\w+:)?worksheet\s[^>]*>/.exec(head)?.[0] ?? '', name ? `xmlns:${name}` : 'xmlns') || main
    this.#columnStyles = elements(head, `${this.#prefix}col`).map(({ tag }) => ({
      min: Number(attribute(tag, 'min')) - 1,
      max: Number(attribute(tag, 'max')) - 1,
      style: Number(attribute(tag, 'style')),
    }))
    this.#state = begin[0].endsWith('/>') ? 'tail' : 'between'
    return this.#take(end)
  }

  #between(): string | undefined {
    const begin = this.#rowOrEnd.exec(this.#held)
    if (!begin) return undefined
    if (begin[0].startsWith('</')) {
      this.#state = 'tail'
      return this.#take(begin.index + begin[0].length)
    }
    const tagEnd = this.#held.indexOf('>', begin.index) + 1
    if (tagEnd === 0) return undefined
    const tag = this.#held.slice(begin.index, tagEnd)
    const row = Number(attribute(tag, 'r')) || this.#row + 1
    const columns = this.#marks.get(row)
    if (tag.endsWith('/>') || !columns) {
      this.#row = row
      if (!tag.endsWith('/>')) this.#state = 'row'
      return this.#take(tagEnd)
    }
    const close = this.#held.indexOf(`</${this.#prefix}row>`, tagEnd)
    if (close < 0) {
      if (this.#held.length < HELD) return undefined
      this.#state = 'row'
      return this.#take(tagEnd)
    }
    this.#row = row
    const before = this.#held.slice(0, begin.index)
    const cells = this.#held.slice(tagEnd, close)
    this.#held = this.#held.slice(close)
    this.#state = 'row'
    return before + this.#markedRow(tag, cells, columns)
  }

  #throughRow(): string | undefined {
    const end = `</${this.#prefix}row>`
    const close = this.#held.indexOf(end)
    if (close >= 0) {
      this.#state = 'between'
      return this.#take(close + end.length)
    }
    // All but what may be the beginning of the end.
    return this.#held.length > end.length ? this.#take(this.#held.length - end.length) : undefined
  }

  #markedRow(tag: string, cells: string, columns: readonly number[]): string {
    const name = `${this.#prefix}c`
    const wanted = [...columns]
    const rowStyle = attribute(tag, 'customFormat') === '1' ? Number(attribute(tag, 's')) : undefined
    let out = ''
    let copied = 0
    let column = -1
    let widened = false
    const insertUpTo = (limit: number) => {
      for (; wanted.length > 0 && wanted[0]! < limit; wanted.shift()) {
        const at = wanted[0]!
        const of = this.#columnStyles.find(({ min, max }) => at >= min && at <= max)
        const style = this.#styleOf(rowStyle ?? of?.style ?? 0)
        out += `<${name} r="${columnLetters(at)}${this.#row}" s="${style}"/>`
        widened = true
      }
    }
    for (const cell of elements(cells, name)) {
      const reference = attribute(cell.tag, 'r')
      column = reference === '' ? column + 1 : columnOf(reference)
      out += cells.slice(copied, cell.start)
      insertUpTo(column)
      if (wanted[0] === column) {
        wanted.shift()
        const style = this.#styleOf(Number(attribute(cell.tag, 's')))
        const bare = cell.tag.replace(/\ss\s*=\s*(?:"[^"]*"|'[^']*')/, '')
        out += `<${name} s="${style}"${bare.slice(name.length + 1)}`
      } else out += cell.tag
      copied = cell.start + cell.tag.length
    }
    out += cells.slice(copied)
    insertUpTo(Infinity)
    // The hint of how far a row reaches is not true any more.
    const open = widened ? tag.replace(/\sspans\s*=\s*(?:"[^"]*"|'[^']*')/, '') : tag
    return open + out
  }

  #tail(tail: string): string {
    const reference = new RegExp(`<${this.#prefix}legacyDrawing\\s[^>]*>`).exec(tail)?.[0]
    if (reference !== undefined) {
      this.drawing = /\s\w+:id\s*=\s*["']([^"']*)/.exec(reference)?.[1] ?? this.#drawing
      return tail
    }
    const at = this.#placeOfDrawing(tail)
    const family = this.namespace === main ? office : strictOffice
    return `${tail.slice(0, at)}<${this.#prefix}legacyDrawing xmlns:r="${family}" r:id="${this.#drawing}"/>${tail.slice(at)}`
  }

  /** Before the first element that the schema has behind it, or before the end of the sheet. */
  #placeOfDrawing(tail: string): number {
    let depth = 0
    for (const match of tail.matchAll(/<(\/?)([\w:.-]+)(?:[^>"']|"[^"]*"|'[^']*')*?(\/?)>/g)) {
      const [, close, name = '', closed] = match
      if (close) {
        if (depth === 0) return match.index
        depth--
        continue
      }
      const local = name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : ''
      if (depth === 0 && behind.has(local)) return match.index
      if (!closed) depth++
    }
    return tail.length
  }

  #take(length: number): string {
    const taken = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    return taken
  }
}
