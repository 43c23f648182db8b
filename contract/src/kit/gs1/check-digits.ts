/** A Global Location Number: 13 digits, the last of which checks the others (GS1 General Specifications 7.9). */
export function isGln(text: string): boolean {
  return /^\d{13}$/.test(text) && checkDigitOf(text.slice(0, -1)) === Number(text.at(-1))
}

/** The GS1 check digit of the digits before it: weights 3 and 1 in turn, beginning with 3 at the right. */
export function checkDigitOf(digits: string): number {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** A GTIN: 8, 12, 13 or 14 digits, the last of which checks the others (GS1 General Specifications 7.9). */
export function isGtin(text: string): boolean {
  return /^(\d{8}|\d{12,14})$/.test(text) && checkDigitOf(text.slice(0, -1)) === Number(text.at(-1))
}

/** A serial shipping container code: 18 digits, the last of which checks the others (GS1 General Specifications 7.9). */
export function isSscc(text: string): boolean {
  return /^\d{18}$/.test(text) && checkDigitOf(text.slice(0, -1)) === Number(text.at(-1))
}

/** A GTIN as it is compared: the zeros before it say nothing. */
export const plainGtin = (gtin: string): string => gtin.replace(/^0+/, '')

/** How a GTIN may be kept: as it is compared, and with zeros before it up to 14 digits. */
export function formsOfGtin(plain: string): string[] {
  return Array.from({ length: 15 - plain.length }, (_, zeros) => '0'.repeat(zeros) + plain)
}
