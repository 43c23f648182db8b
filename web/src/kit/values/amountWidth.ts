/** How wide an amount stands in a cell, in px with its padding: digits are equally wide there, and wider than what parts them. */
export function amountWidth(amount: string): number {
  const digits = amount.replaceAll(/\D/g, '').length
  return Math.ceil(digits * 8.1 + (amount.length - digits) * 4 + 6) + 16
}
