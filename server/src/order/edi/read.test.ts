import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EdiFault } from './edi-order.ts'
import { segmentsOf } from './edifact.ts'
import { readEdi } from './read.ts'

const example = (name: string) => readFileSync(join(import.meta.dirname, 'examples', name))
const edifact = example('orders-d96a.edi').toString('latin1')
const ubl = example('UBL-Order-2.1-Example.xml').toString('utf8')

/** What reading this says is wrong, with its figures; null for a good one. */
function faultOf(text: string | Uint8Array): string | null {
  try {
    readEdi(typeof text === 'string' ? Buffer.from(text, 'utf8') : text)
    return null
  } catch (error) {
    if (!(error instanceof EdiFault)) throw error
    return [error.code, ...Object.values(error.facts)].join(' ')
  }
}

describe('[ORD-023] an order of UBL', () => {
  it('is read as OASIS publishes it', () => {
    const [order] = readEdi(Buffer.from(ubl))
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
    const [order] = readEdi(example('UBL-Order-2.0-Example.xml'))
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
    ['with a quantity that is none', ubl.replace('>120<', '>1e9<'), /^NotANumber \d+ 1e9$/],
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

  it('is refused with several places, and one in words is not the place of the buyer', () => {
    const [delivery = ''] = /<cac:Delivery>[^]*?<\/cac:Delivery>/.exec(ubl) ?? []
    expect(delivery).not.toBe('')
    expect(faultOf(ubl.replace(delivery, delivery.repeat(2)))).toBe('SplitDelivery –')
    const address = `<cac:Delivery><cac:DeliveryLocation><cac:Address><cbc:StreetName>Sanayi Cd. 4</cbc:StreetName><cbc:CityName>Izmir</cbc:CityName></cac:Address></cac:DeliveryLocation></cac:Delivery>`
    const [order] = readEdi(Buffer.from(ubl.replace(delivery, address)))
    expect(order?.shipTo).toMatchObject({ code: 'Sanayi Cd. 4 Izmir', isGln: false })
    const ofLine = ubl.replace(/<cac:LineItem>/, `<cac:LineItem>${address}`)
    expect(faultOf(ofLine)).toMatch(/^SplitDelivery /)
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
    const [order] = readEdi(Buffer.from(edifact, 'latin1'))
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
    const [order] = readEdi(Buffer.from(`UNA#*.? ~${other.trimStart()}`, 'latin1'))
    expect(order).toEqual(readEdi(Buffer.from(edifact, 'latin1'))[0])
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
      'with a date that does not exist',
      edifact.replace('20270118', '20270230'),
      'NotADateIn 18 DTM 20270230',
    ],
    ['with a quantity that is none', edifact.replace('21:36', '21:many'), 'NotANumberIn 17 QTY many'],
    ['with a syntax nobody reads', edifact.replace('UNOC', 'UNOZ'), 'EdifactSyntax UNOZ'],
    [
      'with letters its syntax does not have',
      Buffer.from(edifact.replace('UNOC', 'UNOW').replace('Tuzla', 'Tu\u00ff'), 'latin1'),
      'Encoding utf-8',
    ],
    [
      'that is marked as a test',
      edifact.replace(/(UNB[^']*)'/, (_, begin: string) => {
        const elements = begin.split('+')
        while (elements.length < 11) elements.push('')
        return `${[...elements, '1'].join('+')}'`
      }),
      'TestInterchange',
    ],
    [
      'with a line for several places',
      edifact.replace(/(LIN\+1[^']*')/, "$1LOC+7+8690000000036::9'QTY+11:12'").replace('UNT+20', 'UNT+22'),
      'SplitDelivery 1',
    ],
    ['with functional groups', edifact.replace('UNH+1', "UNG+ORDERS'UNH+1"), 'EdifactGroups 2'],
  ])('is refused %s', (_, text, expected) => {
    expect(faultOf(text)).toBe(expected)
  })

  it('is read with a byte order mark before it', () => {
    expect(readEdi(Buffer.from(`\u00ef\u00bb\u00bf${edifact}`, 'latin1'))).toEqual(
      readEdi(Buffer.from(edifact, 'latin1')),
    )
  })

  it('that names its place by words only is not for the place of the buyer', () => {
    const words = edifact.replace(/NAD\+DP\+[^']*'/, "NAD+DP+++Depo Bornova+Sanayi Cd. 4+Izmir'")
    expect(words).not.toBe(edifact)
    const [order] = readEdi(Buffer.from(words, 'latin1'))
    expect(order?.shipTo).toMatchObject({ code: 'Depo Bornova Sanayi Cd. 4 Izmir', isGln: false })
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
          expect(segmentsOf(written)).toEqual([{ tag: 'FTX', elements, at: 1 }])
        },
      ),
    )
  })
})
