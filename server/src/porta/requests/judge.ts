import type { Pack, PackReading } from '@kervan/contract/kit/gs1/pack'
import { addDays } from '@kervan/contract/kit/days'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'

// What speaks against an application: said while the form is filled, refused when it is sent, and looked at by reviewers.
// Pure; source: DSC-004, DSC-005, domain/pharma 4.4.

/** What is known of one pack that somebody applies for. */
export type Applied = {
  reading: PackReading
  /** The product of the GTIN; null where the company has none. */
  product: { id: string; name: string } | null
  /** Whether the required rate is above the applied one on the day of the sale; null where no rate holds. */
  inProgramme: boolean | null
  /** A live request of the same kind for the same pack. */
  appliedFor: boolean
  /** Of a price-change refund: the change that it refers to; null where the price of the product has not changed yet. */
  priceChangeId?: string | null
  /** `yyyy-mm-dd`, by the company's clock. */
  today: string
  declaredSaleDate: string | null
  /** A sale lies back so many days at most. */
  saleDays: number
}

export type Against = { refusal: Refusal; blocks: boolean }

/** Everything that speaks against it, what blocks first. */
export function concernsOf(applied: Applied): Against[] {
  const blocking = [codeFault(applied.reading), ...saleFaults(applied), ...packFaults(applied)]
  const looked =
    applied.product &&
    applied.priceChangeId === undefined &&
    applied.inProgramme !== true &&
    applied.reading.kind === 'read'
      ? [refusal('ProductNotInProgramme', { gtin: applied.reading.pack.gtin })]
      : []
  return [
    ...blocking.flatMap((one) => (one ? [{ refusal: one, blocks: true }] : [])),
    ...looked.map((one) => ({ refusal: one, blocks: false })),
  ]
}

/** The first thing that keeps it from being made; null where nothing does. */
export const refusedAs = (applied: Applied): Refusal | null =>
  concernsOf(applied).find(({ blocks }) => blocks)?.refusal ?? null

function codeFault(reading: PackReading): Refusal | null {
  if (reading.kind === 'refused')
    return refusal('CodeRefused', {
      gs1Fault: reading.faults[0]?.code ?? 'Empty',
      place: (reading.faults[0]?.at ?? 0) + 1,
      ai: reading.faults[0]?.ai ?? null,
    })
  return reading.kind === 'doubtful' ? refusal('CodeDoubtful', { count: reading.candidates.length }) : null
}

function saleFaults({ declaredSaleDate: date, today, saleDays }: Applied): (Refusal | null)[] {
  if (date === null) return []
  return [
    date > today ? refusal('SaleDateInFuture', { date }) : null,
    date < addDays(today, -saleDays) ? refusal('SaleDateTooEarly', { date, days: saleDays }) : null,
  ]
}

function packFaults({
  reading,
  product,
  appliedFor,
  priceChangeId,
  declaredSaleDate,
  today,
}: Applied): (Refusal | null)[] {
  if (reading.kind !== 'read') return []
  const { gtin, serial, expiry } = reading.pack
  return [
    product ? null : refusal('PackProductUnknown', { gtin }),
    product && priceChangeId === null ? refusal('PriceChangeMissing', { gtin }) : null,
    (declaredSaleDate ?? today) > expiry ? refusal('PackExpired', { expiry }) : null,
    appliedFor ? refusal('PackAppliedFor', { serial }) : null,
  ]
}

/** The code of a pack as it is printed, with identifiers in brackets and in the usual order. */
export const validCodeOf = ({ gtin, serial, expiry, lot }: Pack): string =>
  `(01)${gtin}(21)${serial}(17)${expiry.slice(2).replaceAll('-', '')}(10)${lot}`

/** What was typed, with separators that can be seen and kept in a workbook. */
export const shownCode = (typed: string): string =>
  Array.from(typed)
    .map((sign) => (sign === '\u001d' ? '␝' : sign < ' ' ? ' ' : sign))
    .join('')
    .trim()
    .slice(0, 1_000)
