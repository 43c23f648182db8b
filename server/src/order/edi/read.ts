import { ediLimits } from '@kervan/contract/order/edi'
import { EdiFault } from '../edi-fault.ts'
import type { EdiEntry } from './edi-order.ts'
import { faultOr, looksLikeEdifact } from './edifact.ts'
import { readEdifactOrders } from './edifact-orders.ts'
import { readUblOrder } from './ubl-order.ts'

/**
 * The documents of a received file, in whichever of the formats it is (ORD-023): one of UBL, one or several of EDIFACT.
 * Each is an order or has a fault of its own; a file that cannot be read as a whole is one document with its fault.
 */
export function readEdi(bytes: Uint8Array): EdiEntry[] {
  const entries = faultOr(() => entriesOf(bytes))
  if (!(entries instanceof EdiFault)) return entries
  return [{ order: null, fault: { code: entries.code, facts: entries.facts } }]
}

function entriesOf(bytes: Uint8Array): EdiEntry[] {
  if (bytes.byteLength === 0) throw new EdiFault('Empty')
  if (bytes.byteLength > ediLimits.bytes)
    throw new EdiFault('TooLarge', { limit: ediLimits.bytes / 1_048_576 })
  if (looksLikeEdifact(bytes)) return readEdifactOrders(bytes)
  return [readUblOrder(xmlText(bytes))]
}

/** UBL is UTF-8, and says so or says nothing; the declaration of other encodings is refused instead of misread. */
function xmlText(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  if (!/^(\u00ef\u00bb\u00bf)?\s*</.test(head)) throw new EdiFault('UnknownFormat')
  const declared = /^[^>]*encoding=["']([\w.-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
  const encoding = readable.get(declared)
  if (!encoding) throw new EdiFault('Encoding', { encoding: declared })
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new EdiFault('Encoding', { encoding: declared })
  }
}

const readable = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['iso-8859-1', 'iso-8859-1'],
  ['iso-8859-9', 'iso-8859-9'],
  ['windows-1254', 'windows-1254'],
])
