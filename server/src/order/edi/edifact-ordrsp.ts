import type { EdiAnswer } from './answer.ts'
import type { EdiOrder, EdiParty } from './edi-order.ts'
import { bytesIn, fitting } from './edifact-characters.ts'

/** 1225 for the document (29 accepted, 4 changed, 27 not accepted) and 1229 for a line (5, 3, 7). */
const codes = { Accepted: '29', PartlyAccepted: '4', Refused: '27' } as const
const lineCodes = { Accepted: '5', Changed: '3', Refused: '7' } as const
const textLimit = 70
const textsOfOne = 5

/** The answer to ORDERS: an interchange with one ORDRSP of D.96A, in the character set in which it was asked. */
export function writeOrdrsp(order: EdiOrder, answer: EdiAnswer): Buffer {
  const day = answer.date.replaceAll('-', '')
  const [level, asked] = order.syntax ?? ['UNOC', '3']
  const version = /^[1-4]$/.test(asked) ? asked : '3'
  const reference = answer.number.slice(0, 14)
  const message = [
    ['UNH', '1', ['ORDRSP', 'D', '96A', 'UN']],
    ['BGM', '231', answer.number, codes[answer.verdict]],
    ['DTM', ['137', day, '102']],
    ...answer.notes.flatMap((note) => texts(level, 'AAI', note)),
    ['RFF', ['ON', order.documentNumber]],
    partySegment('BY', order.buyer),
    partySegment('SU', order.seller ?? { ...answer.seller, isGln: false }),
    ...(order.shipTo ? [partySegment('DP', order.shipTo)] : []),
    ...(order.currency ? [['CUX', ['2', order.currency, '9']]] : []),
    ...answer.lines.flatMap((line) => lineSegments(level, line)),
    ['UNS', 'S'],
    ['CNT', ['2', String(answer.lines.length)]],
  ]
  const envelope = [
    [
      'UNB',
      [level, version],
      // Networks find their ways by number and qualifier together.
      withQualifier(order.receiver ?? answer.seller.code, order.qualifiers?.[1]),
      withQualifier(order.sender, order.qualifiers?.[0]),
      // Version 4 names the century.
      [version === '4' ? day : day.slice(2), answer.time.slice(0, 4)],
      reference,
      // The answer to a test is a test.
      ...(order.isTest ? ['', '', '', '', '', '1'] : []),
    ],
    ...message,
    ['UNT', String(message.length + 1), '1'],
    ['UNZ', '1', reference],
  ]
  return bytesIn(
    level,
    `UNA:+.? '\r\n${envelope.map((segment) => `${segmentText(level, segment)}'\r\n`).join('')}`,
  )
}

type SegmentText = readonly (string | readonly string[])[]

const withQualifier = (code: string, qualifier = ''): string | string[] =>
  qualifier === '' ? code : [code, qualifier]

function lineSegments(level: string, line: EdiAnswer['lines'][number]): SegmentText[] {
  const { gtin, sellerCode, buyerCode, place } = line
  const codesOf: SegmentText[] = [
    ...(sellerCode ? [['PIA', '5', [sellerCode, 'SA']]] : []),
    ...(buyerCode ? [['PIA', '1', [buyerCode, 'IN']]] : []),
  ]
  return [
    ['LIN', line.lineNumber, lineCodes[line.verdict], ...(gtin ? [[gtin, 'EN']] : [])],
    ...codesOf,
    ['QTY', ['21', String(line.quantity), 'PCE']],
    ...(line.deliveryDate ? [['DTM', ['2', line.deliveryDate.replaceAll('-', ''), '102']]] : []),
    ...line.notes.flatMap((note) => texts(level, 'AAO', note)),
    ...(place ? [['LOC', '7', place.isGln ? [place.code, '', '9'] : [place.code, '', '91']]] : []),
  ]
}

/**
 * A text as segments of five texts of 70 characters each. UNOA has capitals only; codes and numbers stay as they came all
 * the same.
 */
function texts(level: string, subject: string, text: string): SegmentText[] {
  const fitted = level === 'UNOA' ? fitting(level, text).toUpperCase() : fitting(level, text)
  const found = fitted.match(new RegExp(`.{1,${textLimit}}(?:\\s|$)|.{1,${textLimit}}`, 'gu')) ?? []
  const parts = found.map((part) => part.trim())
  return Array.from({ length: Math.ceil(parts.length / textsOfOne) }, (_, at) => [
    'FTX',
    subject,
    '',
    '',
    parts.slice(at * textsOfOne, (at + 1) * textsOfOne),
  ])
}

const partySegment = (qualifier: string, { code, isGln }: EdiParty): SegmentText => [
  'NAD',
  qualifier,
  isGln ? [code, '', '9'] : [code, '', '91'],
]

/** Service characters are released. */
function segmentText(level: string, segment: SegmentText): string {
  const released = (text: string) => fitting(level, text).replaceAll(/[?+:']/g, (char) => `?${char}`)
  return segment
    .map((element) => (typeof element === 'string' ? released(element) : element.map(released).join(':')))
    .join('+')
}
