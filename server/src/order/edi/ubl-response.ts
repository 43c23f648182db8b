import type { EdiAnswer } from './answer.ts'
import type { EdiOrder, EdiParty } from './edi-order.ts'

/** UNCL 4343 for the document and 1229 for a line, as order responses of Peppol use them. */
const codes = { Accepted: 'AP', PartlyAccepted: 'CA', Refused: 'RE' } as const
const lineCodes = { Accepted: '5', Changed: '3', Refused: '7' } as const

/** The answer to an order of UBL: an OrderResponse of UBL 2.1, UTF-8. Elements stand in the order of its schema. */
export function writeOrderResponse(order: EdiOrder, answer: EdiAnswer): Buffer {
  const lines = answer.lines.map(
    (line) => `  <cac:OrderLine>
    <cac:LineItem>
${all([
  ['cbc:ID', line.lineNumber],
  ...line.notes.map((note) => ['cbc:Note', note] as const),
  ['cbc:LineStatusCode', lineCodes[line.verdict]],
])}      <cbc:Quantity unitCode="C62">${line.quantity}</cbc:Quantity>
${delivery(line)}      <cac:Item>
${all([['cbc:Name', line.description]], 8)}${identification('BuyersItemIdentification', line.buyerCode)}${identification('SellersItemIdentification', line.sellerCode)}${identification('StandardItemIdentification', line.gtin, ' schemeID="GTIN"')}      </cac:Item>
    </cac:LineItem>
  </cac:OrderLine>
`,
  )
  const { date, time } = answer
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<OrderResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:OrderResponse-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:UBLVersionID>2.1</cbc:UBLVersionID>
  <cbc:ID>${escaped(answer.number)}</cbc:ID>
  <cbc:IssueDate>${date}</cbc:IssueDate>
  <cbc:IssueTime>${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4, 6)}</cbc:IssueTime>
  <cbc:OrderResponseCode>${codes[answer.verdict]}</cbc:OrderResponseCode>
${all([...answer.notes.map((note) => ['cbc:Note', note] as const), ['cbc:DocumentCurrencyCode', order.currency]], 2)}  <cac:OrderReference>
    <cbc:ID>${escaped(order.documentNumber)}</cbc:ID>
  </cac:OrderReference>
${party('SellerSupplierParty', order.receiver, order.seller ?? { ...answer.seller, isGln: false })}${party('BuyerCustomerParty', order.sender, order.buyer)}${lines.join('')}</OrderResponse>
`)
}

function delivery({ place, deliveryDate }: EdiAnswer['lines'][number]): string {
  if (place === null && deliveryDate === null) return ''
  const where = place
    ? `        <cac:DeliveryLocation>
          <cbc:ID${place.isGln ? ' schemeID="GLN"' : ''}>${escaped(place.code)}</cbc:ID>
        </cac:DeliveryLocation>
`
    : ''
  const when = deliveryDate
    ? `        <cac:PromisedDeliveryPeriod>
          <cbc:EndDate>${deliveryDate}</cbc:EndDate>
        </cac:PromisedDeliveryPeriod>
`
    : ''
  return `      <cac:Delivery>\n${where}${when}      </cac:Delivery>\n`
}

function party(element: string, endpoint: string | null, { code, isGln, name }: EdiParty): string {
  const scheme = isGln ? ' schemeID="GLN"' : ''
  return `  <cac:${element}>
    <cac:Party>
${all([['cbc:EndpointID', endpoint]])}      <cac:PartyIdentification>
        <cbc:ID${scheme}>${escaped(code)}</cbc:ID>
      </cac:PartyIdentification>
${name === null ? '' : `      <cac:PartyName>\n        <cbc:Name>${escaped(name)}</cbc:Name>\n      </cac:PartyName>\n`}    </cac:Party>
  </cac:${element}>
`
}

function identification(element: string, code: string | null, scheme = ''): string {
  if (code === null) return ''
  return `        <cac:${element}>\n          <cbc:ID${scheme}>${escaped(code)}</cbc:ID>\n        </cac:${element}>\n`
}

/** Elements with a text, those without one left out. */
const all = (elements: readonly (readonly [string, string | null])[], indent = 6): string =>
  elements
    .map(([name, text]) =>
      text === null ? '' : `${' '.repeat(indent)}<${name}>${escaped(text)}</${name}>\n`,
    )
    .join('')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
