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
  /** The names still open, innermost last, and each as it was written, with its prefix. */
  readonly #open: string[] = []
  readonly #written: string[] = []
  #rest = ''
  /** The tag that is just being told, and where its attributes stand: one function for all tags asks here. */
  #input = ''
  #from = 0
  #to = 0
  readonly #attribute = (wanted: string) => attribute(this.#input, this.#from, this.#to, wanted, this.#part)

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
      const written = this.#written.pop()
      const opened = this.#open.pop()
      if (written !== undefined && opened !== undefined) {
        const end = at + 2 + written.length
        if (input.charCodeAt(end) === 0x3e && input.startsWith(written, at + 2)) {
          this.#listener.close(opened)
          return end + 1
        }
      }
      const end = input.indexOf('>', at)
      if (end < 0) {
        if (opened !== undefined) this.#open.push(opened)
        if (written !== undefined) this.#written.push(written)
        return -1
      }
      if (opened === undefined || opened !== local(input.slice(at + 2, end).trimEnd()))
        throw damaged('Xml', { part: this.#part })
      this.#listener.close(opened)
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
    const to = closed ? end - 1 : end
    let from = at + 1
    while (from < to && input.charCodeAt(from) > 0x20) from++
    const written = input.slice(at + 1, from)
    const name = local(written)
    if (this.#open.length >= MAX_DEPTH) throw damaged('Depth', { part: this.#part })
    this.#input = input
    this.#from = from
    this.#to = to
    this.#listener.open(name, this.#attribute)
    if (closed) this.#listener.close(name)
    else {
      this.#open.push(name)
      this.#written.push(written)
    }
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

function local(name: string): string {
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

/** The value of an attribute of the tag whose attributes stand between two places of the input. */
function attribute(
  input: string,
  from: number,
  to: number,
  wanted: string,
  part: string,
): string | undefined {
  const ofAnyPrefix = wanted.startsWith(':')
  let at = from
  for (;;) {
    while (at < to && input.charCodeAt(at) <= 0x20) at++
    let equals = at
    while (equals < to && input.charCodeAt(equals) !== 0x3d) equals++
    if (equals >= to) return undefined
    let nameEnd = equals
    while (nameEnd > at && input.charCodeAt(nameEnd - 1) <= 0x20) nameEnd--
    const open = nextQuote(input, equals + 1, to)
    const close = open < 0 ? -1 : input.indexOf(input.charAt(open), open + 1)
    if (close < 0 || close >= to) throw damaged('Xml', { part })
    const isWanted = ofAnyPrefix
      ? nameEnd - at > wanted.length && input.endsWith(wanted, nameEnd)
      : nameEnd - at === wanted.length && input.startsWith(wanted, at)
    if (isWanted) return decodeEntities(input.slice(open + 1, close), part)
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
