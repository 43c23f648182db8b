import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ediLimits } from '@kervan/contract/order/edi'
import { existing } from '@kervan/contract/kit/typed'
import { BUSY, measure } from '../../../test/workbooks/measure.ts'
import type { EdiEntry, EdiOrder } from './edi-order.ts'
import { segmentsOf } from './edifact.ts'
import { dayOfDtm } from './edifact-dates.ts'
import { readEdi } from './read.ts'
import { readEdiInThread } from './read-in-thread.ts'

const example = (name: string) => readFileSync(join(import.meta.dirname, 'examples', name))
const edifact = example('orders-d96a.edi').toString('latin1')
const ubl = example('UBL-Order-2.1-Example.xml').toString('utf8')

const bytesOf = (text: string | Uint8Array) => (typeof text === 'string' ? Buffer.from(text, 'utf8') : text)

/** What reading this says is wrong with its documents, with its figures; null for good ones. */
function faultOf(text: string | Uint8Array): string | null {
  const fault = readEdi(bytesOf(text)).find((one) => one.fault !== null)?.fault
  return fault ? [fault.code, ...Object.values(fault.facts)].join(' ') : null
}

/** The orders of a file of which all can be read. */
const ordersOf = (text: string | Uint8Array): EdiOrder[] =>
  readEdi(bytesOf(text)).map(({ order, fault }) => {
    expect(fault).toBeNull()
    return existing(order)
  })

/** What keeps each line from being ordered, with its figures. */
const problemsOf = (text: string | Uint8Array) =>
  ordersOf(text).flatMap(({ lines }) =>
    lines.map(({ problems = [] }) =>
      problems.map(({ reason, facts }) => [reason, ...Object.values(facts)].join(' ')),
    ),
  )

/** The remarks of each line, after those of the document. */
const remarksOf = (text: string | Uint8Array) =>
  ordersOf(text).flatMap(({ remarks = [], lines }) =>
    [remarks, ...lines.map((line) => line.remarks ?? [])].map((own) =>
      own.map(({ code, facts }) => [code, ...Object.values(facts)].join(' ')),
    ),
  )

describe('[ORD-023] an order of UBL', () => {
  it('is read as OASIS publishes it', () => {
    const [order] = ordersOf(ubl)
    expect(order).toMatchObject({
      format: 'UBL',
      sender: '7300072311115',
      receiver: '7302347231111',
      documentNumber: '34',
      documentDate: '2010-01-20',
      isOriginal: true,
      currency: 'SEK',
      note: 'Information text for the whole order',
      buyer: { code: '7300070011115', isGln: true, name: 'Johnssons byggvaror' },
      shipTo: { code: '1234567890123', isGln: true },
      requestedDate: '2010-02-25',
    })
    expect(order?.lines).toMatchObject([
      { lineNumber: '1', gtin: '1234567890123', sellerCode: 'SItemNo001', quantity: '120', unit: 'LTR' },
      {
        lineNumber: '2',
        quantity: '15',
        unit: 'C62',
        requestedDate: '2010-02-25',
        description: 'Pensel 20 mm',
      },
    ])
  })

  it('is read as version 2.0 writes it, without any GLN', () => {
    const [order] = ordersOf(example('UBL-Order-2.0-Example.xml'))
    expect(order).toMatchObject({ documentNumber: 'AEG012345', buyer: { isGln: false } })
    expect(order?.lines).toMatchObject([
      {
        lineNumber: '1',
        gtin: null,
        sellerCode: '17589683',
        buyerCode: '6578489',
        quantity: '100',
        unit: 'KGM',
      },
    ])
  })

  const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><Order>&lol2;</Order>`
  it.each([
    ['with entities', bomb, 'XmlDoctype 1'],
    [
      'with an external document type',
      ubl.replace('<Order', '<!DOCTYPE Order SYSTEM "file:///etc/passwd"><Order'),
      'XmlDoctype 2',
    ],
    ['with an entity nobody declared', ubl.replace('>34<', '>&xxe;<'), /^XmlMalformed 9/],
    ['that ends too early', ubl.slice(0, 4_000), /^XmlMalformed/],
    ['without its number', ubl.replace('<cbc:ID>34</cbc:ID>', ''), 'FieldMissing ID'],
    ['of another kind', ubl.replaceAll('Order-2"', 'Invoice-2"'), 'NotAnOrder Order'],
    ['with a date that does not exist', ubl.replace('2010-01-20', '2010-02-30'), 'NotADate 10 2010-02-30'],
    ['with elements in elements', `<a>${'<a>'.repeat(50)}`, 'XmlTooDeep 1'],
    [
      'with an element of endless attributes',
      `<a ${Array.from({ length: 60 }, (_, at) => `b${at}="1"`).join(' ')}/>`,
      'XmlTooLong 1',
    ],
    [
      'in an encoding that is not its own',
      Buffer.from([...Buffer.from('<a>'), 0xff, 0xfe]),
      'Encoding utf-8',
    ],
    ['in an encoding nobody reads', '<?xml version="1.0" encoding="EBCDIC"?><a/>', 'Encoding ebcdic'],
    ['that is empty', '', 'Empty'],
    ['that is neither', 'Dear Sir or Madam,', 'UnknownFormat'],
    ['of six megabytes', `<a>${' '.repeat(6 * 1_048_576)}</a>`, 'TooLarge 5'],
  ])('is refused %s', (_, text, expected) => {
    expect(faultOf(text)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
  })

  const [delivery = ''] = /<cac:Delivery>[^]*?<\/cac:Delivery>/.exec(ubl) ?? []
  const address = `<cac:Delivery><cac:DeliveryLocation><cac:Address><cbc:StreetName>Sanayi Cd. 4</cbc:StreetName><cbc:CityName>Izmir</cbc:CityName></cac:Address></cac:DeliveryLocation></cac:Delivery>`
  const share = (gln: string, quantity: number) =>
    `<cac:Delivery><cbc:Quantity>${quantity}</cbc:Quantity><cac:DeliveryLocation><cbc:ID schemeID="GLN">${gln}</cbc:ID></cac:DeliveryLocation></cac:Delivery>`
  const ofLines = /(<cac:LineItem>[^]*?)<cac:Delivery>[^]*?<\/cac:Delivery>/g
  /** The order with this in its first line, whose lines have no delivery of their own. */
  const inLine = (text: string) =>
    ubl.replaceAll(ofLines, '$1').replace('<cac:LineItem>', `<cac:LineItem>${text}`)

  it('for a place in words is not for the place of the buyer', () => {
    expect(ordersOf(ubl.replace(delivery, address))[0]?.shipTo).toMatchObject({
      code: 'Sanayi Cd. 4 Izmir',
      isGln: false,
    })
    expect(ordersOf(inLine(address))[0]?.lines[0]?.place).toMatchObject({ code: 'Sanayi Cd. 4 Izmir' })
  })

  it('for several places is not merged: a line says what goes where, or a person does', () => {
    expect(delivery).not.toBe('')
    expect(problemsOf(ubl.replace(delivery, delivery + address))).toEqual([
      ['SplitDelivery'],
      ['SplitDelivery'],
    ])
    // Another place than that of the document counts for its line.
    const [order] = ordersOf(inLine(share('7300070011122', 120)))
    expect(order?.lines[0]).toMatchObject({ quantity: '120', place: { code: '7300070011122', isGln: true } })
    const divided = ordersOf(inLine(share('7300070011122', 100) + share('7300070011139', 20)))[0]?.lines
    expect(divided?.map(({ lineNumber, quantity, place }) => [lineNumber, quantity, place?.code])).toEqual([
      ['1', '100', '7300070011122'],
      ['1', '20', '7300070011139'],
      ['2', '15', undefined],
    ])
    expect(problemsOf(inLine(share('7300070011122', 100) + share('7300070011139', 19)))[0]).toEqual([
      'SplitDelivery',
    ])
  })

  it('with a quantity that is none has one line that is not clear', () => {
    expect(problemsOf(ubl.replace('>120<', '>1e9<'))).toEqual([['QuantityUnclear 1e9'], []])
    expect(ordersOf(ubl.replace('>120<', '>120.0000000<'))[0]?.lines[0]?.quantity).toBe('120')
    expect(problemsOf(ubl.replaceAll('2010-02-25', '2010-02-31')).flat()).toContain('DateUnclear 2010-02-31')
  })

  it('says what stands in it and is not acted on', () => {
    const said = inLine(
      '<cbc:Note>Bitte kühl</cbc:Note><cbc:PartialDeliveryIndicator>false</cbc:PartialDeliveryIndicator><cac:OrderedShipment><cbc:ID>9</cbc:ID></cac:OrderedShipment>',
    ).replace(delivery, `${delivery}<cac:DeliveryTerms><cbc:ID>FOT</cbc:ID></cac:DeliveryTerms>`)
    const [ofDocument, first] = remarksOf(said)
    expect(ofDocument).toContain('NotRead DeliveryTerms FOT')
    expect(first).toEqual(
      expect.arrayContaining(['Note Bitte kühl', 'WholeOnly', 'NotRead OrderedShipment 9']),
    )
    expect(problemsOf(inLine('<cbc:MaximumQuantity>130</cbc:MaximumQuantity>'))[0]).toEqual([
      'QuantityUnclear MaximumQuantity 130',
    ])
    expect(ordersOf(ubl)[0]?.lines[0]?.price).toEqual({ amount: '50', per: '1' })
  })

  it('says of which kind it is, and until when it counts', () => {
    const kind = (code: string) => `</cbc:IssueDate><cbc:OrderTypeCode>${code}</cbc:OrderTypeCode>`
    const of = (text: string) => ordersOf(text)[0]
    expect(of(ubl.replace('</cbc:IssueDate>', kind('221')))?.otherKind).toBe('221')
    expect(of(ubl.replace('</cbc:IssueDate>', kind('220')))?.otherKind).toBeUndefined()
    expect(of(ubl)?.validUntil).toBe('2010-01-31')
  })

  it('is read in the envelope of a StandardBusinessDocument', () => {
    const [order = ''] = /<Order[^]*<\/Order>/.exec(ubl) ?? []
    const wrapped = `<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"><StandardBusinessDocumentHeader><HeaderVersion>1.0</HeaderVersion></StandardBusinessDocumentHeader>${order}</StandardBusinessDocument>`
    expect(ordersOf(wrapped)).toEqual(ordersOf(ubl))
  })

  it('is refused with more lines than an order has', () => {
    const [line = ''] = /<cac:OrderLine>[^]*?<\/cac:OrderLine>/.exec(ubl) ?? []
    const short = line
      .replace(/<cac:OriginatorParty>[^]*?<\/cac:OriginatorParty>/, '')
      .replaceAll(/>\s+</g, '><')
    const text = ubl.replace('</Order>', `${short.repeat(5_001)}</Order>`)
    expect(faultOf(text)).toMatch(/^Too(ManyLines 5000|Large 5)$/)
  })
})

describe('[ORD-023] an order of EDIFACT', () => {
  it('is read with its release characters, dates, parties and codes', () => {
    const [order] = ordersOf(Buffer.from(edifact, 'latin1'))
    expect(order).toMatchObject({
      format: 'EDIFACT',
      sender: '8690000000005',
      receiver: '8680000000001',
      interchange: 'IC4711',
      documentNumber: 'PO-2026-0815',
      documentDate: '2026-11-23',
      isOriginal: true,
      isTest: false,
      currency: 'TRY',
      contact: 'Ayse Demir',
      note: "Bitte an Rampe 3 liefern: Anfahrt 'Nord'",
      buyer: { code: '8690000000012', isGln: true, name: 'Eczane M+K' },
      shipTo: { code: '8690000000029', isGln: true },
      requestedDate: '2027-01-11',
    })
    expect(order?.lines).toMatchObject([
      {
        lineNumber: '1',
        gtin: '08690123456789',
        buyerCode: '4711-A',
        quantity: '24',
        unit: 'PCE',
        description: 'Gardine wei+gold',
      },
      {
        lineNumber: '2',
        gtin: null,
        sellerCode: 'SELLER-7',
        quantity: '36',
        unit: null,
        requestedDate: '2027-01-18',
      },
    ])
  })

  it('is read with service characters of its own', () => {
    const other = edifact
      .replaceAll('?:', '\u0001')
      .replaceAll("?'", '\u0002')
      .replaceAll('?+', '\u0003')
      .replace("UNA:+.? '", '')
      .replaceAll(':', '#')
      .replaceAll('+', '*')
      .replaceAll("'", '~')
      .replaceAll('\u0001', ':')
      .replaceAll('\u0002', "'")
      .replaceAll('\u0003', '+')
    expect(ordersOf(Buffer.from(`UNA#*.? ~${other.trimStart()}`, 'latin1'))).toEqual(
      ordersOf(Buffer.from(edifact, 'latin1')),
    )
  })

  it.each([
    ['cut off within a segment', edifact.slice(0, edifact.indexOf('QTY+21:36') + 5), 'EdifactCutOff 17 QTY'],
    ['cut off between segments', edifact.slice(0, edifact.indexOf('LIN+2')), 'EdifactCutOff 16 QTY'],
    ['without its end', edifact.replace(/UNZ[^]*/, ''), 'EdifactCutOff 22 UNT'],
    ['with a segment too few', edifact.replace("CUX+2:TRY:9'\n", ''), 'EdifactCount 20 UNT 20 19'],
    ['with a wrong count of messages', edifact.replace('UNZ+1', 'UNZ+2'), 'EdifactCount 22 UNZ 2 1'],
    ['with a wrong count of lines', edifact.replace('CNT+2:2', 'CNT+2:3'), 'EdifactCount 20 CNT 3 2'],
    [
      'with another reference of the message',
      edifact.replace('UNT+20+1', 'UNT+20+9'),
      'EdifactReference 21 UNT 9 1',
    ],
    [
      'with another reference of the interchange',
      edifact.replace('UNZ+1+IC4711', 'UNZ+1+IC1'),
      'EdifactReference 22 UNZ IC1 IC4711',
    ],
    ['of another message', edifact.replace('ORDERS:D', 'INVOIC:D'), 'NotAnOrder INVOIC'],
    [
      'of an old directory',
      edifact.replace('ORDERS:D:96A', 'ORDERS:2:912'),
      'EdifactVersion ORDERS:2:912:UN',
    ],
    ['without the buyer', edifact.replace('NAD+BY', 'NAD+XX'), 'FieldMissing NAD+BY 3039'],
    [
      'with a date of its own that does not exist',
      edifact.replace(/137:\d+/, '137:20270230'),
      /^NotADateIn \d+ DTM 20270230:102$/,
    ],
    ['with a syntax nobody reads', edifact.replace('UNOC', 'UNOZ'), 'EdifactSyntax UNOZ'],
    [
      'with letters its syntax does not have',
      Buffer.from(edifact.replace('UNOC', 'UNOW').replace('Tuzla', 'Tu\u00ff'), 'latin1'),
      'Encoding utf-8',
    ],
    ['with functional groups', edifact.replace('UNH+1', "UNG+ORDERS'UNH+1"), 'EdifactGroups 2'],
  ])('is refused %s', (_, text, expected) => {
    expect(faultOf(text)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
  })

  it('is read with a byte order mark before it', () => {
    expect(ordersOf(Buffer.from(`\u00ef\u00bb\u00bf${edifact}`, 'latin1'))).toEqual(
      ordersOf(Buffer.from(edifact, 'latin1')),
    )
  })

  it('that names its place by words only is not for the place of the buyer', () => {
    const words = edifact.replace(/NAD\+DP\+[^']*'/, "NAD+DP+++Depo Bornova+Sanayi Cd. 4+Izmir'")
    expect(words).not.toBe(edifact)
    const [order] = ordersOf(Buffer.from(words, 'latin1'))
    expect(order?.shipTo).toMatchObject({ code: 'Depo Bornova Sanayi Cd. 4 Izmir', isGln: false })
  })

  /** The order with these segments behind its first line, and its count of them. */
  const inLine = (...segments: string[]) =>
    Buffer.from(
      edifact
        .replace(/(LIN\+1[^']*')/, `$1${segments.map((one) => `${one}'`).join('')}`)
        .replace('UNT+20', `UNT+${20 + segments.length}`),
      'latin1',
    )
  const changed = (from: string | RegExp, to: string) => {
    const text = edifact.replace(from, to)
    expect(text).not.toBe(edifact)
    return Buffer.from(text, 'latin1')
  }

  it('for several places is divided as it says, or a person does', () => {
    const places = ['LOC+7+8690000000036::9', 'QTY+11:14', 'DTM+2:20270120:102', 'LOC+7+8690000000043::9']
    const lines = ordersOf(inLine(...places, 'QTY+11:10'))[0]?.lines
    expect(
      lines?.map(({ lineNumber, quantity, place, requestedDate }) => [
        lineNumber,
        quantity,
        place?.code,
        requestedDate,
      ]),
    ).toEqual([
      ['1', '14', '8690000000036', '2027-01-20'],
      ['1', '10', '8690000000043', null],
      ['2', '36', undefined, '2027-01-18'],
    ])
    expect(problemsOf(inLine(...places, 'QTY+11:9'))).toEqual([['SplitDelivery'], []])
    expect(ordersOf(inLine('NAD+ST+8690000000036::9'))[0]?.lines[0]?.place?.code).toBe('8690000000036')
    expect(
      problemsOf(
        changed('NAD+DP+', "NAD+DP+8690000000036::9'NAD+DP+").toString('latin1').replace('UNT+20', 'UNT+21'),
      ),
    ).toEqual([['SplitDelivery'], ['SplitDelivery']])
  })

  it('with one value that is none has one line that is not clear', () => {
    expect(problemsOf(changed('21:36', '21:many'))).toEqual([[], ['QuantityUnclear many']])
    expect(problemsOf(changed('20270118', '20270230'))).toEqual([[], ['DateUnclear 20270230:102']])
    expect(problemsOf(inLine('QTY+21:5'))).toEqual([['QuantityUnclear 5, 24'], []])
    expect(problemsOf(changed('LIN+1+', 'LIN+1+2'))).toEqual([['QuantityUnclear LIN 2'], []])
  })

  it('with the decimal sign that UNA names, and never with another', () => {
    const comma = changed("UNA:+.? '", "UNA:+,? '").toString('latin1')
    expect(ordersOf(Buffer.from(comma.replace('21:36', '21:36,00'), 'latin1'))[0]?.lines[1]?.quantity).toBe(
      '36',
    )
    expect(problemsOf(Buffer.from(comma.replace('21:36', '21:36.00'), 'latin1'))[1]).toEqual([
      'QuantityUnclear 36.00',
    ])
    expect(ordersOf(changed('21:36', '21:36,50'))[0]?.lines[1]?.quantity).toBe('36.5')
    // Thousands or thousandths: a person says.
    expect(problemsOf(changed('21:36', '21:36,000'))[1]).toEqual(['QuantityUnclear 36,000'])
  })

  it('says what stands in it and is not acted on', () => {
    const [, first] = remarksOf(
      inLine(
        'FTX+AAI+++Kühl lagern',
        'QTY+192:4',
        'PIA+1+A-7:ZZ',
        'ALC+A',
        'MOA+203:12',
        'RFF+CT:77',
        'DTM+171:20260101:102',
      ),
    )
    expect(first).toEqual(['Note Kühl lagern', 'FreeGoods 4', 'NotRead ALC A', 'CodeOfOtherKind A-7 ZZ'])
    expect(
      remarksOf(changed('CUX+2', "TOD+3++EXW'CUX+2").toString('latin1').replace('UNT+20', 'UNT+21'))[0],
    ).toEqual(['NotRead TOD 3 EXW'])
    const priced = ordersOf(inLine('PRI+AAA:1250:::100'))
    expect(priced[0]?.lines[0]?.price).toEqual({ amount: '1250', per: '100' })
  })

  it('says of which kind it is, until when it counts, and whether it is a test', () => {
    const of = (bytes: Uint8Array) => ordersOf(bytes)[0]
    expect(of(changed('BGM+220', 'BGM+227'))?.otherKind).toBe('227')
    expect(
      of(
        Buffer.from(
          changed('CUX+2', "DTM+36:20261201:102'CUX+2").toString('latin1').replace('UNT+20', 'UNT+21'),
          'latin1',
        ),
      )?.validUntil,
    ).toBe('2026-12-01')
    const test = edifact.replace(/(UNB[^']*)'/, (_, begin: string) => {
      const elements = begin.split('+')
      while (elements.length < 11) elements.push('')
      return `${[...elements, '1'].join('+')}'`
    })
    expect(of(Buffer.from(test, 'latin1'))?.isTest).toBe(true)
  })

  it('leaves the other messages and interchanges of a file alone', () => {
    const [, message = ''] = /(UNH[^]*UNT\+20\+1')/.exec(edifact) ?? []
    const second = message.replace('UNH+1', 'UNH+2').replace('UNT+20+1', 'UNT+20+2')
    const both = edifact.replace(message, message + second).replace('UNZ+1', 'UNZ+2')
    const read = (text: string) =>
      readEdi(Buffer.from(text, 'latin1')).map(({ order, fault }) => [
        order?.documentNumber ?? null,
        fault?.code ?? null,
      ])
    const number = 'PO-2026-0815'
    expect(read(both)).toEqual([
      [number, null],
      [number, null],
    ])
    expect(read(both.replace('UNT+20+2', 'UNT+19+2'))).toEqual([
      [number, null],
      [number, 'EdifactCount'],
    ])
    expect(read(both.replace('UNH+2+ORDERS', 'UNH+2+ORDCHG'))).toEqual([
      [number, null],
      [number, 'NotAnOrder'],
    ])
    // Two interchanges, the second with service characters of its own.
    const other = `UNA:*.? '${edifact.replace("UNA:+.? '", '').replaceAll('?+', '\u0001').replaceAll('+', '*').replaceAll('\u0001', '+')}`
    expect(read(edifact + other)).toEqual([
      [number, null],
      [number, null],
    ])
    expect(read(edifact + edifact.slice(0, -20))).toEqual([
      [number, null],
      [null, 'EdifactCutOff'],
    ])
    expect(read(edifact.replace('UNZ+1', 'UNZ+2') + edifact)).toEqual([
      [null, 'EdifactCount'],
      [number, null],
    ])
  })

  it('is never read in part: every shorter file is refused', () => {
    const bytes = Buffer.from(edifact.trimEnd(), 'latin1')
    for (let length = 1; length < bytes.length; length++)
      expect([length, faultOf(bytes.subarray(0, length))]).toEqual([length, expect.any(String)])
  })

  it('gives back what was written, whatever it holds', () => {
    const text = fc.string({ unit: 'grapheme-ascii', minLength: 1 })
    const release = (value: string) => value.replaceAll(/[?+:']/g, (char) => `?${char}`)
    fc.assert(
      fc.property(
        fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
        (elements) => {
          const written = `FTX+${elements.map((parts) => parts.map(release).join(':')).join('+')}'`
          expect(segmentsOf(written)).toEqual({ segments: [{ tag: 'FTX', elements, at: 1 }], fault: null })
        },
      ),
    )
  })
})

describe('[ORD-023] a date of EDIFACT', () => {
  it.each([
    ['20261130', '102', '2026-11-30'],
    ['261130', '101', '2026-11-30'],
    ['301126', '2', '2026-11-30'],
    ['113026', '3', '2026-11-30'],
    ['30112026', '4', '2026-11-30'],
    ['11302026', '5', '2026-11-30'],
    ['202611300930', '203', '2026-11-30'],
    ['20261130093000', '204', '2026-11-30'],
    ['2611300930', '201', '2026-11-30'],
    ['202611300930GMT', '303', '2026-11-30'],
    ['20261130093000GMT', '304', '2026-11-30'],
    // Of a week, a month, a quarter, a year and a period the last day.
    ['202649', '616', '2026-12-06'],
    ['2649', '615', '2026-12-06'],
    ['26491', '103', '2026-11-30'],
    ['202653', '616', '2027-01-03'],
    ['26334', '105', '2026-11-30'],
    ['202602', '610', '2026-02-28'],
    ['20264', '608', '2026-12-31'],
    ['2026', '602', '2026-12-31'],
    ['2026113020261204', '718', '2026-12-04'],
    ['20261130-20261204', '718', '2026-12-04'],
    ['261130261204', '717', '2026-12-04'],
    ['202649202650', '716', '2026-12-13'],
    ['20261130', '', '2026-11-30'],
    ['20260230', '102', null],
    ['202654', '616', null],
    ['20261', '102', null],
    ['20261301-20261204', '718', null],
    ['5', '804', null],
    ['0930', '401', null],
    ['tomorrow', '102', null],
  ])('%s in format %s is %s', (value, format, expected) => {
    expect(dayOfDtm(value, format)).toBe(expected)
  })
})

it('[ORD-023] a file of five megabytes is read beside the process, which goes on answering', async () => {
  const [line = ''] = /<cac:OrderLine>[^]*?<\/cac:OrderLine>/.exec(ubl) ?? []
  const short = line
    .replace(/<cac:OriginatorParty>[^]*?<\/cac:OriginatorParty>/, '')
    .replaceAll(/>\s+</g, '><')
  const count = Math.min(4_900, Math.floor((ediLimits.bytes - ubl.length) / Buffer.byteLength(short)))
  const bytes = Buffer.from(ubl.replace('</Order>', `${short.repeat(count)}</Order>`))
  let entries: EdiEntry[] = []
  const cost = await measure(async () => {
    entries = await readEdiInThread(bytes)
  })
  expect(entries[0]?.order?.lines).toHaveLength(count + 2)
  expect(cost.lag).toBeLessThan(50 * BUSY)
})
