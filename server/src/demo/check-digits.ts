/** The GS1 check digit of the digits before it: weights 3 and 1 from the right. */
export function checkDigit(digits: string): number {
  const sum = Array.from(digits).toReversed().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** 13 digits: the Turkish prefix, the company's number, the place's number, the check digit. */
export function glnOf(company: number, place: number): string {
  const digits = `868${String(9_900 + company).padStart(4, '0')}${String(place).padStart(5, '0')}`
  return `${digits}${checkDigit(digits)}`
}

/** 14 digits, as drugs carry it: a GTIN-13 with a zero before it. */
export function gtinOf(company: number, item: number): string {
  const digits = `0868${String(9_900 + company).padStart(4, '0')}${String(item).padStart(5, '0')}`
  return `${digits}${checkDigit(digits)}`
}
