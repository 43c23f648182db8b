import type { DefaultTreeAdapterTypes } from 'parse5'
import type { ItsMovement } from '@kervan/contract/porta/its'
import { utcOffsetMinutes } from '../../kit/clock.ts'
import { MalformedAnswer } from './its-answers.ts'
import type { PackMovement } from './port.ts'

// Reading the pages on which stakeholders look at a pack. Whatever stands there that is not expected makes the page one
// that cannot be read: a column that moved must not become somebody's GLN.

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** What a page of movements says of a pack. `finalized` says of the sale whether its prescription is. */
export type MovementsPage = {
  lotNumber: string
  expiryDate: string
  ownerGln: string | null
  movements: (PackMovement & { finalized: boolean })[]
}

export type Page =
  | { kind: 'signIn'; problem: string | null }
  | { kind: 'unknownPack' }
  | { kind: 'movements'; page: MovementsPage }

const facts = {
  gtin: 'GTIN',
  serial: 'Seri No',
  lot: 'Parti No',
  expiry: 'Son Kullanma',
  owner: 'Sahibi',
} as const
const heads = {
  id: 'Bildirim No',
  at: 'Bildirim Tarihi',
  movement: 'İşlem',
  from: 'Gönderen GLN',
  to: 'Alıcı GLN',
  result: 'Sonuç',
  finalized: 'Sonlandırma',
} as const
const movements: Readonly<Record<string, ItsMovement>> = {
  Üretim: 'Production',
  Satış: 'Dispatch',
  'Satış iptal': 'DispatchCancel',
  Alım: 'Receipt',
  İade: 'Return',
  Devir: 'Transfer',
  'Devir iptal': 'TransferCancel',
  Deaktivasyon: 'Deactivation',
  İhracat: 'Export',
  Sarf: 'Consumption',
  'Eczane satış': 'Sale',
  'Eczane satış iptal': 'SaleCancel',
}

/** What a page is and says. `asked`: the pack that it has to be of. Throws `MalformedAnswer`. */
export async function readPage(
  html: string,
  asked: { gtin: string; serialNumber: string } | null,
): Promise<Page> {
  // Loaded when a page is read: most installations read none.
  const { parse } = await import('parse5')
  const document = parse(html)
  const problem = textOf(all(document, 'p').find((one) => attribute(one, 'class') === 'hata'))
  if (all(document, 'input').some((one) => attribute(one, 'type') === 'password'))
    return { kind: 'signIn', problem }
  if (problem !== null) return { kind: 'unknownPack' }
  const named = factsIn(document)
  if (asked && (named.gtin.padStart(14, '0') !== asked.gtin || named.serial !== asked.serialNumber))
    throw new MalformedAnswer('the page is of another pack')
  return {
    kind: 'movements',
    page: {
      lotNumber: named.lot,
      expiryDate: expecting(/^\d{4}-\d\d-\d\d$/, named.expiry, 'expiry date'),
      ownerGln: glnOf(named.owner),
      movements: rowsIn(document),
    },
  }
}

/** The terms of the list and what stands beside each. */
function factsIn(document: Node): Record<keyof typeof facts, string> {
  const terms = all(document, 'dt').map(textOf)
  const said = all(document, 'dd').map(textOf)
  if (terms.length !== said.length) throw new MalformedAnswer('the facts of the pack have holes')
  return mapValues(facts, (term) => {
    const at = terms.indexOf(term)
    const value = at < 0 || terms.lastIndexOf(term) !== at ? null : said[at]
    if (value === null || value === undefined) throw new MalformedAnswer(`${term} is missing`)
    return value
  })
}

function rowsIn(document: Node): MovementsPage['movements'] {
  const tables = all(document, 'table')
  const [table] = tables
  if (!table || tables.length > 1) throw new MalformedAnswer('not one table')
  const [head, ...rows] = all(table, 'tr').map((row) => row.childNodes.filter(isElement))
  const names = head?.map(textOf) ?? []
  const at = mapValues(heads, (name) => {
    const index = names.indexOf(name)
    if (index < 0 || names.lastIndexOf(name) !== index) throw new MalformedAnswer(`column ${name} is missing`)
    return index
  })
  return rows.map((cells) => {
    if (cells.length !== names.length || cells.some(({ tagName }) => tagName !== 'td'))
      throw new MalformedAnswer('a row has other columns than the head')
    const said = mapValues(at, (index) => textOf(cells[index]) ?? '')
    return {
      declarationId: expecting(/^\d{1,20}$/, said.id, heads.id),
      declaredAt: instantOf(said.at),
      movement: movements[said.movement] ?? expecting(/\S/, said.movement, heads.movement),
      fromGln: glnOf(said.from),
      toGln: glnOf(said.to),
      resultCode: expecting(/^[0-9A-Z]{5}$/, said.result, heads.result),
      finalized: finalizedOf(said.finalized),
    }
  })
}

const isElement = (node: Node): node is Element => 'tagName' in node

/** The elements of a name, from above to below. */
function all(node: Node, name: string): Element[] {
  const inside = 'childNodes' in node ? node.childNodes.flatMap((child) => all(child, name)) : []
  return isElement(node) && node.tagName === name ? [node, ...inside] : inside
}

const attribute = ({ attrs }: Element, name: string) => attrs.find((one) => one.name === name)?.value ?? null

/** The text of an element, blanks as one; null where there is no element. */
function textOf(node: Node | undefined): string | null {
  if (!node) return null
  const said = (one: Node): string =>
    'value' in one ? one.value : 'childNodes' in one ? one.childNodes.map(said).join('') : ''
  return said(node).replace(/\s+/g, ' ').trim()
}

function expecting(form: RegExp, text: string, name: string): string {
  if (!form.test(text)) throw new MalformedAnswer(`${name} is not as it should be`)
  return text
}

const glnOf = (text: string): string | null => (text === '' ? null : expecting(/^\d{13}$/, text, 'a GLN'))

function finalizedOf(text: string): boolean {
  expecting(/^(Evet|Hayır|)$/, text, heads.finalized)
  return text === 'Evet'
}

/** `28.11.2026 12:00:05` by the clock of Istanbul. */
function instantOf(text: string): string {
  expecting(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/, text, heads.at)
  const [day = '', month = '', year = ''] = text.slice(0, 10).split('.')
  const local = new Date(`${year}-${month}-${day}T${text.slice(11)}Z`)
  if (Number.isNaN(local.getTime())) throw new MalformedAnswer('a date is none')
  return new Date(local.getTime() - utcOffsetMinutes('Europe/Istanbul', local) * 60_000).toISOString()
}

function mapValues<K extends string, A, B>(
  record: Readonly<Record<K, A>>,
  as: (value: A) => B,
): Record<K, B> {
  return Object.fromEntries(Object.entries<A>(record).map(([key, value]) => [key, as(value)])) as Record<K, B>
}
