import { checkDigitOf } from '@kervan/contract/kit/gs1/check-digits'

/** 13 digits: the Turkish prefix, the company's number, the location's number, the check digit. */
export function glnOf(company: number, location: number): string {
  const digits = `868${String(9_900 + company).padStart(4, '0')}${String(location).padStart(5, '0')}`
  return `${digits}${checkDigitOf(digits)}`
}
