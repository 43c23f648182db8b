import { ediLimits } from '@kervan/contract/order/edi'
import { component, readEdifact, type Interchange, type Message, type Segment } from './edifact.ts'
import {
  EdiFault,
  existingDay,
  isDecimal,
  type EdiOrder,
  type EdiOrderLine,
  type EdiParty,
} from './edi-order.ts'

/** The orders of an interchange, one for each message ORDERS. Throws `EdiFault`, also for messages of another type. */
export function readEdifactOrders(bytes: Uint8Array): EdiOrder[] {
  const interchange = readEdifact(bytes)
  if (interchange.messages.length === 0) throw new EdiFault('NotAnOrder', { found: 'UNB' })
  if (interchange.messages.length > ediLimits.messages)
    throw new EdiFault('TooManyMessages', { limit: ediLimits.messages })
  return interchange.messages.map((message) => orderOf(interchange, message))
}

/** BGM 1225: an original, or nothing said. */
const originals = ['', '9']

function orderOf({ sender, receiver, reference, syntax, isTest }: Interchange, message: Message): EdiOrder {
  const [type = '', ...version] = message.type
  if (type !== 'ORDERS') throw new EdiFault('NotAnOrder', { found: type.slice(0, 40) })
  if (version[0] !== 'D')
    throw new EdiFault('EdifactVersion', { found: message.type.slice(0, 4).join(':').slice(0, 40) })
  // A test is never ordered, and keeps nothing that the real document would repeat.
  if (isTest) throw new EdiFault('TestInterchange')
  const { head, groups } = split(message.segments)
  if (groups.length === 0) throw new EdiFault('NoLines')
  if (groups.length > ediLimits.lines) throw new EdiFault('TooManyLines', { limit: ediLimits.lines })
  const bgm = head.find(({ tag }) => tag === 'BGM')
  const documentNumber = component(bgm, 1)
  if (!documentNumber) throw new EdiFault('FieldMissing', { field: 'BGM 1004' })
  const buyer = partyOf(head, 'BY')
  if (!buyer) throw new EdiFault('FieldMissing', { field: 'NAD+BY 3039' })
  return {
    format: 'EDIFACT',
    sender,
    receiver: receiver || null,
    interchange: reference,
    syntax,
    documentNumber,
    documentDate: dateOf(head, ['137', '4']) ?? fieldMissing('DTM+137'),
    isOriginal: originals.includes(component(bgm, 2)),
    isTest,
    currency:
      component(
        head.find(({ tag }) => tag === 'CUX'),
        0,
        1,
      ) || null,
    contact:
      component(
        head.find(({ tag, elements }) => tag === 'CTA' && elements[0]?.[0] === 'OC'),
        1,
        1,
      ) || null,
    note: noteOf(head),
    buyer,
    seller: partyOf(head, 'SU'),
    shipTo: shipToOf(head),
    requestedDate: dateOf(head, requested),
    lines: groups.map(lineOf),
  }
}

/** DTM 2005 in the order in which they say when the goods are wanted: 2 requested, 63 latest, 69 promised, 64 earliest. */
const requested = ['2', '63', '69', '64']

/** What stands before the first line, and each line with what belongs to it. The summary (UNS) ends the lines. */
function split(segments: readonly Segment[]): { head: Segment[]; groups: Segment[][] } {
  const head: Segment[] = []
  const groups: Segment[][] = []
  for (const segment of segments) {
    if (segment.tag === 'UNS') break
    if (segment.tag === 'LIN') groups.push([segment])
    else (groups.at(-1) ?? head).push(segment)
  }
  checkCount(segments, groups.length)
  return { head, groups }
}

/** CNT+2 is how many lines there are, where it is said. */
function checkCount(segments: readonly Segment[], found: number): void {
  const control = segments.find(({ tag, elements }) => tag === 'CNT' && elements[0]?.[0] === '2')
  const said = component(control, 0, 1)
  if (control && Number(said) !== found)
    throw new EdiFault('EdifactCount', { segment: control.at, tag: 'CNT', said: said.slice(0, 12), found })
}

function lineOf(group: Segment[], index: number): EdiOrderLine {
  const [lin] = group
  const isSplit = group.some(
    ({ tag, elements }) =>
      (tag === 'LOC' && elements[0]?.[0] === '7') ||
      (tag === 'QTY' && elements[0]?.[0] === '11') ||
      (tag === 'NAD' && places.includes(elements[0]?.[0] ?? '')),
  )
  if (isSplit) throw new EdiFault('SplitDelivery', { line: component(lin, 0) || String(index + 1) })
  const codes = group
    .filter(({ tag }) => tag === 'PIA')
    .flatMap(({ elements }) => elements.slice(1))
    .map(([code = '', kind = '']) => ({ code: code.trim(), kind }))
  const coded = (kinds: readonly string[]) =>
    codes.find(({ code, kind }) => code && kinds.includes(kind))?.code ?? null
  const own = component(lin, 2)
  const ownKind = component(lin, 2, 1)
  const isOwn = (kinds: readonly string[]) => (own && kinds.includes(ownKind) ? own : null)
  const quantity = group.find(({ tag, elements }) => tag === 'QTY' && elements[0]?.[0] === '21')
  const number = component(quantity, 0, 1)
  if (number && !isDecimal(number))
    throw new EdiFault('NotANumberIn', { segment: quantity?.at ?? 0, tag: 'QTY', value: number.slice(0, 40) })
  return {
    lineNumber: component(lin, 0) || String(index + 1),
    gtin: isOwn(gtins) ?? (ownKind === '' && own ? own : null) ?? coded(gtins),
    sellerCode: isOwn(sellers) ?? coded(sellers),
    buyerCode: isOwn(buyers) ?? coded(buyers),
    description:
      component(
        group.find(({ tag }) => tag === 'IMD'),
        2,
        3,
      ) || null,
    quantity: number || null,
    unit: component(quantity, 0, 2) || null,
    requestedDate: dateOf(group, requested),
  }
}

/** DTM and item codes of 7143: by GS1 (EN of D.96A, SRV since then, UP), by the seller, by the buyer. */
const gtins = ['EN', 'SRV', 'UP']
const sellers = ['SA', 'MF', 'VN']
const buyers = ['IN', 'BP']

/** NAD 3035 of where goods go: delivery party, ship to, ultimate consignee, consignee. */
const places = ['DP', 'ST', 'UC', 'CN']

/** The place that is named first; one that has no number goes by its name, so that it is no known place. */
function shipToOf(head: readonly Segment[]): EdiParty | null {
  for (const qualifier of places) {
    const numbered = partyOf(head, qualifier)
    if (numbered) return numbered
    const nad = head.find(({ tag, elements }) => tag === 'NAD' && elements[0]?.[0] === qualifier)
    const name = nad?.elements.slice(2, 6).flat().filter(Boolean).join(' ').trim()
    if (name) return { code: name.slice(0, 35), isGln: false, name: name.slice(0, 100) }
  }
  return null
}

function partyOf(head: readonly Segment[], qualifier: string): EdiParty | null {
  const nad = head.find(({ tag, elements }) => tag === 'NAD' && elements[0]?.[0] === qualifier)
  const code = component(nad, 1)
  if (!code) return null
  const name = nad?.elements[3]?.join(' ').trim() || nad?.elements[2]?.join(' ').trim() || null
  // Agency 9 is GS1, which gives the GLN.
  return { code, isGln: component(nad, 1, 2) === '9', name }
}

function noteOf(head: readonly Segment[]): string | null {
  const texts = head
    .filter(({ tag }) => tag === 'FTX')
    .map(({ elements }) => elements[3]?.join(' ').trim() ?? '')
  return texts.filter(Boolean).join('\n').slice(0, 500) || null
}

/** The day of the first of these kinds that is there: format 102 (CCYYMMDD), 203 (with hours) and 101 (YYMMDD). */
function dateOf(segments: readonly Segment[], kinds: readonly string[]): string | null {
  for (const kind of kinds) {
    const dtm = segments.find(({ tag, elements }) => tag === 'DTM' && elements[0]?.[0] === kind)
    if (!dtm) continue
    const value = component(dtm, 0, 1)
    const format = component(dtm, 0, 2)
    const text = format === '101' ? `20${value}` : value
    const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})(?:\d{4})?$/.exec(text) ?? []
    const found = existingDay(Number(year), Number(month), Number(day))
    if (found === null)
      throw new EdiFault('NotADateIn', { segment: dtm.at, tag: 'DTM', value: value.slice(0, 35) })
    return found
  }
  return null
}

function fieldMissing(field: string): never {
  throw new EdiFault('FieldMissing', { field })
}
