import { damaged } from './refused.ts'
import { codeOf } from '../error-code.ts'

/** What the reader of a part wants to hear. Names come without their namespace prefix; the attribute `:id` is `id` under any prefix. */
export interface XmlListener {
  open(name: string, attributes: (name: string) => string | undefined): void
  text(text: string): void
  close(name: string): void
}

const MAX_DEPTH = 100
const MAX_TAG = 65_536

/**
 * Reads XML as it arrives, in constant memory, and refuses what a spreadsheet has no use for: document types and with them
 * entities, encodings other than UTF-8, nesting past any real workbook, tags without end.
 */
export async function readXml(
  part: string,
  bytes: AsyncIterable<Buffer>,
  listener: XmlListener,
  pause?: () => Promise<void> | undefined,
): Promise<void> {
  const scanner = new Scanner(part, listener)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of bytes) {
      scanner.feed(decoder.decode(chunk, { stream: true }))
      const waiting = pause?.()
      if (waiting) await waiting
    }
    scanner.feed(decoder.decode())
  } catch (error) {
    if (codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw damaged('Encoding', { part })
    throw error
  }
  scanner.end()
}

class Scanner {
  readonly #part: string
  readonly #listener: XmlListener
  /** The names still open, innermost last. */
  readonly #open: string[] = []
  #rest = ''

  constructor(part: string, listener: XmlListener) {
    this.#part = part
    this.#listener = listener
  }

  feed(chunk: string): void {
    const input = this.#rest + chunk
    let at = 0
    while (at < input.length) {
      const tag = input.indexOf('<', at)
      if (tag !== at) {
        const textEnd = tag < 0 ? wholeEntities(input, at) : tag
        if (textEnd > at) this.#text(input.slice(at, textEnd))
        at = textEnd
        if (tag < 0) break
      }
      const next = this.#markup(input, at)
      if (next < 0) break
      at = next
    }
    this.#rest = at < input.length ? input.slice(at) : ''
    if (this.#rest.length > MAX_TAG) throw damaged('Xml', { part: this.#part })
  }

  end(): void {
    if (this.#rest !== '' || this.#open.length > 0) throw damaged('Xml', { part: this.#part })
  }

  /** Reads the markup that starts here; answers where it ends, or -1 when the rest has not arrived yet. */
  #markup(input: string, at: number): number {
    const kind = input.charCodeAt(at + 1)
    if (kind === 0x2f /* / */) {
      const end = input.indexOf('>', at)
      if (end < 0) return -1
      const name = local(input, at + 2, end)
      if (this.#open.pop() !== name) throw damaged('Xml', { part: this.#part })
      this.#listener.close(name)
      return end + 1
    }
    if (kind === 0x21 /* ! */) return this.#declaration(input, at)
    if (kind === 0x3f /* ? */) {
      const end = input.indexOf('?>', at)
      if (end < 0) return -1
      const encoding = /^<\?xml\s[^>]*encoding\s*=\s*["']([^"']*)/.exec(
        input.slice(at, Math.min(end, at + 1_000)),
      )?.[1]
      if (encoding && !/^(utf-8|us-ascii)$/i.test(encoding)) throw damaged('Encoding', { part: this.#part })
      return end + 2
    }
    const end = tagEnd(input, at)
    if (end < 0) return -1
    const closed = input.charCodeAt(end - 1) === 0x2f
    const tag = input.slice(at + 1, closed ? end - 1 : end)
    let nameEnd = 0
    while (nameEnd < tag.length && tag.charCodeAt(nameEnd) > 0x20) nameEnd++
    const name = local(tag, 0, nameEnd)
    if (this.#open.length >= MAX_DEPTH) throw damaged('Depth', { part: this.#part })
    this.#listener.open(name, (wanted) => attribute(tag, nameEnd, wanted, this.#part))
    if (closed) this.#listener.close(name)
    else this.#open.push(name)
    return end + 1
  }

  #declaration(input: string, at: number): number {
    if (input.startsWith('<!--', at)) {
      const end = input.indexOf('-->', at + 4)
      return end < 0 ? -1 : end + 3
    }
    if (input.startsWith('<![CDATA[', at)) {
      const end = input.indexOf(']]>', at)
      if (end < 0) return -1
      this.#listener.text(input.slice(at + 9, end))
      return end + 3
    }
    if (
      input.length - at < 9 &&
      ('<!--'.startsWith(input.slice(at)) || '<![CDATA['.startsWith(input.slice(at)))
    )
      return -1
    throw damaged('Doctype', { part: this.#part })
  }

  #text(raw: string): void {
    if (this.#open.length > 0) this.#listener.text(decodeEntities(raw, this.#part))
  }
}

function local(input: string, from: number, to: number): string {
  const name = input.slice(from, to).trimEnd()
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** A `>` may stand inside a quoted attribute. */
function tagEnd(input: string, at: number): number {
  let end = input.indexOf('>', at)
  for (let quote = nextQuote(input, at, end); end >= 0 && quote >= 0;) {
    const closing = input.indexOf(input[quote]!, quote + 1)
    if (closing < 0) return -1
    if (closing > end) end = input.indexOf('>', closing)
    quote = nextQuote(input, closing + 1, end)
  }
  return end
}

function nextQuote(input: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const code = input.charCodeAt(at)
    if (code === 0x22 || code === 0x27) return at
  }
  return -1
}

function attribute(tag: string, from: number, wanted: string, part: string): string | undefined {
  let at = from
  for (;;) {
    const equals = tag.indexOf('=', at)
    if (equals < 0) return undefined
    const name = tag.slice(at, equals).trim()
    const open = nextQuote(tag, equals + 1, tag.length)
    const close = open < 0 ? -1 : tag.indexOf(tag[open]!, open + 1)
    if (close < 0) throw damaged('Xml', { part })
    if (name === wanted || (wanted.startsWith(':') && name.endsWith(wanted)))
      return decodeEntities(tag.slice(open + 1, close), part)
    at = close + 1
  }
}

/** Text cut by the end of a chunk must not be cut inside an entity or a surrogate pair. */
function wholeEntities(input: string, from: number): number {
  const entity = input.lastIndexOf('&')
  const end =
    entity >= from && input.length - entity < 12 && input.indexOf(';', entity) < 0 ? entity : input.length
  const last = input.charCodeAt(end - 1)
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string, part: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&([^;&]{0,10});?/g, (_, name: string) => {
    const code = /^#x[0-9a-f]+$/i.test(name)
      ? Number.parseInt(name.slice(2), 16)
      : /^#\d+$/.test(name)
        ? Number(name.slice(1))
        : undefined
    const character =
      code === undefined ? entities[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined
    if (character === undefined) throw damaged('Entity', { part })
    return character
  })
}
