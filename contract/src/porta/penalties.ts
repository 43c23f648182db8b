import { keysOf } from '../kit/typed.ts'

// Rules of the penalty scores (DSC-014), and the points that each gives where a company says nothing else. Source: domain/pharma 6.

export const penaltyRules = {
  samePackOther: 80,
  samePackOwn: 20,
  sameImageOther: 60,
  sameImageOwn: 25,
  declarationDiffers: 40,
  declarationMissing: 10,
  declarationWeak: 5,
  dateOffFar: 30,
  dateOff: 15,
  dateOffNear: 5,
  soldBeforeBought: 40,
  expiryUnlikeLot: 25,
  outsideProgramme: 40,
  serialNotInImage: 30,
  imageEdited: 10,
  volumeHigh: 10,
  layoutRepaired: 5,
  separatorLost: 3,
  caseRepaired: 2,
  itsNoAnswer: 15,
  itsImageOnly: 10,
  itsNotSold: 50,
  itsSellerUnknown: 40,
  itsInconsistent: 60,
  itsHandSale: 70,
  itsOtherPharmacy: 80,
  itsSoldByOther: 90,
  itsSaleCancelled: 80,
  itsGone: 100,
} as const
export type PenaltyRule = keyof typeof penaltyRules
export const penaltyRuleNames = keysOf(penaltyRules)
/** Points by rule, 0 to 100; with 0 a rule says nothing. */
export type PenaltyWeights = Readonly<Record<PenaltyRule, number>>
