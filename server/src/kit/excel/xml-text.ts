/** A text with a character for each of its bytes, to be put among others of that kind. */
export function inBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

export interface XmlElement {
  start: number
  end: number
  /** From `<` to `>`. */
  tag: string
  inner: string
  whole: string
}

/** The elements of a name, which do not hold one another; one without end and all after it are left out. */
export function elements(text: string, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const start = new RegExp(`<${name}(?=[\\s/>])`, 'g')
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const tagEnd = text.indexOf('>', match.index) + 1
    if (tagEnd === 0) break
    const tag = text.slice(match.index, tagEnd)
    const close = tag.endsWith('/>') ? tagEnd : text.indexOf(`</${name}>`, tagEnd)
    if (close < 0) break
    const end = close === tagEnd && tag.endsWith('/>') ? tagEnd : close + name.length + 3
    found.push({
      start: match.index,
      end,
      tag,
      inner: text.slice(tagEnd, close),
      whole: text.slice(match.index, end),
    })
    start.lastIndex = end
  }
  return found
}

/** Puts another content into the first element of a name; `text` as it is where there is none. */
export function replaceInner(text: string, name: string, by: string | ((inner: string) => string)): string {
  const [element] = elements(text, name)
  if (!element) return text
  const { tag, inner, start, end } = element
  const open = tag.endsWith('/>') ? `${tag.slice(0, -2)}>` : tag
  const content = typeof by === 'string' ? by : by(inner)
  return `${text.slice(0, start)}${open}${content}</${name}>${text.slice(end)}`
}

/** An attribute of a tag, '' where it has none. */
export function attribute(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  return found?.[1] ?? found?.[2] ?? ''
}
