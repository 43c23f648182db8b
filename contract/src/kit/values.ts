import { z } from 'zod'
import { withoutInvisible } from './characters.ts'

// Values as they travel: dates are ISO strings and decimals are strings, because a double cannot hold money.

/** A decimal with up to `places` digits after the point, as text: `"1284610.40"`. */
export function decimal(places: number, options: { negative?: boolean } = {}) {
  const sign = options.negative ? '-?' : ''
  return z.string().regex(new RegExp(`^${sign}\\d{1,15}(\\.\\d{1,${places}})?$`))
}

export const Money = decimal(4, { negative: true })
/** Pieces. Whole numbers only: packs are counted, not weighed. */
export const Quantity = z.int().min(1).max(999_999_999)
export const QuantityOrZero = z.int().min(0).max(999_999_999)
/** A day without time, in the company's time zone. */
export const DateOnly = z.iso.date()
/** A moment in UTC. */
export const Instant = z.iso.datetime({ offset: true })
/** A text a person typed; trimmed by the form, kept without invisible characters. `min` 0 makes it optional in spirit. */
export function text(max: number, min = 1) {
  return z
    .string()
    .overwrite(withoutInvisible)
    .min(min)
    .max(max)
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/)
}
/** A first or last name: something visible, on one line (it stands in mails, D25). */
export const PersonName = z
  .string()
  .overwrite(withoutInvisible)
  .max(80)
  .regex(/^[^\u0000-\u001f\u007f]*[^\s\u0000-\u001f\u007f][^\u0000-\u001f\u007f]*$/)
/** A name that a stranger gives for themselves: as `PersonName`, and nothing a mail program would make a link of. */
export const StrangersName = PersonName.regex(
  /^(?!.*(?:[/\\@<>]|:|www\.|\.(?:com|net|org|info|example)\b))/is,
)
/** A code users see, such as an order code. */
export const Code = z
  .string()
  .overwrite(withoutInvisible)
  .min(1)
  .max(64)
  .regex(/^[^\s\u0000-\u001f](?:[^\u0000-\u001f]*[^\s\u0000-\u001f])?$/)

/** Codes of several parts in one, `Marmara · Tuzla`; as a code otherwise. */
export const LongCode = z
  .string()
  .overwrite(withoutInvisible)
  .min(1)
  .max(400)
  .regex(/^[^\s\u0000-\u001f](?:[^\u0000-\u001f]*[^\s\u0000-\u001f])?$/)

/** A currency by its code of ISO 4217. */
export const CurrencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .refine((code) => Intl.supportedValuesOf('currency').includes(code))

export const languages = ['en', 'tr', 'de'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'

/** Whether a time zone is known where this runs. */
export const isTimeZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** What a user may choose instead of what the language writes; Iso is the specification's own (SHL-015). */
export const dateFormats = ['Iso', 'Dots', 'Slashes'] as const
