import type { PenaltyRule, PenaltyWeights } from '@kervan/contract/porta/penalties'
import type { PackState } from '@kervan/contract/porta/pack-states'

// Penalty scores of a request (DSC-014): two sums of points, each point with the rule that gave it and what the rule
// found. 0 is clean, 100 the most. Pure; source of rules: domain/pharma 6; what a
// rule weighs is the company's. No score decides by itself.

export type Points = {
  score: 'data' | 'its'
  rule: PenaltyRule
  points: number
  facts: Record<string, string | number>
}

/** What the rules look at. */
export type Scored = {
  /** Another request for the same pack: of another point of sale, or of the same one. */
  samePack: { of: 'other' | 'own'; request: string } | null
  /** A picture that looks the same as one of another request. */
  sameImage: { of: 'other' | 'own'; request: string } | null
  /** The id of the sale's notification: as read in the picture, and as ITS has it. */
  declaration: { read: string | null; isSure: boolean; its: string | null }
  declaredSaleDate: string
  /** Of the picture or of ITS, where one tells it. */
  knownSaleDate: string | null
  purchasedAt: string | null
  /** Packs of the same lot in other requests end on another day: that day. */
  otherExpiryOfLot: string | null
  inProgramme: boolean | null
  /** Whether a picture shows the pack; null where there is none. */
  imageShowsPack: boolean | null
  /** The program that a picture was edited with, where its file said so. */
  editedWith: string | null
  /** Requests of the point of sale in the last 30 days, and the median of its peers in the same city; null where it has too few. */
  volume: { count: number; median: number } | null
  /** What was repaired in the code (`PackNote`). */
  notes: readonly string[]
  its: ItsFacts | null
}

/** What the newest answer of ITS says. */
export type ItsFacts = {
  /** 00000 or another one of its five-digit codes. */
  resultCode: string | null
  packState: PackState | null
  ownerGln: string | null
  pointOfSaleGln: string
  /** Who sold it and to whom, where the movements tell it. */
  sale: { byGln: string | null; toGln: string } | null
  saleCancelled: boolean
  payerGln: string | null
}

/** The GLN that stands for a sale over the counter. */
export const handSaleGln = '0000000000000'

/** The points of a request, those of the data first; a rule that weighs nothing says nothing. */
export function penaltyPoints(of: Scored, weights: PenaltyWeights): Points[] {
  return [...dataRules(of), ...itsRule(of)].flatMap(([rule, facts]) =>
    weights[rule] === 0
      ? []
      : [
          {
            score: rule.startsWith('its') ? ('its' as const) : ('data' as const),
            rule,
            points: weights[rule],
            facts,
          },
        ],
  )
}

/** The two sums, each 100 at most. */
export function scoresOf(points: readonly Pick<Points, 'score' | 'points'>[]): { data: number; its: number } {
  const sum = (score: Points['score']) =>
    Math.min(
      100,
      points.reduce((all, one) => all + (one.score === score ? one.points : 0), 0),
    )
  return { data: sum('data'), its: sum('its') }
}

type Hit = [rule: PenaltyRule, facts: Points['facts']]

/** A volume that is out of the ordinary. */
const timesThePeers = 3

function dataRules(of: Scored): Hit[] {
  const { samePack, sameImage, inProgramme, imageShowsPack, otherExpiryOfLot, editedWith, volume, notes } = of
  const hits: (Hit | null)[] = [
    samePack && [samePack.of === 'other' ? 'samePackOther' : 'samePackOwn', { request: samePack.request }],
    sameImage && [
      sameImage.of === 'other' ? 'sameImageOther' : 'sameImageOwn',
      { request: sameImage.request },
    ],
    declarationRule(of),
    dateRule(of),
    of.purchasedAt !== null && of.purchasedAt > (of.knownSaleDate ?? of.declaredSaleDate)
      ? ['soldBeforeBought', { date: of.purchasedAt }]
      : null,
    otherExpiryOfLot === null ? null : ['expiryUnlikeLot', { date: otherExpiryOfLot }],
    inProgramme === true ? null : ['outsideProgramme', {}],
    imageShowsPack === false ? ['serialNotInImage', {}] : null,
    editedWith === null ? null : ['imageEdited', { program: editedWith }],
    volume !== null && volume.count > volume.median * timesThePeers ? ['volumeHigh', volume] : null,
    notes.includes('TurkishLayout') ? ['layoutRepaired', {}] : null,
    notes.includes('SeparatorLost') ? ['separatorLost', {}] : null,
    notes.includes('CapsLock') || notes.includes('Folded') ? ['caseRepaired', {}] : null,
  ]
  return hits.filter((hit) => hit !== null)
}

function declarationRule({ declaration: { read, isSure, its }, imageShowsPack }: Scored): Hit | null {
  if (read !== null && its !== null && read !== its) return ['declarationDiffers', { read, its }]
  if (read === null && its === null) return ['declarationMissing', {}]
  return read !== null && !isSure && imageShowsPack !== null && its === null
    ? ['declarationWeak', { read }]
    : null
}

function dateRule({ declaredSaleDate, knownSaleDate }: Scored): Hit | null {
  if (knownSaleDate === null) return null
  const days = Math.abs(daysBetween(declaredSaleDate, knownSaleDate))
  if (days === 0) return null
  const facts = { days, date: knownSaleDate }
  if (days > 15) return ['dateOffFar', facts]
  return [days > 3 ? 'dateOff' : 'dateOffNear', facts]
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** One finding at most: the worst that the newest answer of ITS allows. */
function itsRule({ its, imageShowsPack }: Scored): Hit[] {
  if (its === null) return [[imageShowsPack ? 'itsImageOnly' : 'itsNoAnswer', {}]]
  const code = its.resultCode ?? ''
  const facts = { code }
  if (['DeActivated', 'Exported', 'Waived'].includes(its.packState ?? '') || code === '10201')
    return [['itsGone', facts]]
  if (its.saleCancelled) return [['itsSaleCancelled', facts]]
  if (code === '10203') return [['itsInconsistent', facts]]
  if (its.sale) return saleRule(its.sale, its, facts)
  if (its.packState === 'Consumed') return [['itsSellerUnknown', facts]]
  if (its.ownerGln === its.pointOfSaleGln) return [['itsNotSold', facts]]
  return its.ownerGln === null
    ? [['itsNoAnswer', facts]]
    : [['itsOtherPharmacy', { ...facts, gln: its.ownerGln }]]
}

function saleRule(sale: NonNullable<ItsFacts['sale']>, its: ItsFacts, facts: Hit[1]): Hit[] {
  if (sale.byGln !== null && sale.byGln !== its.pointOfSaleGln)
    return [['itsSoldByOther', { ...facts, gln: sale.byGln }]]
  return sale.toGln === handSaleGln ? [['itsHandSale', facts]] : []
}
