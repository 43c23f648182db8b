import { z } from 'zod'

/**
 * A user name as it is looked up. User names are e-mail addresses: case makes no difference, and neither does the dot
 * of the i, since new names are ASCII and nobody else can own the other spelling. Every other letter keeps its identity:
 * what only looks like an ASCII letter (full-width, Kelvin sign, combining marks) stays what it is and reaches nobody (D23).
 */
export function foldUsername(username: string): string {
  return Array.from(username.trim(), foldLetter).join('')
}

function foldLetter(letter: string): string {
  if (letter === 'İ' || letter === 'ı') return 'i'
  const lower = letter.toLowerCase()
  return isAscii(lower) && !isAscii(letter) ? letter : lower
}

function isAscii(text: string): boolean {
  return /^[\u0000-\u007f]*$/.test(text)
}

/**
 * The name of a new user: an e-mail address in ASCII, so that no look-alike of an existing name can be made (USR-002,
 * D23). Existing names outside ASCII still sign in.
 */
export const NewUsername = z
  .email({
    pattern:
      /^[A-Za-z0-9](?:[A-Za-z0-9._%+'-]*[A-Za-z0-9_%+'-])?@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/,
  })
  .max(254)
  .refine((name) => !name.includes('..'))
