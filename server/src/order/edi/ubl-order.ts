import { ediLimits } from '@kervan/contract/order/edi'
import {
  EdiFault,
  existingDay,
  isDecimal,
  type EdiOrder,
  type EdiOrderLine,
  type EdiParty,
} from './edi-order.ts'
import { all, find, readXml, textOf, type XmlElement } from './xml.ts'

const orderSpace = 'urn:oasis:names:specification:ubl:schema:xsd:Order-2'

/** An order of UBL 2.1 (and 2.0, of which it is an extension). Throws `EdiFault`. */
export function readUblOrder(text: string): EdiOrder {
  const root = readXml(text)
  if (root.name !== 'Order' || root.space !== orderSpace)
    throw new EdiFault('NotAnOrder', { found: root.name.slice(0, 40) })
  const lines = all(root, 'OrderLine')
  if (lines.length === 0) throw new EdiFault('NoLines')
  if (lines.length > ediLimits.lines) throw new EdiFault('TooManyLines', { limit: ediLimits.lines })
  if (all(root, 'Delivery').length > 1) throw new EdiFault('SplitDelivery', { line: '–' })
  const customer = find(root, 'BuyerCustomerParty')
  const buyerParty = find(customer, 'Party')
  const buyer = partyOf(buyerParty, [
    find(customer, 'SupplierAssignedAccountID'),
    find(customer, 'CustomerAssignedAccountID'),
  ])
  if (!buyer) throw new EdiFault('FieldMissing', { field: 'BuyerCustomerParty/Party/PartyIdentification/ID' })
  const seller = partyOf(find(root, 'SellerSupplierParty', 'Party'))
  const contact =
    find(buyerParty, 'Contact', 'Name') ?? find(root, 'BuyerCustomerParty', 'DeliveryContact', 'Name')
  return {
    format: 'UBL',
    sender: textOf(find(buyerParty, 'EndpointID')) ?? buyer.code,
    receiver: textOf(find(root, 'SellerSupplierParty', 'Party', 'EndpointID')) ?? seller?.code ?? null,
    interchange: null,
    documentNumber: required(root, 'ID'),
    documentDate: dayOf(find(root, 'IssueDate')) ?? missing('IssueDate'),
    isOriginal: textOf(find(root, 'CopyIndicator')) !== 'true',
    isTest: false,
    currency: textOf(find(root, 'DocumentCurrencyCode')),
    contact: textOf(contact),
    note: textOf(find(root, 'Note')),
    buyer,
    seller,
    shipTo: shipToOf(find(root, 'Delivery')),
    requestedDate: requestedOf(find(root, 'Delivery')),
    lines: lines.map(lineOf),
  }
}

function lineOf(line: XmlElement, index: number): EdiOrderLine {
  const item = find(line, 'LineItem')
  const product = find(item, 'Item')
  const quantity = find(item, 'Quantity')
  const number = textOf(quantity)
  if (number !== null && !isDecimal(number))
    throw new EdiFault('NotANumber', { line: quantity?.line ?? line.line, value: number.slice(0, 40) })
  const lineNumber = textOf(find(item, 'ID')) ?? String(index + 1)
  const deliveries = all(item, 'Delivery')
  if (deliveries.length > 1 || deliveries.some((one) => shipToOf(one) !== null))
    throw new EdiFault('SplitDelivery', { line: lineNumber.slice(0, 40) })
  return {
    lineNumber,
    gtin: textOf(find(product, 'StandardItemIdentification', 'ID')),
    sellerCode: textOf(find(product, 'SellersItemIdentification', 'ID')),
    buyerCode: textOf(find(product, 'BuyersItemIdentification', 'ID')),
    description: textOf(find(product, 'Name')) ?? textOf(find(product, 'Description')),
    quantity: number,
    unit: quantity?.attributes['unitCode'] ?? null,
    requestedDate: requestedOf(find(item, 'Delivery')),
  }
}

/** A GLN, else the number that we gave to the customer, else what there is. */
function partyOf(party: XmlElement | null, accounts: readonly (XmlElement | null)[] = []): EdiParty | null {
  const ids = all(party, 'PartyIdentification').map((one) => find(one, 'ID'))
  const [ours = null, theirs = null] = accounts
  const offered = [ids.find((id) => isGln(id)), ours, ...ids, find(party, 'EndpointID'), theirs]
  return named(
    offered.find((id) => textOf(id ?? null) !== null) ?? null,
    textOf(find(party, 'PartyName', 'Name')),
  )
}

/** The place: by its own number, by the number of its address, or by who takes the goods. */
function shipToOf(delivery: XmlElement | null): EdiParty | null {
  const location = find(delivery, 'DeliveryLocation')
  const name = textOf(find(location, 'Name')) ?? textOf(find(delivery, 'DeliveryParty', 'PartyName', 'Name'))
  return (
    named(find(location, 'ID'), name) ??
    named(find(location, 'Address', 'ID'), name) ??
    partyOf(find(delivery, 'DeliveryParty')) ??
    unnumbered(find(location, 'Address'), name)
  )
}

/** A place in words only goes by them, so that it is no known place and somebody says which is meant. */
function unnumbered(address: XmlElement | null, name: string | null): EdiParty | null {
  const parts = ['StreetName', 'BuildingNumber', 'PostalZone', 'CityName'].map((part) =>
    textOf(find(address, part)),
  )
  const words = [name, ...parts].filter((part) => part !== null).join(' ')
  return words === '' ? null : { code: words.slice(0, 35), isGln: false, name: name ?? words.slice(0, 100) }
}

function named(id: XmlElement | null, name: string | null): EdiParty | null {
  const code = textOf(id)
  return code === null ? null : { code, isGln: isGln(id), name }
}

const isGln = (id: XmlElement | null): boolean =>
  textOf(id) !== null && ['GLN', '0088'].includes(id?.attributes['schemeID'] ?? '')

/** The last day of the period that is asked for, else the first. */
function requestedOf(delivery: XmlElement | null): string | null {
  const period = find(delivery, 'RequestedDeliveryPeriod')
  return dayOf(find(period, 'EndDate')) ?? dayOf(find(period, 'StartDate'))
}

function dayOf(element: XmlElement | null): string | null {
  const text = textOf(element)
  if (text === null) return null
  // A date of XML Schema may name a time zone; the day is meant as it is written.
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? []
  const found = existingDay(Number(year), Number(month), Number(day))
  if (found === null) throw new EdiFault('NotADate', { line: element?.line ?? 1, value: text.slice(0, 40) })
  return found
}

const required = (element: XmlElement, field: string): string =>
  textOf(find(element, field)) ?? missing(field)

function missing(field: string): never {
  throw new EdiFault('FieldMissing', { field })
}
