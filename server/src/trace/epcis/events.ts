import { inOrder, type TraceMovement } from '@kervan/contract/trace/chain'
import { eventIdOf, type EpcisEvent } from './event-hash.ts'

// Movements of packs as events of EPCIS 2.0 (TRC-003, domain/pharma 8). Pure.

export type EpcisPack = {
  gtin: string
  serialNumber: string
  lotNumber: string | null
  expiryDate: string | null
  isRecalled: boolean
  movements: readonly TraceMovement[]
}
/** A pallet or case by its SSCC, with what stands in it. */
export type EpcisCarrier = {
  sscc: string
  at: string
  gln: string
  declarationId: string
  children: string[]
}

type Written = EpcisEvent & {
  eventID: string
  errorDeclaration?: { declarationTime: string; reason: string }
}

export const packId = (gtin: string, serial: string) =>
  `https://id.gs1.org/01/${gtin}/21/${encodeURIComponent(serial)}`
export const ssccId = (sscc: string) => `https://id.gs1.org/00/${sscc}`
const placeId = (gln: string) => `https://id.gs1.org/414/${gln}`
const partyId = (gln: string) => `https://id.gs1.org/417/${gln}`

const nobody = '0000000000000'
const steps: Readonly<
  Record<string, Pick<EpcisEvent, 'action' | 'bizStep' | 'disposition'> & { at: 'from' | 'to' }>
> = {
  Production: { action: 'ADD', bizStep: 'commissioning', disposition: 'active', at: 'from' },
  Dispatch: { action: 'OBSERVE', bizStep: 'shipping', disposition: 'in_transit', at: 'from' },
  Transfer: { action: 'OBSERVE', bizStep: 'shipping', disposition: 'in_transit', at: 'from' },
  Return: { action: 'OBSERVE', bizStep: 'shipping', disposition: 'returned', at: 'from' },
  Receipt: { action: 'OBSERVE', bizStep: 'receiving', disposition: 'in_progress', at: 'to' },
  Sale: { action: 'OBSERVE', bizStep: 'dispensing', disposition: 'dispensed', at: 'from' },
  // CBV has no step for what hospitals use up; to them it is dispensed.
  Consumption: { action: 'OBSERVE', bizStep: 'dispensing', disposition: 'dispensed', at: 'from' },
  Export: { action: 'OBSERVE', bizStep: 'shipping', disposition: 'in_transit', at: 'from' },
  Deactivation: { action: 'DELETE', bizStep: 'decommissioning', disposition: 'inactive', at: 'from' },
}
/** What takes back the last movement of its kind. */
const cancels: Readonly<Record<string, readonly string[]>> = {
  DispatchCancel: ['Dispatch'],
  TransferCancel: ['Transfer'],
  SaleCancel: ['Sale'],
  DeactivationCancel: ['Deactivation'],
  ExportCancel: ['Export'],
}

/**
 * The events of packs and carriers in a document. Each movement is one event; one that was taken back is told once more
 * with the same id and an errorDeclaration. The id of an event follows from what it says.
 */
export function epcisDocument(
  packs: readonly EpcisPack[],
  carriers: readonly EpcisCarrier[],
  { now, offset }: { now: Date; offset: string },
): object {
  const events = [
    ...packs.flatMap((pack) => eventsOf(pack, offset)),
    ...carriers.map((one) => packing(one, offset)),
  ]
  return {
    '@context': ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld'],
    type: 'EPCISDocument',
    schemaVersion: '2.0',
    creationDate: now.toISOString(),
    epcisBody: { eventList: onceEach(events).toSorted((a, b) => a.eventTime.localeCompare(b.eventTime)) },
  }
}

/** An event that is told again without an errorDeclaration says nothing new. */
export function onceEach(events: readonly Written[]): Written[] {
  const seen = new Set<string>()
  return events.filter(({ eventID, errorDeclaration }) => {
    const key = errorDeclaration ? `${eventID} ${errorDeclaration.declarationTime}` : eventID
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

function eventsOf(pack: EpcisPack, offset: string): Written[] {
  const written: Written[] = []
  const standing: { movement: string; event: Written }[] = []
  const movements = inOrder(pack.movements)
  for (const [at, row] of movements.entries()) {
    const taken = cancels[row.movement]
    if (taken) {
      const index = standing.findLastIndex(({ movement }) => taken.includes(movement))
      const [found] = index === -1 ? [] : standing.splice(index, 1)
      if (found)
        written.push({
          ...found.event,
          errorDeclaration: { declarationTime: row.at, reason: 'did_not_occur' },
        })
      continue
    }
    const event = eventOf(pack, row, offset, pack.isRecalled && at === movements.length - 1)
    if (!event) continue
    const whole = { ...event, eventID: eventIdOf(event) }
    written.push(whole)
    standing.push({ movement: row.movement, event: whole })
  }
  return written
}

function eventOf(
  pack: EpcisPack,
  row: TraceMovement,
  offset: string,
  isRecalled: boolean,
): EpcisEvent | null {
  const step = steps[row.movement]
  if (!step) return null
  const where = (step.at === 'from' ? row.fromGln : row.toGln) ?? row.fromGln ?? row.toGln
  const overTheCounter = row.movement === 'Sale' && (row.toGln === null || row.toGln === nobody)
  const { lotNumber, expiryDate } = pack
  const isShipped = step.bizStep === 'shipping' || step.bizStep === 'receiving'
  return {
    type: 'ObjectEvent',
    eventTime: row.at,
    eventTimeZoneOffset: offset,
    epcList: [packId(pack.gtin, pack.serialNumber)],
    action: step.action,
    ...(step.bizStep && { bizStep: overTheCounter ? 'retail_selling' : step.bizStep }),
    ...(step.disposition && {
      disposition: isRecalled ? 'recalled' : overTheCounter ? 'retail_sold' : step.disposition,
    }),
    ...(where !== null && { readPoint: { id: placeId(where) } }),
    bizTransactionList: [{ bizTransaction: transactionId(where, row.declarationId) }],
    ...(isShipped &&
      row.fromGln !== null && { sourceList: [{ type: 'owning_party', source: partyId(row.fromGln) }] }),
    ...(isShipped &&
      row.toGln !== null && {
        destinationList: [{ type: 'owning_party', destination: partyId(row.toGln) }],
      }),
    ...(row.movement === 'Production' &&
      (lotNumber !== null || expiryDate !== null) && {
        ilmd: {
          ...(lotNumber !== null && { 'cbvmda:lotNumber': lotNumber }),
          ...(expiryDate !== null && { 'cbvmda:itemExpirationDate': expiryDate }),
        },
      }),
  }
}

function packing({ sscc, at, gln, declarationId, children }: EpcisCarrier, offset: string): Written {
  const event: EpcisEvent = {
    type: 'AggregationEvent',
    eventTime: at,
    eventTimeZoneOffset: offset,
    parentID: ssccId(sscc),
    childEPCs: children,
    action: 'ADD',
    bizStep: 'packing',
    disposition: 'in_progress',
    readPoint: { id: placeId(gln) },
    bizTransactionList: [{ bizTransaction: transactionId(gln, declarationId) }],
  }
  return { ...event, eventID: eventIdOf(event) }
}

/** The declaration of the drug-tracking system, as CBV names transactions of a party. */
const transactionId = (gln: string | null, declarationId: string) =>
  `urn:epcglobal:cbv:bt:${gln ?? nobody}:${encodeURIComponent(declarationId)}`
