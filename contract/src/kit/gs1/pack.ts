import { isGtin } from './check-digits.ts'
import { dayOf } from './dates.ts'
import { separator, type Element, type Elements, type Gs1Fault } from './elements.ts'
import { formNotes, readForm } from './forms.ts'
import { recovered } from './recover.ts'
import { meantBy, typingNotes, type Meant, type Source, type TypingNote } from './typed.ts'

// The code of a pack of medicine: GTIN, serial number, last day of use and lot (ITS: identifiers 01, 21, 17, 10).

export const packNotes = [...typingNotes, ...formNotes, 'WholeMonth', 'SeparatorLost', 'Unchecked'] as const
export type PackNote = (typeof packNotes)[number]

export const packFaults = [
  'Empty',
  'OnlyGtin',
  'GtinMissing',
  'SerialMissing',
  'ExpiryMissing',
  'LotMissing',
] as const
export type PackFault = Omit<Gs1Fault, 'code'> & { code: Gs1Fault['code'] | (typeof packFaults)[number] }

export type Pack = {
  /** 14 digits. */
  gtin: string
  serial: string
  /** `yyyy-mm-dd`. */
  expiry: string
  lot: string
  /** Elements beside the four. */
  others: readonly { ai: string; value: string }[]
}

/** Why a reading stands before another one. */
export const reasons = ['AsTyped', 'UsualOrder', 'UsualSerial', 'UsualLot'] as const
export type Reason = (typeof reasons)[number]
export type PackCandidate = { pack: Pack; notes: readonly PackNote[]; reasons: readonly Reason[] }

/**
 * `read`: one reading is lawful; `notes` say what was repaired. `doubtful`: several are, the likeliest first. `refused`:
 * none is.
 */
export type PackReading =
  | { kind: 'read'; pack: Pack; notes: readonly PackNote[] }
  | { kind: 'doubtful'; candidates: readonly PackCandidate[] }
  | { kind: 'refused'; faults: readonly PackFault[] }

export type PackOptions = {
  /** Of four digits: the century of a date is the one nearest to it. */
  thisYear: number
  from?: Source
}

/** Reads the code of a pack in whatever form it arrives. */
export function readPack(typed: string, { thisYear, from = 'typed' }: PackOptions): PackReading {
  const meant = meantBy(typed, from)
  if (meant[0].marked.text === '') return refused('Empty')
  const digits = meant[0].marked.text.trim()
  if (/^(?:\d{8}|\d{12,14})$/.test(digits)) return refused(isGtin(digits) ? 'OnlyGtin' : 'CheckDigit')
  const [first, ...others] = meant.map((one) => readMeant(one, thisYear))
  const certain = first?.candidates ?? []
  const possible = others.flatMap(({ candidates }) => candidates.filter(isUsual))
  const candidates = distinct([...certain, ...possible])
  const [only] = candidates
  if (!only) return { kind: 'refused', faults: first?.faults ?? [] }
  if (candidates.length === 1) return { kind: 'read', pack: only.pack, notes: only.notes }
  return { kind: 'doubtful', candidates: ranked(candidates) }
}

const refused = (code: PackFault['code']): PackReading => ({
  kind: 'refused',
  faults: [{ code, at: 0, ai: null }],
})

type Found = { candidates: readonly PackCandidate[]; faults: readonly PackFault[] }

/** Strictly first; only where no separator stands anywhere they may all be lost. */
function readMeant({ marked, notes }: Meant, thisYear: number): Found {
  const { elements: read, notes: form } = readForm(marked, thisYear)
  const faults = [...read.faults, ...missing(read)]
  const said: PackNote[] = [...notes, ...form, ...(read.isUnchecked ? (['Unchecked'] as const) : [])]
  if (faults.length === 0)
    return { candidates: [candidateOf(read.elements, said, thisYear, notes)], faults: [] }
  if (form.length > 0 || marked.text.includes(separator)) return { candidates: [], faults }
  const candidates = recovered(marked, thisYear).map((elements) =>
    candidateOf(elements, [...said, 'SeparatorLost'], thisYear, notes),
  )
  return { candidates, faults: candidates.length > 0 ? [] : faults }
}

const needed = {
  '01': 'GtinMissing',
  '21': 'SerialMissing',
  '17': 'ExpiryMissing',
  '10': 'LotMissing',
} as const

/** What a pack has to have; told only where everything else was understood. */
function missing({ elements, faults }: Elements): PackFault[] {
  if (faults.length > 0) return []
  return Object.entries(needed)
    .filter(([ai]) => !elements.some((one) => one.ai === ai))
    .map(([ai, code]) => ({
      code,
      at: (elements.at(-1)?.at ?? 0) + (elements.at(-1)?.value.length ?? 0),
      ai,
    }))
}

function candidateOf(
  elements: readonly Element[],
  notes: readonly PackNote[],
  thisYear: number,
  typing: readonly TypingNote[],
): PackCandidate {
  const value = (ai: string) => elements.find((one) => one.ai === ai)?.value ?? ''
  const day = dayOf(value('17'), thisYear)
  const pack: Pack = {
    gtin: value('01'),
    serial: value('21'),
    expiry: day?.date ?? '',
    lot: value('10'),
    others: elements
      .filter(({ ai }) => !(ai in needed))
      .map(({ ai, value: other }) => ({ ai, value: other })),
  }
  const isAsTyped = !typing.some((note) => note === 'TurkishLayout' || note === 'CapsLock')
  const order = elements.map(({ ai }) => ai).join()
  return {
    pack,
    notes: day?.isWholeMonth ? [...notes, 'WholeMonth'] : notes,
    reasons: [
      ...(isAsTyped ? (['AsTyped'] as const) : []),
      ...(order.startsWith('01,21,17,10') ? (['UsualOrder'] as const) : []),
      ...(pack.serial.length >= 8 ? (['UsualSerial'] as const) : []),
      ...(pack.lot.length >= 3 && pack.lot.length <= 12 ? (['UsualLot'] as const) : []),
    ],
  }
}

/** ITS knows capitals and digits only; some lots have small letters and a sign between. Nothing else is guessed at. */
const isUsual = ({ pack }: PackCandidate): boolean =>
  /^[A-Z0-9./_-]+$/.test(pack.serial) && /^[A-Za-z0-9./_-]+$/.test(pack.lot)

/** Of two ways to the same pack the first, which had less to repair. */
function distinct(candidates: readonly PackCandidate[]): PackCandidate[] {
  const keys = candidates.map(({ pack }) => JSON.stringify(pack))
  return candidates.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}

/** Those as typed first, then by what speaks for them. */
const ranked = (candidates: readonly PackCandidate[]): PackCandidate[] =>
  candidates.toSorted(
    (a, b) =>
      Number(b.reasons.includes('AsTyped')) - Number(a.reasons.includes('AsTyped')) ||
      b.reasons.length - a.reasons.length,
  )
