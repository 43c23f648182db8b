import { createHash } from 'node:crypto'

// EPCIS 2.0 events as the portal writes them, and their ids: the hash of CBV 2.0 (8.9.2), so that whoever holds the same
// event has the same id for it.

type Party = { type: string }
export type EpcisEvent = {
  type: 'ObjectEvent' | 'AggregationEvent'
  /** ISO 8601. */
  eventTime: string
  eventTimeZoneOffset: string
  epcList?: string[]
  parentID?: string
  childEPCs?: string[]
  action: 'ADD' | 'OBSERVE' | 'DELETE'
  bizStep?: string
  disposition?: string
  readPoint?: { id: string }
  bizLocation?: { id: string }
  bizTransactionList?: { type?: string; bizTransaction: string }[]
  sourceList?: (Party & { source: string })[]
  destinationList?: (Party & { destination: string })[]
  ilmd?: Record<`cbvmda:${string}`, string>
}

const cbv = 'https://ref.gs1.org/cbv/'
const cbvmda = '{urn:epcglobal:cbv:mda:}'

/**
 * The id of an event: the SHA-256 of its fields in the order that CBV prescribes. What an event carries beside, such as an
 * errorDeclaration, is no part of it.
 */
export const eventIdOf = (event: EpcisEvent): string =>
  `ni:///sha-256;${createHash('sha256').update(preHash(event), 'utf8').digest('hex')}?ver=CBV2.0`

/** The text that is hashed. */
export function preHash(event: EpcisEvent): string {
  const { ilmd } = event
  return [
    `eventType=${event.type}`,
    `eventTime=${momentOf(event.eventTime)}`,
    `eventTimeZoneOffset=${event.eventTimeZoneOffset}`,
    listed('epcList', event.epcList),
    event.parentID === undefined ? '' : `parentID=${idOf(event.parentID)}`,
    listed('childEPCs', event.childEPCs),
    `action=${event.action}`,
    word('bizStep', 'BizStep', event.bizStep),
    word('disposition', 'Disp', event.disposition),
    place('readPoint', event.readPoint),
    place('bizLocation', event.bizLocation),
    pairs('bizTransactionList', event.bizTransactionList, ({ type, bizTransaction }) => [
      word('type', 'BTT', type),
      `bizTransaction=${idOf(bizTransaction)}`,
    ]),
    pairs('destinationList', event.destinationList, ({ type, destination }) => [
      word('type', 'SDT', type),
      `destination=${idOf(destination)}`,
    ]),
    pairs('sourceList', event.sourceList, ({ type, source }) => [
      word('type', 'SDT', type),
      `source=${idOf(source)}`,
    ]),
    ilmd === undefined
      ? ''
      : `ilmd${Object.entries(ilmd)
          .map(([name, value]) => `${cbvmda}${name.slice('cbvmda:'.length)}=${value}`)
          .toSorted()
          .join('')}`,
  ].join('')
}

/** In UTC, to the millisecond, rounded half up. */
function momentOf(time: string): string {
  const digits = /\.(\d+)/.exec(time)?.[1] ?? ''
  const whole = Date.parse(time.replace(/\.\d+/, ''))
  return new Date(whole + Math.round(Number(`0.${digits || '0'}`) * 1_000)).toISOString()
}

/** Identifiers of GS1 stand with GS1's own address, whoever resolves them. */
const idOf = (id: string): string => id.replace(/^https:\/\/[^/]+\/(?=\d{2,4}\/)/, 'https://id.gs1.org/')

const word = (name: string, group: string, value: string | undefined): string =>
  value === undefined ? '' : `${name}=${/^[a-z_]+$/.test(value) ? `${cbv}${group}-${value}` : value}`

const place = (name: string, where: { id: string } | undefined): string =>
  where === undefined ? '' : `${name}id=${idOf(where.id)}`

const listed = (name: string, epcs: readonly string[] | undefined): string =>
  epcs === undefined || epcs.length === 0
    ? ''
    : `${name}${epcs
        .map((epc) => `epc=${idOf(epc)}`)
        .toSorted()
        .join('')}`

const pairs = <T>(name: string, list: readonly T[] | undefined, fields: (one: T) => string[]): string =>
  list === undefined || list.length === 0
    ? ''
    : `${name}${list
        .map((one) => fields(one).join(''))
        .toSorted()
        .join('')}`
