import { format } from './limits.ts'
import { attribute, elements, replaceInner } from './xml-text.ts'

const FILL = '<patternFill patternType="solid"><fgColor rgb="FFFFC7CE"/><bgColor indexed="64"/></patternFill>'

/**
 * The styles of a workbook with a light red twin for each that a marked cell has: number format, font, border and the rest
 * stay. Texts have a character for each byte.
 */
export class MarkedStyles {
  readonly #styles: string
  readonly #prefix: string
  readonly #formats: readonly string[]
  readonly #fills: number
  readonly #marked = new Map<number, number>()
  readonly #added: string[] = []

  constructor(styles: string) {
    this.#styles = styles
    this.#prefix = /<(\w+:)?styleSheet[\s>]/.exec(styles)?.[1] ?? ''
    const [formats] = elements(styles, `${this.#prefix}cellXfs`)
    const [fills] = elements(styles, `${this.#prefix}fills`)
    this.#formats = formats ? elements(formats.inner, `${this.#prefix}xf`).map(({ whole }) => whole) : []
    this.#fills = fills ? elements(fills.inner, `${this.#prefix}fill`).length : 0
  }

  /** The number of the red twin of a style; the style itself where the workbook has no styles or no room for more. */
  mark(style: number): number {
    const known = this.#marked.get(style)
    if (known !== undefined) return known
    const base = this.#formats[style]
    if (
      base === undefined ||
      this.#fills === 0 ||
      this.#formats.length + this.#added.length >= format.cellStyles - 1_000
    )
      return style
    const end = base.endsWith('/>') && !base.includes('</') ? base.length - 2 : base.indexOf('>')
    const tag = base.slice(0, end).replace(/\s(fillId|applyFill)\s*=\s*("[^"]*"|'[^']*')/g, '')
    this.#added.push(`${tag} fillId="${this.#fills}" applyFill="1"${base.slice(end)}`)
    const marked = this.#formats.length + this.#added.length - 1
    this.#marked.set(style, marked)
    return marked
  }

  toString(): string {
    if (this.#added.length === 0) return this.#styles
    const prefix = this.#prefix
    const fill = FILL.replaceAll(/<(\/?)(?=\w)/g, `<$1${prefix}`)
    const withFill = extend(
      this.#styles,
      `${prefix}fills`,
      `<${prefix}fill>${fill}</${prefix}fill>`,
      this.#fills + 1,
    )
    return extend(
      withFill,
      `${prefix}cellXfs`,
      this.#added.join(''),
      this.#formats.length + this.#added.length,
    )
  }
}

/** Puts more into a list and sets its count. */
function extend(text: string, name: string, more: string, count: number): string {
  const longer = replaceInner(text, name, (inner) => inner + more)
  const [list] = elements(longer, name)
  if (!list || attribute(list.tag, 'count') === '') return longer
  const tag = list.tag.replace(/\scount\s*=\s*("[^"]*"|'[^']*')/, ` count="${count}"`)
  return longer.slice(0, list.start) + tag + longer.slice(list.start + list.tag.length)
}
