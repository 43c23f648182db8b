import type { ItsProblem } from '@kervan/contract/porta/its'

// Reading what the services of ITS answer. Clients disagree on the case of keys, and documents on underscores, so keys are
// compared without either. A fault is told by its body, whatever the HTTP status.

export type ItsFault = { code: string; problem: ItsProblem }

/** The answer is not what the protocol has: no JSON, or without what was asked for. */
export class MalformedAnswer extends Error {
  constructor(why: string) {
    super(`the answer of ITS cannot be read: ${why}`)
    this.name = 'MalformedAnswer'
  }
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const plain = (key: string) => key.replaceAll('_', '').toLowerCase()

/** The value under a key in any spelling: `notificationid`, `notification_id`, `NOTIFICATIONID`. */
export function fieldOf(fields: Fields, name: string): unknown {
  const wanted = plain(name)
  for (const [key, value] of Object.entries(fields)) if (plain(key) === wanted) return value
  return undefined
}

/** A text, or a number as its digits; anything else is empty. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

/** Codes are five characters, also where somebody sends them as numbers and lost the zeros before them. */
const codeOf = (value: unknown): string => {
  const text = textOf(value)
  return /^\d{1,5}$/.test(text) ? text.padStart(5, '0') : text
}

/** Throws `MalformedAnswer`. */
export function readJson(body: string): Fields {
  try {
    const value: unknown = JSON.parse(body)
    if (isFields(value)) return value
  } catch {
    throw new MalformedAnswer('no JSON')
  }
  throw new MalformedAnswer('no object')
}

const system = new Set(['10008', '10206', '11002'])
const busy = new Set(['11005'])
const signIn = new Set(['11023', '11039'])
const rights = new Set(['11001', '11003', '11021', '11901', '11904'])
/** GTIN, serial number, lot or expiry date of a pack are not as ITS wants them. */
const data = new Set(['11004', '11012', '11013', '11016', '11031', '11032', '11035', '11036', '11037'])

/** Why a code says nothing of the pack; null for one that does, which includes every code that is not known. */
export function problemOfCode(code: string): ItsProblem | null {
  if (busy.has(code)) return 'Busy'
  if (signIn.has(code)) return 'SignInRefused'
  if (rights.has(code)) return 'NotAllowed'
  if (data.has(code)) return 'Refused'
  return system.has(code) ? 'Unavailable' : null
}

/** The fault that a body tells, of the whole call; null where it is an answer. */
export function faultIn(fields: Fields): ItsFault | null {
  const code = codeOf(fieldOf(fields, 'fc') ?? fieldOf(fields, 'faultCode'))
  if (code === '') return null
  return { code, problem: problemOfCode(code) ?? 'NotAllowed' }
}

/** Whether a body that came with a server fault is an answer all the same: a fault about what was asked, and not about the system. */
export function isAnswerAllTheSame(body: string): boolean {
  try {
    const fault = faultIn(readJson(body))
    return fault !== null && fault.problem !== 'Unavailable'
  } catch {
    return false
  }
}

/** The token of a sign-in. Throws `MalformedAnswer`. */
export function tokenIn(fields: Fields): string {
  const token = textOf(fieldOf(fields, 'token'))
  if (token === '') throw new MalformedAnswer('no token')
  return token
}

export type PackResult = { gtin: string; sn: string; code: string; gln1: string | null; gln2: string | null }

/** The packs of an answer under the name of their list. Throws `MalformedAnswer`. */
export function packsIn(fields: Fields, list: 'responseObjectList' | 'productList'): PackResult[] {
  const entries = fieldOf(fields, list)
  if (!Array.isArray(entries)) throw new MalformedAnswer(`no ${list}`)
  return entries.map((entry: unknown) => {
    if (!isFields(entry)) throw new MalformedAnswer(`an entry of ${list} is no object`)
    const code = codeOf(fieldOf(entry, 'uc'))
    if (!/^[0-9A-Z]{5}$/i.test(code)) throw new MalformedAnswer('no result code')
    return {
      gtin: textOf(fieldOf(entry, 'gtin')).padStart(14, '0'),
      sn: textOf(fieldOf(entry, 'sn')),
      code,
      gln1: glnOf(fieldOf(entry, 'gln1')),
      gln2: glnOf(fieldOf(entry, 'gln2')),
    }
  })
}

const glnOf = (value: unknown): string | null => (/^\d{13}$/.test(textOf(value)) ? textOf(value) : null)
