import { createHash } from 'node:crypto'
import { exact, hundred, sumOf } from '@kervan/contract/lma/exact'

// Condition records for SAP (domain/fuel 5): the flat file and the IDoc are written from the same rows, and nothing but
// these goes into them, so that a batch has the same bytes each time.

export type SapRow = {
  condition: string
  table: string
  salesOrganization: string
  plant: string
  material: string
  vendor: string
  validFrom: string
  /** With two digits, for `per` units. */
  amount: string
  currency: 'USD' | 'TRY'
  per: string
  /** The item that the row is of. */
  reference: string
}
export type SapBatch = {
  company: string
  number: number
  day: string
  madeAt: Date
  formulaVersion: string
  rows: readonly SapRow[]
}

const application = 'V'
const lastDay = '99991231'
const compact = (day: string): string => day.replaceAll('-', '')
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** Four digits of a price in $/M3 are kept by giving it for 100 M3, because SAP keeps two. */
export const perHundred = (price: string): string => exact(price).times(hundred).toFixed(2)

export const flatFileName = ({ company, day, number }: SapBatch): string =>
  `YT04_${company}_${compact(day)}_${number}.csv`

/** UTF-8 without a mark, lines end with CR LF. The hash of the last line is of all lines before it. */
export function flatFile(batch: SapBatch): string {
  const head = ['H', 'LMA', 'YT04', batch.number, batch.madeAt.toISOString(), batch.formulaVersion].join(';')
  const lines = batch.rows.map((row, at) =>
    [
      'D',
      String(at + 1).padStart(6, '0'),
      application,
      row.condition,
      row.table,
      row.salesOrganization,
      row.plant,
      row.material,
      row.vendor,
      compact(row.validFrom),
      lastDay,
      row.amount,
      row.currency,
      row.per,
      'M3',
      'C',
      'I',
      row.reference,
    ].join(';'),
  )
  const above = [head, ...lines].map((line) => `${line}\r\n`).join('')
  const total = sumOf(batch.rows.map(({ amount }) => exact(amount))).toFixed(2)
  return `${above}T;${batch.rows.length};${total};${sha256(above)}\r\n`
}

/** COND_A: one IDoc for each condition, table and key, with the same rows. */
export function idocFile(batch: SapBatch): string {
  const keyOf = (row: SapRow) =>
    [row.condition, row.table, row.salesOrganization, row.plant, row.material, row.vendor].join('|')
  const idocs = [...Map.groupBy(batch.rows, keyOf).values()].map((rows, at) => idoc(batch, rows, at + 1))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<COND_A04>\n${idocs.join('')}</COND_A04>\n`
}

function idoc(batch: SapBatch, rows: readonly SapRow[], at: number): string {
  const [first] = rows
  if (!first) return ''
  const key = `${first.salesOrganization.padEnd(4)}${first.plant.padEnd(4)}${first.material.padEnd(18)}${first.vendor}`
  const conditions = rows
    .map(
      (row) =>
        `<E1KONH SEGMENT="1">${tag('DATAB', compact(row.validFrom))}${tag('DATBI', lastDay)}<E1KONP SEGMENT="1">${tag('KSCHL', row.condition)}${tag('KRECH', 'C')}${tag('KBETR', row.amount)}${tag('KONWA', row.currency)}${tag('KPEIN', row.per)}${tag('KMEIN', 'M3')}</E1KONP></E1KONH>`,
    )
    .join('')
  return `<IDOC BEGIN="1"><EDI_DC40 SEGMENT="1">${tag('DOCNUM', `${batch.number}${String(at).padStart(6, '0')}`)}${tag('IDOCTYP', 'COND_A04')}${tag('MESTYP', 'COND_A')}</EDI_DC40><E1KOMG SEGMENT="1">${tag('KVEWE', 'A')}${tag('KOTABNR', first.table)}${tag('KAPPL', application)}${tag('KSCHL', first.condition)}${tag('VAKEY', key)}${tag('VKORG', first.salesOrganization)}${tag('WERKS', first.plant)}${tag('MATNR', first.material)}${tag('LIFNR', first.vendor)}${conditions}</E1KOMG></IDOC>\n`
}

const tag = (name: string, value: string): string =>
  `<${name}>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</${name}>`

type Acknowledgement = { number: number; taken: boolean; words: string }

/** Reads `ACK;<batch>;OK|ERR;<line>;<text>`; null for anything else. */
export function readAcknowledgement(text: string): Acknowledgement | null {
  const line = text.replace(/^\u{feff}/u, '').split(/\r?\n/)[0] ?? ''
  const found = /^ACK;(\d{1,9});(OK|ERR);(\d{0,6});(.{0,250})$/.exec(line)
  if (!found) return null
  const [, number = '', verdict, row = '', words = ''] = found
  return { number: Number(number), taken: verdict === 'OK', words: [row, words].filter(Boolean).join(': ') } // no price
}
