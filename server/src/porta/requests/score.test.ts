import { describe, expect, it } from 'vitest'
import { penaltyRules } from '@kervan/contract/porta/penalties'
import { compare, suggestedReason } from './compare.ts'
import { penaltyPoints, scoresOf, type Scored } from './score.ts'

const gln = '8689999100018'
const payer = '8689999900007'
const clean: Scored = {
  samePack: null,
  sameImage: null,
  declaration: { read: '100000000017', isSure: true, its: '100000000017' },
  declaredSaleDate: '2026-11-20',
  knownSaleDate: '2026-11-20',
  purchasedAt: '2026-11-01',
  otherExpiryOfLot: null,
  inProgramme: true,
  imageShowsPack: true,
  editedWith: null,
  volume: { count: 9, median: 3 },
  notes: [],
  its: {
    resultCode: '60004',
    packState: 'Consumed',
    ownerGln: gln,
    pointOfSaleGln: gln,
    sale: { byGln: gln, toGln: payer },
    saleCancelled: false,
    payerGln: payer,
  },
}
const its = (over: Partial<NonNullable<Scored['its']>>) => ({ its: { ...clean.its!, ...over } })

describe('[DSC-014] penalty scores', () => {
  it('a request that everything agrees with has none', () => {
    expect(penaltyPoints(clean, penaltyRules)).toEqual([])
  })

  // Points by domain/pharma section 6.
  it.each<[string, Partial<Scored>, { data?: number; its?: number }]>([
    ['the same pack by another point of sale', { samePack: { of: 'other', request: 'DR-1' } }, { data: 80 }],
    ['the same pack by the same one', { samePack: { of: 'own', request: 'DR-1' } }, { data: 20 }],
    ['a picture of another point of sale', { sameImage: { of: 'other', request: 'DR-1' } }, { data: 60 }],
    ['a picture used before', { sameImage: { of: 'own', request: 'DR-1' } }, { data: 25 }],
    ['another declaration id', { declaration: { read: '1', isSure: true, its: '2' } }, { data: 40 }],
    ['no declaration id', { declaration: { read: null, isSure: false, its: null } }, { data: 10 }],
    ['a weak reading', { declaration: { read: '1', isSure: false, its: null } }, { data: 5 }],
    ['a day off', { knownSaleDate: '2026-11-19' }, { data: 5 }],
    ['three days off', { knownSaleDate: '2026-11-23' }, { data: 5 }],
    ['four days off', { knownSaleDate: '2026-11-24' }, { data: 15 }],
    ['fifteen days off', { knownSaleDate: '2026-11-05' }, { data: 15 }],
    ['sixteen days off', { knownSaleDate: '2026-11-04' }, { data: 30 }],
    ['sold before it was bought', { purchasedAt: '2026-11-21' }, { data: 40 }],
    ['an expiry unlike the lot', { otherExpiryOfLot: '2028-01-31' }, { data: 25 }],
    ['a product outside the programme', { inProgramme: null }, { data: 40 }],
    ['a picture without the pack', { imageShowsPack: false }, { data: 30 }],
    ['a code with three repairs', { notes: ['TurkishLayout', 'SeparatorLost', 'CapsLock'] }, { data: 10 }],
    ['no answer', { its: null, imageShowsPack: null }, { its: 15 }],
    ['evidence by a picture only', { its: null }, { its: 10 }],
    ['in the applicant’s stock', its({ packState: 'ReadyToSell', sale: null }), { its: 50 }],
    ['consumed, seller unknown', its({ sale: null }), { its: 40 }],
    ['inconsistent', its({ resultCode: '10203', sale: null }), { its: 60 }],
    ['a hand sale', its({ sale: { byGln: gln, toGln: '0000000000000' } }), { its: 70 }],
    [
      'at another pharmacy',
      its({ packState: 'ReadyToSell', sale: null, ownerGln: '8689999100025' }),
      { its: 80 },
    ],
    ['sold by another one', its({ sale: { byGln: '8689999100025', toGln: payer } }), { its: 90 }],
    ['a sale that was cancelled', its({ saleCancelled: true }), { its: 80 }],
    ['a picture that a program for editing has saved', { editedWith: 'GIMP' }, { data: 10 }],
    ['more than three times what is usual in the city', { volume: { count: 10, median: 3 } }, { data: 10 }],
    ['deactivated', its({ packState: 'DeActivated', sale: null }), { its: 100 }],
  ])('%s', (_, over, expected) => {
    expect(scoresOf(penaltyPoints({ ...clean, ...over }, penaltyRules))).toEqual({
      data: 0,
      its: 0,
      ...expected,
    })
  })

  it('add up to a hundred at most, each with its rule and what it found', () => {
    const points = penaltyPoints(
      { ...clean, samePack: { of: 'other', request: 'DR-000007' }, inProgramme: false },
      penaltyRules,
    )
    expect(points).toMatchObject([
      { rule: 'samePackOther', points: 80, facts: { request: 'DR-000007' } },
      { rule: 'outsideProgramme', points: 40 },
    ])
    expect(scoresOf(points).data).toBe(100)
  })
})

it('[DSC-014] a company says what a rule weighs; with nothing it says nothing', () => {
  const weights = { ...penaltyRules, samePackOther: 35, outsideProgramme: 0 }
  const points = penaltyPoints(
    { ...clean, samePack: { of: 'other', request: 'DR-000007' }, inProgramme: false },
    weights,
  )
  expect(points).toMatchObject([{ rule: 'samePackOther', points: 35 }])
})

describe('[DSC-011] what differs, and the reason that would follow', () => {
  const applied = {
    gtin: '08689999001018',
    serialNumber: 'A1',
    lotNumber: 'L1',
    expiryDate: '2028-01-31',
    pointOfSaleGln: gln,
    declaredSaleDate: '2026-11-20',
    declarationId: null,
  }
  const says = {
    resultCode: '60004',
    inApplicantsStock: false,
    saleToGln: payer,
    payerGln: payer,
    finalized: true,
  }

  it('is nothing where all sources agree', () => {
    const rows = compare(applied, { serialNumber: 'A1' }, { lotNumber: 'L1', pointOfSaleGln: gln })
    expect(rows.some(({ differs }) => differs)).toBe(false)
    expect(suggestedReason(rows, says)).toBeNull()
  })

  it.each([
    [{ gtin: '08699999002021' }, {}, {}, 'GTINDoesNotMatch'],
    [{ serialNumber: 'A2' }, {}, {}, 'SerialNumberDoesNotMatch'],
    [{}, { lotNumber: 'L2' }, {}, 'BatchNoDoesNotMatch'],
    [{}, {}, { inApplicantsStock: true }, 'NoSaleOnITS'],
    [{}, { pointOfSaleGln: '8689999100025' }, {}, 'POSGLNDoesNotMatch'],
    [{}, {}, { saleToGln: '0000000000000' }, 'InvalidRepaymentGLN'],
    [{}, { saleDate: '2026-11-18' }, {}, 'InvalidRepaymentDate'],
    [{}, {}, { finalized: false }, 'PrescriptionNotFinalized'],
    [{ declarationId: '1' }, { declarationId: '2' }, {}, 'DeclarationIDMismatch'],
  ] as const)('%o %o %o', (image, told, over, reason) => {
    expect(suggestedReason(compare(applied, image, told), { ...says, ...over })).toBe(reason)
  })
})
