import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { existing } from '@kervan/contract/kit/typed'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import jsonld from 'jsonld'
import { describe, expect, it } from 'vitest'
import { eventIdOf, preHash, type EpcisEvent } from './event-hash.ts'
import { epcisDocument, onceEach, packId, type EpcisPack } from './events.ts'

// Ids of events against the hashes that others have published, and documents against the published schema.

const data = join(import.meta.dirname, '../../../../../shared/data/epcis')
const textOf = (name: string) => readFileSync(join(data, name), 'utf8')
const written = new Set(
  'type eventTime eventTimeZoneOffset epcList parentID childEPCs action bizStep disposition readPoint bizLocation bizTransactionList sourceList destinationList ilmd'.split(
    ' ',
  ),
)

/** Identifiers of the older form, which the published events use, in the form that the portal writes. */
function digitalLink(text: string): string {
  const check = (digits: string) => {
    const sum = Array.from(digits)
      .toReversed()
      .reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 1 : 3), 0)
    return `${digits}${(10 - (sum % 10)) % 10}`
  }
  return text
    .replaceAll(
      /urn:epc:id:sgtin:(\d+)\.(\d)(\d*)\.([^"]+)/g,
      (_, company: string, indicator: string, item: string, serial: string) =>
        `https://id.gs1.org/01/${check(indicator + company + item)}/21/${serial}`,
    )
    .replaceAll(
      /urn:epc:id:sscc:(\d+)\.(\d)(\d+)/g,
      (_, company: string, extension: string, serial: string) =>
        `https://id.gs1.org/00/${check(extension + company + serial)}`,
    )
    .replaceAll(
      /urn:epc:id:sgln:(\d+)\.(\d*)\.([^"]+)/g,
      (_, company: string, place: string, extension: string) =>
        `https://id.gs1.org/414/${check(company + place)}${extension === '0' ? '' : `/254/${extension}`}`,
    )
    .replaceAll(
      /urn:epc:id:pgln:(\d+)\.(\d*)/g,
      (_, company: string, party: string) => `https://id.gs1.org/417/${check(company + party)}`,
    )
}

describe.skipIf(!existsSync(data))('[TRC-003] ids of events', () => {
  it('equal the published hashes of the events that have the fields that the portal writes', () => {
    let compared = 0
    for (const name of readdirSync(join(data, 'event-hash')).filter((one) => one.endsWith('.jsonld'))) {
      const document = JSON.parse(digitalLink(textOf(`event-hash/${name}`))) as {
        epcisBody: { eventList?: Record<string, unknown>[] }
      }
      const hashes = textOf(`event-hash/${name.replace('.jsonld', '.hashes')}`)
        .trim()
        .split('\n')
      for (const [at, event] of (document.epcisBody.eventList ?? []).entries()) {
        const { eventID: _known, 'rdfs:comment': _comment, ...fields } = event
        if (!Object.keys(fields).every((field) => written.has(field))) continue
        // Extensions within a place are none of the portal's.
        if (JSON.stringify(fields['readPoint'] ?? {}).includes('example:')) continue
        if (fields['type'] !== 'ObjectEvent' && fields['type'] !== 'AggregationEvent') continue
        const own = fields as EpcisEvent
        expect(eventIdOf(own), `${name} ${at}\n${preHash(own)}`).toBe(hashes[at])
        compared += 1
      }
    }
    expect(compared).toBeGreaterThanOrEqual(10)
  })
})

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z`
const [maker, depot, pharmacy] = ['8699999000003', '8689999200015', '8689999100018']
const moved = (
  declarationId: string,
  day: number,
  movement: string,
  fromGln: string | null,
  toGln: string | null,
) => ({ declarationId, at: at(day), movement, fromGln, toGln, resultCode: '00000' })
const pack: EpcisPack = {
  gtin: '08689999001018',
  serialNumber: '7K2M9QX41B',
  lotNumber: 'B24A07',
  expiryDate: '2031-12-31',
  isRecalled: false,
  movements: [
    moved('1', 1, 'Production', maker, null),
    moved('2', 2, 'Dispatch', maker, depot),
    moved('3', 3, 'DispatchCancel', maker, depot),
    moved('4', 4, 'Dispatch', maker, depot),
    moved('5', 5, 'Receipt', maker, depot),
    moved('6', 6, 'Dispatch', depot, pharmacy),
    moved('7', 7, 'Receipt', depot, pharmacy),
    moved('8', 8, 'Sale', pharmacy, '8680000000017'),
  ],
}
type Event = EpcisEvent & { eventID: string; errorDeclaration?: object }
const write = (one: EpcisPack) =>
  epcisDocument(
    [one],
    [
      {
        sscc: '086999990000000126',
        at: at(2),
        gln: maker,
        declarationId: 'PTS D-1',
        children: [packId(pack.gtin, pack.serialNumber)],
      },
    ],
    { now: new Date(at(20)), offset: '+03:00' },
  ) as { epcisBody: { eventList: Event[] } }

describe('[TRC-003] a document of EPCIS 2.0', () => {
  it.skipIf(!existsSync(data))('satisfies the published schema', () => {
    const ajv = new Ajv({ strict: false, allErrors: true })
    formats.default(ajv)
    const valid = ajv.compile(JSON.parse(textOf('EPCIS-JSON-Schema.json')) as object)
    expect(valid(write(pack)), JSON.stringify(valid.errors?.slice(0, 4))).toBe(true)
  })

  it.skipIf(!existsSync(data))(
    'expands with the published context, and no term of it is dropped',
    async () => {
      const document = JSON.parse(textOf('epcis-context.jsonld')) as jsonld.JsonLdDocument
      const expanded = await jsonld.expand(
        write(pack) as jsonld.JsonLdDocument,
        {
          // `safe` refuses what JSON-LD would drop silently; nothing is loaded from anywhere but the published context.
          safe: true,
          documentLoader: async (url: string) => {
            expect(url).toBe('https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld')
            return { contextUrl: undefined, documentUrl: url, document }
          },
        } as jsonld.Options.Expand,
      )
      const text = JSON.stringify(expanded)
      expect(text).toContain('"https://ref.gs1.org/epcis/eventTime"')
      expect(text).toContain('"https://ref.gs1.org/cbv/BizStep-shipping"')
      expect(text).toContain(packId(pack.gtin, pack.serialNumber))
      // Every event is one of the vocabulary, with its id.
      const { eventList } = write(pack).epcisBody
      for (const { eventID } of eventList)
        expect(text).toContain(JSON.stringify({ '@id': eventID }).slice(1, -1))
    },
  )

  it('says each step as the mapping has it, and takes back what was cancelled under the same id', () => {
    const { eventList } = write(pack).epcisBody
    const told = eventList.map(({ bizStep, disposition, errorDeclaration }) =>
      errorDeclaration ? 'error' : `${bizStep} ${disposition}`,
    )
    expect(told.toSorted()).toEqual(
      [
        'commissioning active',
        'shipping in_transit',
        'error',
        'packing in_progress',
        'shipping in_transit',
        'receiving in_progress',
        'shipping in_transit',
        'receiving in_progress',
        'dispensing dispensed',
      ].toSorted(),
    )
    const error = existing(eventList.find(({ errorDeclaration }) => errorDeclaration))
    const original = eventList.filter(({ eventID }) => eventID === error.eventID)
    expect(original.map(({ errorDeclaration }) => errorDeclaration === undefined)).toEqual([true, false])
    const cash = { ...pack, movements: [moved('8', 8, 'Sale', pharmacy, '0000000000000')] }
    expect(write(cash).epcisBody.eventList.at(-1)).toMatchObject({
      bizStep: 'retail_selling',
      disposition: 'retail_sold',
    })
  })

  it('tells a repeated event without errorDeclaration once', () => {
    const { eventList } = write(pack).epcisBody
    const all = eventList as Parameters<typeof onceEach>[0]
    expect(onceEach([...all, ...all])).toEqual(all)
    const twice = { ...pack, movements: [...pack.movements, ...pack.movements] }
    const ids = write(twice).epcisBody.eventList.filter(({ errorDeclaration }) => !errorDeclaration)
    expect(new Set(ids.map(({ eventID }) => eventID)).size).toBe(ids.length)
  })
})
