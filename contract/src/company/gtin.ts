import { checkDigitOf } from '../registration/gln.ts'

/** A GTIN: 8, 12, 13 or 14 digits, the last of which checks the others (GS1 General Specifications 7.9). */
export function isGtin(text: string): boolean {
  return /^(\d{8}|\d{12,14})$/.test(text) && checkDigitOf(text.slice(0, -1)) === Number(text.at(-1))
}
