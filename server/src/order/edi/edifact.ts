import { EdiFault } from '../edi-fault.ts'
import { encodingOf } from './edifact-characters.ts'

// Interchanges of EDIFACT, read strictly: the service characters of UNA, the release character, and the counts and
// references by which UNT and UNZ say that nothing is missing. ISO 9735, syntax versions 1 to 4.

/** Elements of a segment, each with its components; what is left out at the end is not there. */
export type Segment = { tag: string; elements: string[][]; at: number }
/** `fault`: the counts of the message say that something of it is missing. */
export type Message = { reference: string; type: string[]; segments: Segment[]; fault: EdiFault | null }
export type Interchange = {
  sender: string
  receiver: string
  /** Which kind of number each of them is (0007): `14` is GS1. Empty where nothing is said. */
  qualifiers: [sender: string, receiver: string]
  reference: string
  /** Level and version of the syntax: `['UNOC', '3']`. */
  syntax: [level: string, version: string]
  /** The sign before a fraction. */
  decimal: string
  isTest: boolean
  messages: Message[]
}

export const edifactLimits = { segments: 200_000, elements: 100, components: 30 }

/** Whether these bytes begin as an interchange does. */
export const looksLikeEdifact = (bytes: Uint8Array): boolean =>
  /^\s*UN[AB]/.test(
    Buffer.from(bytes.subarray(0, 200))
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, ''),
  )

/** UTF-8 programs put this mark before a text; it belongs to no character set of EDIFACT. */
const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

/**
 * The interchanges in these bytes, mostly one; of one that is not whole, why. Throws `EdiFault` where there is none, or
 * nothing of it can be read.
 */
export function readEdifact(file: Uint8Array): (Interchange | EdiFault)[] {
  const bytes = withoutMark(file)
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const level = /UNB.(UNO[A-Z])/.exec(head)?.[1] ?? ''
  const encoding = encodingOf(level)
  if (encoding === undefined)
    throw new EdiFault('EdifactSyntax', { found: level || head.trim().slice(0, 20) })
  const { segments, fault } = segmentsOf(decode(bytes, encoding).trimStart())
  const parts = interchangeParts(segments)
  if (parts.length === 0)
    throw fault ?? new EdiFault('EdifactUnexpected', { segment: 1, tag: segments[0]?.tag ?? '' })
  return parts.map((part, at) => {
    // Where the file breaks off, its last interchange does.
    if (fault && at === parts.length - 1) return fault
    const own = component(part[0]?.tag === 'UNA' ? part[1] : part[0], 0).slice(0, 4)
    if (encodingOf(own) !== encoding) return new EdiFault('EdifactSyntax', { found: own })
    return faultOr(() => envelope(part))
  })
}

/** What this answers, or the `EdiFault` that it throws. */
export function faultOr<T>(read: () => T): T | EdiFault {
  try {
    return read()
  } catch (error) {
    if (error instanceof EdiFault) return error
    throw error
  }
}

/** Each begins with UNB, or with the UNA before it. What stands before the first one belongs to it. */
function interchangeParts(segments: readonly Segment[]): Segment[][] {
  const parts: Segment[][] = []
  for (const [at, segment] of segments.entries()) {
    const begins = segment.tag === 'UNA' || (segment.tag === 'UNB' && segments[at - 1]?.tag !== 'UNA')
    if (parts.length === 0 || begins) parts.push([segment])
    else parts.at(-1)?.push(segment)
  }
  return parts
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new EdiFault('Encoding', { encoding })
  }
}

const usualService = ":+.? '"

/**
 * Splits a text into segments, as far as it can be read; what stands behind the last terminator may only be white space.
 * A UNA is a segment without number, whose element is its six service characters.
 */
export function segmentsOf(text: string): { segments: Segment[]; fault: EdiFault | null } {
  const segments: Segment[] = []
  const fault = faultOr(() => split(text, segments))
  return { segments, fault: fault instanceof EdiFault ? fault : null }
}

function split(text: string, segments: Segment[]): void {
  let [component = '', element = '', , released = '', , terminator = ''] = usualService
  let count = 0
  let elements: string[][] = [['']]
  let isEmpty = true
  const add = (char: string) => {
    const last = elements.at(-1)
    if (last) last[last.length - 1] += char
    isEmpty = false
  }
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === 'U' && isEmpty && elements.length === 1 && text.startsWith('UNA', at)) {
      const service = text.slice(at + 3, at + 9)
      if (service.length < 6) throw new EdiFault('EdifactCutOff', { segment: count + 1, tag: 'UNA' })
      ;[component = '', element = '', , released = '', , terminator = ''] = service
      segments.push({ tag: 'UNA', elements: [[service]], at: 0 })
      at += 8
    } else if (char === released && released !== ' ') {
      at += 1
      if (at < text.length) add(text.charAt(at))
    } else if (char === terminator) {
      count += 1
      segments.push(segmentOf(elements, count))
      if (count > edifactLimits.segments)
        throw new EdiFault('TooManySegments', { limit: edifactLimits.segments })
      elements = [['']]
      isEmpty = true
    } else if (char === element) {
      elements.push([''])
      if (elements.length > edifactLimits.elements) throw tooWide(elements, count + 1)
    } else if (char === component) {
      const last = elements.at(-1)
      last?.push('')
      if ((last?.length ?? 0) > edifactLimits.components) throw tooWide(elements, count + 1)
    } else if (char !== '\r' && char !== '\n') {
      // Line breaks are there for people, and white space between segments as well.
      if (!(isEmpty && elements.length === 1 && /\s/.test(char))) add(char)
    }
  }
  if (!isEmpty || elements.length > 1)
    throw new EdiFault('EdifactCutOff', { segment: count + 1, tag: (elements[0]?.[0] ?? '').slice(0, 3) })
}

const tooWide = (elements: string[][], segment: number): EdiFault =>
  new EdiFault('EdifactUnexpected', { segment, tag: (elements[0]?.[0] ?? '').slice(0, 3) })

function segmentOf(parts: string[][], at: number): Segment {
  const [tags, ...elements] = parts
  const tag = tags?.[0] ?? ''
  if (!/^[A-Z][A-Z0-9]{2}$/.test(tag))
    throw new EdiFault('EdifactUnexpected', { segment: at, tag: tag.slice(0, 10) })
  return { tag, elements, at }
}

export const component = (segment: Segment | undefined, element: number, part = 0): string =>
  segment?.elements[element]?.[part]?.trim() ?? ''

/** Checks the envelope: UNB … UNZ, within it UNH … UNT, with their counts and references. */
function envelope(segments: readonly Segment[]): Interchange {
  const service = segments[0]?.tag === 'UNA' ? segments[0].elements[0]?.[0] : usualService
  const [begin, ...rest] = segments.filter(({ tag }) => tag !== 'UNA')
  if (begin?.tag !== 'UNB')
    throw new EdiFault('EdifactUnexpected', { segment: begin?.at ?? 1, tag: begin?.tag ?? '' })
  const end = rest.pop()
  if (end?.tag !== 'UNZ')
    throw new EdiFault('EdifactCutOff', { segment: (end ?? begin).at + 1, tag: end?.tag ?? 'UNB' })
  const messages: Message[] = []
  let open: { head: Segment; segments: Segment[] } | null = null
  for (const segment of rest) {
    if (segment.tag === 'UNG' || segment.tag === 'UNE')
      throw new EdiFault('EdifactGroups', { segment: segment.at })
    if (segment.tag === 'UNH') {
      if (open) throw new EdiFault('EdifactUnexpected', { segment: segment.at, tag: 'UNH' })
      open = { head: segment, segments: [] }
    } else if (!open) {
      throw new EdiFault('EdifactUnexpected', { segment: segment.at, tag: segment.tag })
    } else if (segment.tag === 'UNT') {
      messages.push(messageOf(open, segment))
      open = null
    } else {
      open.segments.push(segment)
    }
  }
  if (open) throw new EdiFault('EdifactCutOff', { segment: end.at, tag: 'UNZ' })
  counted('UNZ', component(end, 0), messages.length, end)
  referred('UNZ', component(end, 1), component(begin, 4), end)
  return {
    sender: component(begin, 1),
    receiver: component(begin, 2),
    qualifiers: [component(begin, 1, 1), component(begin, 2, 1)],
    reference: component(begin, 4),
    syntax: [component(begin, 0).slice(0, 4), component(begin, 0, 1)],
    decimal: service?.[2] === ',' ? ',' : '.',
    isTest: component(begin, 10) === '1',
    messages,
  }
}

function messageOf(open: { head: Segment; segments: Segment[] }, end: Segment): Message {
  const reference = component(open.head, 0)
  const fault = faultOr(() => {
    counted('UNT', component(end, 0), open.segments.length + 2, end)
    referred('UNT', component(end, 1), reference, end)
  })
  return {
    reference,
    type: open.head.elements[1] ?? [],
    segments: open.segments,
    fault: fault instanceof EdiFault ? fault : null,
  }
}

function counted(tag: string, said: string, found: number, { at }: Segment): void {
  if (said !== String(found) && Number(said) !== found)
    throw new EdiFault('EdifactCount', { segment: at, tag, said: said.slice(0, 12), found })
}

function referred(tag: string, said: string, expected: string, { at }: Segment): void {
  if (said !== expected)
    throw new EdiFault('EdifactReference', {
      segment: at,
      tag,
      said: said.slice(0, 35),
      expected: expected.slice(0, 35),
    })
}
