// Orders as the systems of customers send them, for the demo: the same content in either format.

export type DemoDocument = {
  format: 'UBL' | 'EDIFACT'
  number: string
  /** `2026-11-23`. */
  date: string
  buyer: string
  shipTo: string
  seller: string
  requestedDate: string
  lines: readonly { code: string; name: string; quantity: string; unit: string }[]
}

export const documentText = (document: DemoDocument): Buffer =>
  Buffer.from(document.format === 'UBL' ? ubl(document) : edifact(document), 'utf8')

const space = (name: string) => `urn:oasis:names:specification:ubl:schema:xsd:${name}`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function ubl({ number, date, buyer, shipTo, seller, requestedDate, lines }: DemoDocument): string {
  const party = (element: string, code: string) =>
    `  <cac:${element}><cac:Party><cac:PartyIdentification><cbc:ID>${escaped(code)}</cbc:ID></cac:PartyIdentification></cac:Party></cac:${element}>`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Order xmlns="${space('Order-2')}" xmlns:cac="${space('CommonAggregateComponents-2')}" xmlns:cbc="${space('CommonBasicComponents-2')}">`,
    `  <cbc:UBLVersionID>2.1</cbc:UBLVersionID>`,
    `  <cbc:ID>${escaped(number)}</cbc:ID>`,
    `  <cbc:IssueDate>${date}</cbc:IssueDate>`,
    '  <cbc:DocumentCurrencyCode>TRY</cbc:DocumentCurrencyCode>',
    party('BuyerCustomerParty', buyer),
    party('SellerSupplierParty', seller),
    `  <cac:Delivery><cac:DeliveryLocation><cbc:ID>${escaped(shipTo)}</cbc:ID></cac:DeliveryLocation><cac:RequestedDeliveryPeriod><cbc:EndDate>${requestedDate}</cbc:EndDate></cac:RequestedDeliveryPeriod></cac:Delivery>`,
    ...lines.map(
      ({ code, name, quantity, unit }, at) =>
        `  <cac:OrderLine><cac:LineItem><cbc:ID>${at + 1}</cbc:ID><cbc:Quantity unitCode="${unit}">${quantity}</cbc:Quantity><cac:Item><cbc:Name>${escaped(name)}</cbc:Name><cac:SellersItemIdentification><cbc:ID>${escaped(code)}</cbc:ID></cac:SellersItemIdentification></cac:Item></cac:LineItem></cac:OrderLine>`,
    ),
    '</Order>',
    '',
  ].join('\n')
}

const released = (text: string): string => text.replaceAll(/[?+:']/g, (char) => `?${char}`)

function edifact({ number, date, buyer, shipTo, seller, requestedDate, lines }: DemoDocument): string {
  const day = (text: string) => text.replaceAll('-', '')
  const message = [
    `BGM+220+${released(number)}+9`,
    `DTM+137:${day(date)}:102`,
    `DTM+2:${day(requestedDate)}:102`,
    `NAD+BY+${released(buyer)}::91`,
    `NAD+SU+${released(seller)}::91`,
    `NAD+DP+${released(shipTo)}::91`,
    'CUX+2:TRY:9',
    ...lines.flatMap(({ code, name, quantity, unit }, at) => [
      `LIN+${at + 1}++${released(code)}:SA`,
      `IMD+F++:::${released(name)}`,
      `QTY+21:${quantity}:${unit === 'C62' ? 'PCE' : unit}`,
    ]),
    'UNS+S',
    `CNT+2:${lines.length}`,
  ]
  return [
    `UNA:+.? `,
    `UNB+UNOY:4+${released(buyer)}+${released(seller)}+${day(date).slice(2)}:0930+${day(date)}`,
    'UNH+1+ORDERS:D:96A:UN',
    ...message,
    `UNT+${message.length + 2}+1`,
    `UNZ+1+${day(date)}`,
  ]
    .map((segment) => `${segment}'\r\n`)
    .join('')
}
