import { ediLimits } from '@kervan/contract/order/edi'
import { component, faultOr, readEdifact, type Interchange, type Message, type Segment } from './edifact.ts'
import { dayOfDtm } from './edifact-dates.ts'
import { EdiFault } from '../edi-fault.ts'
import {
  decimalOf,
  limited,
  type EdiEntry,
  type EdiOrder,
  type EdiOrderLine,
  type EdiParty,
  type EdiPrice,
  type EdiProblem,
  type EdiRemark,
} from './edi-order.ts'

// Orders of EDIFACT. What is understood and what is known to be harmless is listed here; whatever else stands in a
// message becomes a remark, and what is unclear about a place, a day or a quantity keeps its line from being ordered.

/**
 * The orders of a file, one for each message ORDERS of each interchange; for a message or an interchange that cannot be
 * read, why. Throws `EdiFault` where the file is no interchange at all.
 */
export function readEdifactOrders(bytes: Uint8Array): EdiEntry[] {
  const interchanges = readEdifact(bytes)
  const count = interchanges.reduce(
    (sum, one) => sum + (one instanceof EdiFault ? 1 : one.messages.length),
    0,
  )
  if (count > ediLimits.messages) throw new EdiFault('TooManyMessages', { limit: ediLimits.messages })
  return interchanges.flatMap((interchange): EdiEntry[] => {
    if (interchange instanceof EdiFault) return [{ order: null, fault: saidOf(interchange) }]
    if (interchange.messages.length === 0)
      return [{ order: null, fault: { code: 'NotAnOrder', facts: { found: 'UNB' } } }]
    return interchange.messages.map((message) => {
      const order = faultOr(() => orderOf(interchange, message))
      if (!(order instanceof EdiFault)) return { order, fault: null }
      return { order: outlineOf(interchange, message), fault: saidOf(order) }
    })
  })
}

const saidOf = ({ code, facts }: EdiFault) => ({ code, facts })

/** What is known of a message that cannot be read, enough to answer it. */
function outlineOf(interchange: Interchange, { reference, segments }: Message): EdiOrder {
  const head = segments.slice(
    0,
    Math.max(
      0,
      segments.findIndex(({ tag }) => tag === 'LIN'),
    ),
  )
  return {
    ...envelopeOf(interchange),
    documentNumber:
      component(
        segments.find(({ tag }) => tag === 'BGM'),
        1,
      ) || reference,
    documentDate: '',
    isOriginal: true,
    currency: null,
    contact: null,
    note: null,
    buyer: partyOf(head, 'BY') ?? { code: interchange.sender, isGln: false, name: null },
    seller: partyOf(head, 'SU'),
    shipTo: null,
    requestedDate: null,
    lines: [],
  }
}

const envelopeOf = ({ sender, receiver, qualifiers, reference, syntax, isTest }: Interchange) => ({
  format: 'EDIFACT' as const,
  sender,
  receiver: receiver || null,
  ...(qualifiers.some((one) => one !== '') && { qualifiers }),
  interchange: reference,
  syntax,
  isTest,
})

/** BGM 1225: an original, or nothing said. */
const originals = ['', '9']
/** BGM 1001 of orders that are placed as they stand: order, purchase order, rush order. */
const orderKinds = ['', '220', '105', '224']

function orderOf(interchange: Interchange, message: Message): EdiOrder {
  if (message.fault) throw message.fault
  const [type = '', ...version] = message.type
  if (type !== 'ORDERS') throw new EdiFault('NotAnOrder', { found: type.slice(0, 40) })
  if (version[0] !== 'D')
    throw new EdiFault('EdifactVersion', { found: message.type.slice(0, 4).join(':').slice(0, 40) })
  const { head, groups } = split(message.segments)
  if (groups.length === 0) throw new EdiFault('NoLines')
  if (groups.length > ediLimits.lines) throw new EdiFault('TooManyLines', { limit: ediLimits.lines })
  const bgm = head.find(({ tag }) => tag === 'BGM')
  const documentNumber = component(bgm, 1)
  if (!documentNumber) throw new EdiFault('FieldMissing', { field: 'BGM 1004' })
  const buyer = partyOf(head, 'BY')
  if (!buyer) throw new EdiFault('FieldMissing', { field: 'NAD+BY 3039' })
  const kind = component(bgm, 0)
  const documentDay = dateOf(head, ['137', '4'])
  if (documentDay instanceof Unclear)
    throw new EdiFault('NotADateIn', { segment: documentDay.at, tag: 'DTM', value: documentDay.value })
  if (documentDay === null) throw new EdiFault('FieldMissing', { field: 'DTM+137' })
  const validity = dateOf(head, ['36', '273'])
  const requestedDay = dateOf(head, requested)
  const { note, rest } = noteOf(head)
  const remarks = [...headRemarks(head), ...rest, ...(validity instanceof Unclear ? [validity.remark] : [])]
  const shipTo = shipToOf(head)
  // Without a day or a place of its own, a line has that of the document, and what is unclear about it.
  const unclear = {
    day: requestedDay instanceof Unclear ? requestedDay.problem : null,
    place: isSplit(head) ? ({ reason: 'SplitDelivery', facts: {} } as const) : null,
  }
  const lines = groups.flatMap((group, index) => linesOf(group, index, interchange.decimal, unclear))
  if (lines.length > ediLimits.lines) throw new EdiFault('TooManyLines', { limit: ediLimits.lines })
  return {
    ...envelopeOf(interchange),
    documentNumber,
    documentDate: documentDay,
    isOriginal: originals.includes(component(bgm, 2)),
    ...(!orderKinds.includes(kind) && { otherKind: kind.slice(0, 10) }),
    ...(typeof validity === 'string' && { validUntil: validity }),
    ...(remarks.length > 0 && { remarks: limited(remarks) }),
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
    note,
    buyer,
    seller: partyOf(head, 'SU'),
    shipTo,
    requestedDate: typeof requestedDay === 'string' ? requestedDay : null,
    lines,
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

/** What is harmless where it stands: references, sums, taxes, contacts, packages, measures and texts of the product. */
const harmless = new Set(
  'BGM CUX CTA COM RFF MOA TAX PAC PCI MEA GIN GIR QVR CNT IMD CCI CAV DOC FII RFR'.split(' '),
)
/** Parties that say nothing about what is ordered: buyer, supplier, who pays, who is invoiced, who sends the message. */
const knownParties = [
  'BY',
  'SU',
  'IV',
  'PR',
  'PE',
  'SE',
  'MS',
  'MR',
  'OB',
  'II',
  'LD',
  'SR',
  'AB',
  'BO',
  'DP',
  'ST',
  'UC',
  'CN',
]
const knownDates = [...requested, '137', '4', '36', '273', '171']

/** Of what stands before the first line. */
const headRemarks = (head: readonly Segment[]): EdiRemark[] =>
  head.flatMap((segment) => {
    const kind = component(segment, 0)
    if (harmless.has(segment.tag) || segment.tag === 'FTX') return []
    if (segment.tag === 'NAD' && knownParties.includes(kind)) return []
    if (segment.tag === 'DTM' && knownDates.includes(kind)) return []
    return [notRead(segment)]
  })

function notRead({ tag, elements }: Segment): EdiRemark {
  const value = elements
    .map((parts) => parts.filter(Boolean).join(' '))
    .filter(Boolean)
    .join(' ')
  return { code: 'NotRead', facts: { what: tag, value: value.slice(0, 80) } }
}

/** A part of a line that goes to a place or on a day of its own. */
type Share = { place: EdiParty | null; quantity: string | null; unit: string; dates: Segment[] }

/** QTY 6063 below a place: 11 is what goes there, which some write as 21. */
const isOfShare = (kind: string, share: Share | undefined): boolean =>
  kind === '11' || (kind === '21' && share?.quantity === null)

/** The lines that a group of segments stands for: one, or one for each of its places and days. */
function linesOf(
  group: Segment[],
  index: number,
  decimal: string,
  unclear: { day: EdiProblem | null; place: EdiProblem | null },
): EdiOrderLine[] {
  const [lin] = group
  const remarks: EdiRemark[] = []
  const problems: EdiProblem[] = []
  const codes: { code: string; kind: string }[] = []
  const ordered: Segment[] = []
  const dates: Segment[] = []
  const prices: Segment[] = []
  const shares: Share[] = []
  const places: Segment[] = []
  // DTM and QTY belong to what stands before them.
  let within: 'line' | 'share' | 'other' = 'line'
  for (const segment of group) {
    const { tag } = segment
    const kind = component(segment, 0)
    if (tag === 'LIN') codes.push({ code: component(segment, 2), kind: component(segment, 2, 1) })
    else if (tag === 'PIA')
      codes.push(
        ...segment.elements.slice(1).map(([code = '', of = '']) => ({ code: code.trim(), kind: of })),
      )
    else if (tag === 'FTX') remarks.push(textRemark(segment))
    else if (tag === 'PRI') {
      prices.push(segment)
      within = 'other'
    } else if (tag === 'NAD' && placeKinds.includes(kind)) {
      places.push(segment)
      within = 'line'
    } else if ((tag === 'LOC' && kind === '7') || tag === 'SCC') {
      shares.push({ place: tag === 'LOC' ? locationOf(segment) : null, quantity: null, unit: '', dates: [] })
      within = 'share'
    } else if (tag === 'QTY' && within === 'share' && isOfShare(kind, shares.at(-1))) {
      const share = shares.at(-1)
      const quantity = numberIn(component(segment, 0, 1), decimal)
      if (share) {
        // Two quantities for one place are none.
        share.quantity = share.quantity === null ? quantity : null
        share.unit = component(segment, 0, 2)
      }
    } else if (tag === 'DTM' && requested.includes(kind)) {
      if (within === 'share') shares.at(-1)?.dates.push(segment)
      else dates.push(segment)
    } else if (tag === 'QTY' && kind === '21') ordered.push(segment)
    else if (tag === 'QTY' && kind === '192')
      remarks.push({ code: 'FreeGoods', facts: { quantity: component(segment, 0, 1).slice(0, 20) } })
    else if (tag === 'QTY' && contents.includes(kind)) continue
    else if (tag === 'DTM' && (knownDates.includes(kind) || within === 'other')) continue
    else if (harmless.has(tag)) {
      if (tag === 'RFF' || tag === 'TAX' || tag === 'PAC') within = 'line'
    } else {
      if (tag === 'ALC' || tag === 'TDT' || tag === 'TOD' || tag === 'PAT') within = 'other'
      remarks.push(notRead(segment))
    }
  }
  remarks.push(
    ...codes
      .filter(({ code, kind }) => code && kind && !knownCodes.includes(kind))
      .map(({ code, kind }): EdiRemark => ({
        code: 'CodeOfOtherKind',
        facts: { code: code.slice(0, 40), kind },
      })),
  )
  const coded = (kinds: readonly string[]) =>
    codes.find(({ code, kind }) => code && kinds.includes(kind))?.code ?? null
  const plain = codes[0]?.kind === '' && codes[0].code ? codes[0].code : null
  const [quantity] = ordered
  const number = component(quantity, 0, 1)
  const value = number === '' ? null : numberIn(number, decimal)
  if (ordered.length > 1 || (number !== '' && value === null))
    problems.push({
      reason: 'QuantityUnclear',
      facts: {
        value: ordered
          .map((one) => component(one, 0, 1))
          .join(', ')
          .slice(0, 40),
      },
    })
  // A line that is taken out, or that is a part of the one before it, is none to order by itself.
  if (withdrawn.includes(component(lin, 1)) || component(lin, 3) === '1')
    problems.push({
      reason: 'QuantityUnclear',
      facts: { value: `LIN ${component(lin, 1)} ${component(lin, 3)}`.trim() },
    })
  const own = dateOf(dates, requested)
  const day = own instanceof Unclear ? own.problem : own === null ? unclear.day : null
  if (day) problems.push(day)
  const price = priceOf(prices, decimal)
  const line: EdiOrderLine = {
    lineNumber: component(lin, 0) || String(index + 1),
    gtin: coded(gtins) ?? plain,
    sellerCode: coded(sellers),
    buyerCode: coded(buyers),
    description:
      component(
        group.find(({ tag }) => tag === 'IMD'),
        2,
        3,
      ) || null,
    quantity: problems.some(({ reason }) => reason === 'QuantityUnclear') ? number.slice(0, 40) : value,
    unit: component(quantity, 0, 2) || null,
    requestedDate: typeof own === 'string' ? own : null,
    ...(price && { price }),
    ...(remarks.length > 0 && { remarks: limited(remarks) }),
  }
  if (shares.length > 0) return sharesOf(line, shares, problems)
  const [place] = places
  const named = place && (partyIn(place) ?? unnumbered(place))
  if (places.length > 1) problems.push({ reason: 'SplitDelivery', facts: {} })
  else if (!named && unclear.place) problems.push(unclear.place)
  return [{ ...line, ...(named && { place: named }), ...(problems.length > 0 && { problems }) }]
}

/** The parts of a line, if they are all of it; else the line, which a person has to divide. */
function sharesOf(
  line: EdiOrderLine,
  shares: readonly Share[],
  problems: readonly EdiProblem[],
): EdiOrderLine[] {
  const [only] = shares
  const sum = shares.reduce((total, { quantity }) => total + Number(quantity ?? Number.NaN), 0)
  const isWhole = shares.length === 1 && only?.quantity === null
  if (!isWhole && Number(line.quantity ?? sum) !== sum)
    return [{ ...line, problems: [...problems, { reason: 'SplitDelivery', facts: {} }] }]
  const { remarks, ...part } = line
  return shares.map(({ place, quantity, unit, dates }, at) => {
    const day = dateOf(dates, requested)
    const own = [...problems, ...(day instanceof Unclear ? [day.problem] : [])]
    return {
      ...part,
      quantity: quantity ?? line.quantity,
      unit: unit || line.unit,
      requestedDate: typeof day === 'string' ? day : line.requestedDate,
      ...(place && { place }),
      ...(own.length > 0 && { problems: own }),
      // Said once of the whole line.
      ...(at === 0 && remarks && { remarks }),
    }
  })
}

/** Item codes of 7143: by GS1 (EN of D.96A, SRV since then, UP), by the seller, by the buyer. */
const gtins = ['EN', 'SRV', 'UP']
const sellers = ['SA', 'MF', 'VN']
const buyers = ['IN', 'BP']
/** Beside them the tariff number and the group of the product, which order nothing else. */
const knownCodes = [...gtins, ...sellers, ...buyers, 'HS', 'GN', 'GU']
/** LIN 1229 of lines that are not wanted: deleted, not accepted. */
const withdrawn = ['2', '7']
/** QTY 6063 that say what a pack holds. */
const contents = ['59', '52']

/** A number with the sign before its fraction that the interchange has named, or a full stop; null for what is none. */
function numberIn(text: string, decimal: string): string | null {
  if (decimal === ',') return text.includes('.') ? null : decimalOf(text.replace(',', '.'))
  // A comma and three digits could be thousands.
  return decimalOf(/^-?\d+,(\d{1,2}|\d{4,})$/.test(text) ? text.replace(',', '.') : text)
}

/** PRI: the net price that is calculated with, else the gross one. */
function priceOf(prices: readonly Segment[], decimal: string): EdiPrice | null {
  const found = ['AAA', 'AAB', 'NTP', 'GRP']
    .map((kind) => prices.find((one) => component(one, 0) === kind))
    .find((one) => one !== undefined)
  const amount = found && numberIn(component(found, 0, 1), decimal)
  const per = found && numberIn(component(found, 0, 4) || '1', decimal)
  return amount && per && Number(per) > 0 ? { amount, per } : null
}

function textRemark(segment: Segment): EdiRemark {
  const text = segment.elements[3]?.join(' ').trim() ?? ''
  return text ? { code: 'Note', facts: { text: text.slice(0, noteLimit) } } : notRead(segment)
}

/** NAD 3035 of where goods go: delivery party, ship to, ultimate consignee, consignee. */
const placeKinds = ['DP', 'ST', 'UC', 'CN']

/** The place that is named first; one that has no number goes by its name, so that it is no known place. */
function shipToOf(head: readonly Segment[]): EdiParty | null {
  for (const qualifier of placeKinds) {
    const nad = head.find(({ tag, elements }) => tag === 'NAD' && elements[0]?.[0] === qualifier)
    const named = nad && (partyIn(nad) ?? unnumbered(nad))
    if (named) return named
  }
  return null
}

/** Whether the document as a whole names several places of one kind. */
const isSplit = (head: readonly Segment[]): boolean =>
  placeKinds.some((kind) => {
    const named = head.filter(({ tag, elements }) => tag === 'NAD' && elements[0]?.[0] === kind)
    return new Set(named.map((one) => (partyIn(one) ?? unnumbered(one))?.code)).size > 1
  })

function unnumbered(nad: Segment): EdiParty | null {
  const name = nad.elements.slice(2, 6).flat().filter(Boolean).join(' ').trim()
  return name ? { code: name.slice(0, 35), isGln: false, name: name.slice(0, 100) } : null
}

function locationOf(loc: Segment): EdiParty | null {
  const code = component(loc, 1)
  const name = component(loc, 1, 3) || null
  if (!code) return name === null ? null : { code: name.slice(0, 35), isGln: false, name: name.slice(0, 100) }
  return { code, isGln: component(loc, 1, 2) === '9', name }
}

const partyOf = (head: readonly Segment[], qualifier: string): EdiParty | null => {
  const nad = head.find(({ tag, elements }) => tag === 'NAD' && elements[0]?.[0] === qualifier)
  return nad ? partyIn(nad) : null
}

function partyIn(nad: Segment): EdiParty | null {
  const code = component(nad, 1)
  if (!code) return null
  const name = nad.elements[3]?.join(' ').trim() || nad.elements[2]?.join(' ').trim() || null
  // Agency 9 is GS1, which gives the GLN.
  return { code, isGln: component(nad, 1, 2) === '9', name }
}

const noteLimit = 500

/** The texts of the document, as the order keeps them; what has no room there, or no words, is left over. */
function noteOf(head: readonly Segment[]): { note: string | null; rest: EdiRemark[] } {
  const remarks = head.filter(({ tag }) => tag === 'FTX').map(textRemark)
  const texts = remarks.flatMap(({ code, facts }) => (code === 'Note' ? String(facts['text']) : []))
  const kept = texts.filter((_, at) => texts.slice(0, at + 1).join('\n').length <= noteLimit)
  const rest = remarks.filter(({ code, facts }) => code !== 'Note' || !kept.includes(String(facts['text'])))
  return { note: kept.join('\n') || null, rest }
}

/** A date that is there and cannot be read. */
class Unclear {
  readonly at: number
  readonly value: string
  constructor(dtm: Segment) {
    this.at = dtm.at
    this.value = [component(dtm, 0, 1), component(dtm, 0, 2)].filter(Boolean).join(':').slice(0, 40)
  }
  get problem(): EdiProblem {
    return { reason: 'DateUnclear', facts: { value: this.value } }
  }
  get remark(): EdiRemark {
    return { code: 'NotRead', facts: { what: 'DTM', value: this.value } }
  }
}

/** The day of the first of these kinds that is there; null where none is. */
function dateOf(segments: readonly Segment[], kinds: readonly string[]): string | Unclear | null {
  for (const kind of kinds) {
    const dtm = segments.find(({ tag, elements }) => tag === 'DTM' && elements[0]?.[0] === kind)
    if (dtm) return dayOfDtm(component(dtm, 0, 1), component(dtm, 0, 2)) ?? new Unclear(dtm)
  }
  return null
}
