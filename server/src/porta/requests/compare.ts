import type { Compared } from '@kervan/contract/porta/discount-requests'
import type { RequestRejectReason } from '@kervan/contract/porta/words'
import { handSaleGln } from './score.ts'

// A request beside what its pictures and ITS say (DSC-011), and the reason that would follow from what differs
// (domain/pharma 1.5). Pure.

export type Applied = {
  gtin: string
  serialNumber: string
  lotNumber: string
  expiryDate: string
  pointOfSaleGln: string
  declaredSaleDate: string
  declarationId: string | null
}
/** Values of one source by the fields above; null where it does not tell one. */
export type Told = Readonly<Partial<Record<ComparedField, string | null>>>

export const comparedFields = [
  'gtin',
  'serialNumber',
  'lotNumber',
  'expiryDate',
  'pointOfSaleGln',
  'saleDate',
  'declarationId',
  'repaymentGln',
  'finalized',
] as const
export type ComparedField = (typeof comparedFields)[number]

/** One row for each field that anybody tells; `differs` where two of them tell other values. */
export function compare(applied: Applied, image: Told, its: Told): Compared[] {
  const own: Told = { ...applied, saleDate: applied.declaredSaleDate }
  return comparedFields.flatMap((field) => {
    const values = [own[field] ?? null, image[field] ?? null, its[field] ?? null] as const
    const told = values.filter((value) => value !== null)
    if (told.length === 0) return []
    const [first, ofImage, ofIts] = values
    return [{ field, applied: first, image: ofImage, its: ofIts, differs: new Set(told).size > 1 }]
  })
}

/** What ITS says of the pack beside the compared fields. */
export type ItsSays = {
  resultCode: string | null
  inApplicantsStock: boolean
  saleToGln: string | null
  payerGln: string | null
  finalized: boolean | null
}

/** The reason of rejection that the rules would give, the first that applies; null where none does. */
export function suggestedReason(
  compared: readonly Compared[],
  its: ItsSays | null,
): RequestRejectReason | null {
  const differs = (field: ComparedField) => compared.some((row) => row.field === field && row.differs)
  if (differs('gtin')) return 'GTINDoesNotMatch'
  if (differs('serialNumber')) return 'SerialNumberDoesNotMatch'
  if (differs('lotNumber')) return 'BatchNoDoesNotMatch'
  if (its?.inApplicantsStock) return 'NoSaleOnITS'
  if (differs('pointOfSaleGln')) return 'POSGLNDoesNotMatch'
  if (
    its &&
    its.saleToGln !== null &&
    (its.saleToGln === handSaleGln || (its.payerGln !== null && its.saleToGln !== its.payerGln))
  )
    return 'InvalidRepaymentGLN'
  if (differs('saleDate')) return 'InvalidRepaymentDate'
  if (its?.finalized === false) return 'PrescriptionNotFinalized'
  return differs('declarationId') ? 'DeclarationIDMismatch' : null
}
