import type { personalKinds } from '@kervan/contract/porta/words'
import { isGln, isGtin } from '@kervan/contract/kit/gs1/check-digits'
import { around, median, type Box } from './pixels.ts'
import type { Word } from './recognise.ts'
import { editDistance } from '../../kit/lists/edit-distance.ts'

// Which of the words of a picture is what. A value is only taken where a label says what it is: a number without one is
// never guessed.

export const fieldNames = [
  'declarationId',
  'declaredAt',
  'gtin',
  'serialNumber',
  'pharmacyGln',
  'buyerGln',
  'lot',
  'expiryDate',
  'resultCode',
  'finalized',
] as const
export type FieldName = (typeof fieldNames)[number]
export type Found = { value: string; box: Box }

/** What is asked, beside the fields: labels that end the value before them, and those of what must not be there. */
type Label = FieldName | 'person' | 'nationalId' | 'other'

/** As they are folded: small letters and digits of ASCII. */
const labels: readonly (readonly [Label, ...string[]])[] = [
  ['declarationId', 'bildirimno', 'bildirimnumarasi', 'bildirimid', 'notificationid'],
  ['declaredAt', 'bildirimtarihi', 'bildirimzamani'],
  ['gtin', 'gtin', 'barkod', 'barkodgtin', 'urunbarkodu'],
  ['serialNumber', 'serino', 'serinumarasi'],
  ['pharmacyGln', 'eczanegln', 'gonderengln', 'saticigln'],
  ['buyerGln', 'alicigln', 'kurumgln', 'geriodemegln'],
  ['lot', 'partino', 'partinumarasi', 'lotno'],
  ['expiryDate', 'skt', 'sonkullanmatarihi', 'miad', 'miat'],
  ['resultCode', 'sonuc', 'sonuckodu', 'islemsonucu'],
  ['person', 'hastaadi', 'hastaadisoyadi', 'adisoyadi', 'adsoyad'],
  ['nationalId', 'tckimlikno', 'tckimlik', 'tckn', 'kimlikno'],
  [
    'other',
    'durum',
    'recetedurumu',
    'receteno',
    'recetetarihi',
    'urunadi',
    'aciklama',
    'islem',
    'bildirimturu',
  ],
]

/** Turkish letters without their marks, and nothing but letters and digits. */
export function folded(text: string): string {
  return text
    .replace(/[İIı]/g, 'i')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')
}

/** Letters that look alike become the same one. */
export function lookAlike(text: string): string {
  const alike: Record<string, string> = {
    O: '0',
    Q: '0',
    D: '0',
    I: '1',
    L: '1',
    S: '5',
    B: '8',
    Z: '2',
    G: '6',
  }
  return Array.from(text.toUpperCase(), (letter) => alike[letter] ?? letter).join('')
}

const asDigits = (text: string) => text.replace(/[OoQ]/g, '0').replace(/[Iıl|]/g, '1')
const month = /^(?:0[1-9]|1[0-2])$/

const writtenDay = /^(\d{2})[.,/-]?(\d{2})[.,/-]?(20\d{2})/

function asDay(text: string): string | null {
  const [, day = '', monthOfYear = '', year = ''] = writtenDay.exec(text) ?? []
  return month.test(monthOfYear) && Number(day) >= 1 && Number(day) <= 31
    ? `${year}-${monthOfYear}-${day}`
    : null
}

/** The value as it is compared, or null where the words are no such value. */
const readers: Readonly<Record<Exclude<FieldName, 'finalized'>, (text: string) => string | null>> = {
  declarationId: (text) => whole(/^\d{9,20}$/, asDigits(first(text))),
  declaredAt(text) {
    const said = clean(asDigits(text))
    const day = asDay(said)
    const [, hour, minute] = /^([01]\d|2[0-3])[:.;]([0-5]\d)/.exec(clean(said.replace(writtenDay, ''))) ?? []
    return day && hour && minute ? `${day}T${hour}:${minute}` : null
  },
  gtin: (text) => valid(isGtin, whole(/^\d{13,14}$/, asDigits(first(text))))?.padStart(14, '0') ?? null,
  serialNumber: (text) => whole(/^[A-Z0-9]{4,20}$/, first(text)),
  pharmacyGln: (text) => valid(isGln, asDigits(first(text))),
  buyerGln: (text) => valid(isGln, asDigits(first(text))),
  lot: (text) => whole(/^[A-Z0-9./-]{2,20}$/, first(text)),
  expiryDate: (text) => asDay(asDigits(first(text))),
  resultCode: (text) => whole(/^\d{5}$/, asDigits(first(text))),
}

/** The value of a field in a text, as it is compared; null where it is none. */
export const readValue = (name: FieldName, text: string): string | null =>
  name === 'finalized' ? finalizedIn(folded(text)) : readers[name](text)

/** Whether the prescription was finalized, or was not, in folded words; null where they say neither. */
function finalizedIn(said: string): string | null {
  if (/sonlandirilma(?:di|mis)/.test(said)) return 'false'
  return /sonlandiril(?:di|mis)/.test(said) ? 'true' : null
}

const clean = (text: string) => text.replace(/^[\s:;.,|[\](){}'"“”‘’_-]+|[\s:;.,|[\](){}'"“”‘’_-]+$/g, '')
const first = (text: string) => clean(clean(text).split(' ')[0] ?? '')
const whole = (pattern: RegExp, text: string) => (pattern.test(text) ? text : null)
const valid = (is: (text: string) => boolean, text: string | null) =>
  text !== null && is(text) ? text : null

type Row = { words: Word[]; y: number; height: number }

/** Words that stand beside each other, from left to right, the rows from top to bottom. */
function rowsOf(words: readonly Word[]): Row[] {
  const height = median(words.map(({ box }) => box.height))
  const rows: Row[] = []
  const middle = ({ box }: Word) => box.y + box.height / 2
  for (const word of words.toSorted((one, other) => middle(one) - middle(other))) {
    const last = rows.at(-1)
    if (last && middle(word) - last.y < height * 0.6) last.words.push(word)
    else rows.push({ words: [word], y: middle(word), height })
  }
  for (const row of rows) row.words.sort((one, other) => one.box.x - other.box.x)
  return rows
}

type Named = { label: Label; from: number; to: number; box: Box }

/** The labels in a row, the longest first where they overlap. */
function labelsIn({ words, height }: Row): Named[] {
  const found: (Named & { length: number; wrong: number })[] = []
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + 4); to++) {
      const some = words.slice(from, to)
      const isTogether = some.every(
        ({ box }, at) => at === 0 || box.x - (some[at - 1]!.box.x + some[at - 1]!.box.width) < height * 1.5,
      )
      if (!isTogether) break
      const text = folded(some.map((word) => word.text).join(''))
      for (const [label, ...names] of labels)
        for (const name of names) {
          const wrong = editDistance(text, name, 2)
          if (wrong <= (name.length > 8 ? 2 : name.length > 5 ? 1 : 0))
            found.push({
              label,
              from,
              to,
              box: around(some.map(({ box }) => box)),
              length: name.length,
              wrong,
            })
        }
    }
  const chosen: Named[] = []
  for (const one of found.toSorted((a, b) => a.wrong - b.wrong || b.length - a.length))
    if (chosen.every(({ from, to }) => one.to <= from || one.from >= to)) chosen.push(one)
  return chosen.toSorted((a, b) => a.from - b.from)
}

export type Reading = {
  fields: Partial<Record<FieldName, Found>>
  personal: { kind: (typeof personalKinds)[number]; box: Box }[]
}
/** How to tell the row of a table that is meant: by what is known of the pack, or by its dark background. */
export type Choosing = { serialNumber?: string | undefined; isDark: (box: Box) => boolean }

const tableFields = ['gtin', 'serialNumber', 'lot', 'expiryDate', 'resultCode'] as const
const isOfTable = (label: Label): label is (typeof tableFields)[number] =>
  (tableFields as readonly string[]).includes(label)

export function readFields(words: readonly Word[], choosing: Choosing): Reading {
  const rows = rowsOf(words)
  const named = rows.map(labelsIn)
  const fields: Reading['fields'] = {}
  const personal: Reading['personal'] = []
  rows.forEach((row, at) => {
    const own = named[at]!
    if (own.filter(({ label }) => isOfTable(label)).length >= 3)
      Object.assign(fields, { ...fields, ...readTable(rows, named, at, choosing) })
    else
      own.forEach((name, index) => {
        const beside = row.words.slice(name.to, own[index + 1]?.from ?? row.words.length)
        take(name.label, beside, fields, personal)
      })
    const said = folded(row.words.map(({ text }) => text).join(''))
    const finalized = finalizedIn(said)
    const word = row.words.find(({ text }) => folded(text).startsWith('sonlandiril'))
    if (finalized && word) fields.finalized ??= { value: finalized, box: word.box }
  })
  for (const { text, box } of words)
    if (isNationalId(asDigits(clean(text)))) personal.push({ kind: 'nationalId', box })
  return { fields, personal }
}

function take(
  label: Label,
  beside: readonly Word[],
  fields: Reading['fields'],
  personal: Reading['personal'],
): void {
  if (beside.length === 0 || label === 'other' || label === 'finalized') return
  if (label === 'person' || label === 'nationalId') {
    personal.push({
      kind: label === 'person' ? 'name' : 'nationalId',
      box: around(beside.map(({ box }) => box)),
    })
    return
  }
  // What is left of a border stands before the value by itself.
  const own = beside.slice(beside.findIndex(({ text }) => clean(text) !== ''))
  const words = own.slice(0, label === 'declaredAt' ? 3 : 1)
  const value = readValue(label, words.map(({ text }) => text).join(' '))
  if (value !== null) fields[label] ??= { value, box: around(words.map(({ box }) => box)) }
}

/** The row of the table that is meant; where several could be, what is the same in all of them. */
function readTable(
  rows: readonly Row[],
  named: readonly Named[][],
  head: number,
  choosing: Choosing,
): Reading['fields'] {
  const columns = named[head]!
  const candidates: { fields: Reading['fields']; isDark: boolean }[] = []
  for (let at = head + 1; at < rows.length && named[at]!.length < 2; at++) {
    const fields: Reading['fields'] = {}
    columns.forEach(({ label, box }, column) => {
      if (!isOfTable(label)) return
      const right = columns[column + 1]?.box.x ?? Infinity
      const cell = rows[at]!.words.filter((word) => {
        const middle = word.box.x + Math.min(word.box.width, 2 * word.box.height) / 2
        return middle > box.x - rows[at]!.height && middle < right - rows[at]!.height / 2
      })
      take(label, cell, fields, [])
    })
    if (fields.serialNumber ?? fields.gtin)
      candidates.push({
        fields,
        isDark: Object.values(fields).filter(({ box }) => choosing.isDark(box)).length >= 2,
      })
  }
  const known = choosing.serialNumber === undefined ? null : lookAlike(choosing.serialNumber)
  const same = candidates.filter(
    ({ fields }) => known !== null && fields.serialNumber && lookAlike(fields.serialNumber.value) === known,
  )
  const dark = candidates.filter(({ isDark }) => isDark)
  const chosen = [same, dark, candidates].find((some) => some.length === 1)
  return chosen?.[0]?.fields ?? sameInAll(candidates.map(({ fields }) => fields))
}

function sameInAll([first, ...others]: readonly Reading['fields'][]): Reading['fields'] {
  const same = tableFields.flatMap((name) => {
    const found = first?.[name]
    return found && others.every((other) => other[name]?.value === found.value)
      ? [[name, found] as const]
      : []
  })
  return Object.fromEntries(same)
}

/** Whether eleven digits pass the check of Turkish national ids. */
export function isNationalId(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text)) return false
  const each = Array.from(text, Number)
  const sum = (from: number) => [0, 2, 4, 6, 8].reduce((total, at) => total + (each[at + from] ?? 0), 0)
  const even = each[1]! + each[3]! + each[5]! + each[7]!
  const tenth = (((sum(0) * 7 - even) % 10) + 10) % 10
  return each[9] === tenth && each[10] === each.slice(0, 10).reduce((total, digit) => total + digit, 0) % 10
}
