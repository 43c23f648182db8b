// Packages of the transfer system, as tests write them: XML of any shape, and the zip around it.
import { zipSync } from 'fflate'

export type Carrier = { label: string; type?: string; packs?: List[]; carriers?: Carrier[] }
type List = { gtin: string; lot: string; expiry: string; serials: string[]; attributes?: string }

const listOf = ({ gtin, lot, expiry, serials, attributes }: List): string =>
  `<productList ${attributes ?? `GTIN="${gtin}" lotNumber="${lot}" expirationDate="${expiry}"`}>${serials.map((serial) => `<serialNumber>${serial}</serialNumber>`).join('')}</productList>`

const carrierOf = ({ label, type = 'C', packs = [], carriers = [] }: Carrier): string =>
  `<carrier carrierLabel="${label}" containerType="${type}">${carriers.map(carrierOf).join('')}${packs.map(listOf).join('')}</carrier>`

type Over = {
  source?: string
  destination?: string
  action?: string
  number?: string
  date?: string
  /** What stands before the carriers. */
  before?: string
}

/** The XML of a transfer. */
export function transferXml(content: Carrier[] | string, over: Over = {}): string {
  const {
    source = '8699999000003',
    destination = '8689999200015',
    action = 'S',
    number = 'D-1',
    date = '2026-05-04',
    before = '',
  } = over
  const inside = typeof content === 'string' ? content : content.map(carrierOf).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>${before}<transfer><sourceGLN>${source}</sourceGLN><destinationGLN>${destination}</destinationGLN><actionType>${action}</actionType><documentNumber>${number}</documentNumber><documentDate>${date}</documentDate><version>1.3</version>${inside}</transfer>`
}

export const zipped = (...files: (string | Uint8Array)[]): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        files.map((content, at) => [
          `part${at}.xml`,
          typeof content === 'string' ? Buffer.from(content) : content,
        ]),
      ),
    ),
  )

export const listXml = listOf
