import { ediLimits } from '@kervan/contract/order/edi'
import { EdiFault } from '../edi-fault.ts'
import {
  decimalOf,
  existingDay,
  limited,
  type EdiEntry,
  type EdiOrder,
  type EdiOrderLine,
  type EdiParty,
  type EdiPrice,
  type EdiProblem,
  type EdiRemark,
} from './edi-order.ts'
import { faultOr } from './edifact.ts'
import { all, find, readXml, textOf, type XmlElement } from '../xml.ts'

// Orders of UBL. What is understood and what is known to be harmless is listed here; whatever else stands in a document
// becomes a remark, and what is unclear about a place, a day or a quantity keeps its line from being ordered.

const orderSpace = 'urn:oasis:names:specification:ubl:schema:xsd:Order-2'
const envelopeSpace = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader'

/**
 * An order of UBL 2.1 (and 2.0, of which it is an extension), by itself or in the envelope of a StandardBusinessDocument;
 * or why it cannot be read, with what is known of it. Throws `EdiFault` for what is no order at all.
 */
export function readUblOrder(text: string): EdiEntry {
  const root = withoutEnvelope(readXml(text))
  if (root.name !== 'Order' || root.space !== orderSpace)
    throw new EdiFault('NotAnOrder', { found: root.name.slice(0, 40) })
  const order = faultOr(() => orderOf(root))
  if (!(order instanceof EdiFault)) return { order, fault: null }
  return { order: outlineOf(root), fault: { code: order.code, facts: order.facts } }
}

function withoutEnvelope(root: XmlElement): XmlElement {
  if (root.name !== 'StandardBusinessDocument' || root.space !== envelopeSpace) return root
  return root.children.find(({ name }) => name !== 'StandardBusinessDocumentHeader') ?? root
}

/** What is known of a document that cannot be read, if that is enough to answer it. */
function outlineOf(root: XmlElement): EdiOrder | null {
  const documentNumber = textOf(find(root, 'ID'))
  const buyer = buyerOf(root)
  if (documentNumber === null || buyer === null) return null
  return {
    ...partiesOf(root, buyer),
    documentNumber,
    documentDate: '',
    isOriginal: true,
    isTest: false,
    currency: null,
    contact: null,
    note: null,
    shipTo: null,
    requestedDate: null,
    lines: [],
  }
}

function buyerOf(root: XmlElement): EdiParty | null {
  const customer = find(root, 'BuyerCustomerParty')
  return partyOf(find(customer, 'Party'), [
    find(customer, 'SupplierAssignedAccountID'),
    find(customer, 'CustomerAssignedAccountID'),
  ])
}

function partiesOf(root: XmlElement, buyer: EdiParty) {
  const seller = partyOf(find(root, 'SellerSupplierParty', 'Party'))
  return {
    format: 'UBL' as const,
    sender: textOf(find(root, 'BuyerCustomerParty', 'Party', 'EndpointID')) ?? buyer.code,
    receiver: textOf(find(root, 'SellerSupplierParty', 'Party', 'EndpointID')) ?? seller?.code ?? null,
    interchange: null,
    buyer,
    seller,
  }
}

/** UNCL 1001 of orders that are placed as they stand. */
const orderKinds = ['220', '105', '224']

function orderOf(root: XmlElement): EdiOrder {
  const elements = all(root, 'OrderLine')
  if (elements.length === 0) throw new EdiFault('NoLines')
  if (elements.length > ediLimits.lines) throw new EdiFault('TooManyLines', { limit: ediLimits.lines })
  const buyer = buyerOf(root)
  if (!buyer) throw new EdiFault('FieldMissing', { field: 'BuyerCustomerParty/Party/PartyIdentification/ID' })
  const issued = find(root, 'IssueDate')
  if (textOf(issued) === null) throw new EdiFault('FieldMissing', { field: 'IssueDate' })
  const documentDate = dayOf(issued)
  if (documentDate === null)
    throw new EdiFault('NotADate', { line: issued?.line ?? 1, value: (textOf(issued) ?? '').slice(0, 40) })
  const buyerParty = find(root, 'BuyerCustomerParty', 'Party')
  const contact =
    find(buyerParty, 'Contact', 'Name') ?? find(root, 'BuyerCustomerParty', 'DeliveryContact', 'Name')
  const deliveries = all(root, 'Delivery')
  const [delivery = null] = deliveries
  const { day, problem } = requestedOf(delivery)
  const unclear = {
    day: problem,
    place:
      new Set(deliveries.map((one) => `${requestedOf(one).day} ${shipToOf(one)?.code}`)).size > 1
        ? splitDelivery
        : null,
  }
  const lines = elements.flatMap((line, index) => linesOf(line, index, unclear))
  if (lines.length > ediLimits.lines) throw new EdiFault('TooManyLines', { limit: ediLimits.lines })
  const kind = textOf(find(root, 'OrderTypeCode'))
  const until = find(root, 'ValidityPeriod', 'EndDate')
  const validUntil = dayOf(until)
  const { note, rest } = noteOf(root)
  const remarks = [
    ...others(root, knownOfOrder),
    ...(until !== null && validUntil === null ? [notRead(until)] : []),
    ...rest,
  ]
  return {
    ...partiesOf(root, buyer),
    documentNumber: textOf(find(root, 'ID')) ?? missing('ID'),
    documentDate,
    isOriginal: textOf(find(root, 'CopyIndicator')) !== 'true',
    isTest: false,
    ...(kind !== null && !orderKinds.includes(kind) && { otherKind: kind.slice(0, 10) }),
    ...(validUntil !== null && { validUntil }),
    ...(remarks.length > 0 && { remarks: limited(remarks) }),
    currency: textOf(find(root, 'DocumentCurrencyCode')),
    contact: textOf(contact),
    note,
    shipTo: shipToOf(delivery),
    requestedDate: day,
    lines,
  }
}

const splitDelivery: EdiProblem = { reason: 'SplitDelivery', facts: {} }

/** What of an order is read elsewhere here, or orders nothing else: references, parties that pay, sums, taxes. */
const knownOfOrder = new Set(
  `UBLExtensions UBLVersionID CustomizationID ProfileID ProfileExecutionID ID SalesOrderID CopyIndicator UUID IssueDate
  IssueTime OrderTypeCode Note DocumentCurrencyCode RequestedInvoiceCurrencyCode PricingCurrencyCode TaxCurrencyCode
  CustomerReference AccountingCost AccountingCostCode LineCountNumeric ValidityPeriod QuotationDocumentReference
  OriginatorDocumentReference CatalogueReference AdditionalDocumentReference Contract ProjectReference Signature
  BuyerCustomerParty SellerSupplierParty OriginatorCustomerParty AccountingCustomerParty Delivery TaxTotal PaymentMeans
  AnticipatedMonetaryTotal OrderLine`.split(/\s+/),
)
const knownOfLine = new Set(
  `ID SalesOrderID UUID Note LineStatusCode Quantity LineExtensionAmount TotalTaxAmount TaxTotal AccountingCost
  AccountingCostCode Price Item Delivery PartialDeliveryIndicator OriginatorParty PricingReference
  BackOrderAllowedIndicator InspectionMethodCode`.split(/\s+/),
)
const knownOfOuterLine = new Set(
  'Note LineItem DocumentReference CatalogueLineReference QuotationLineReference OrderLineReference'.split(
    ' ',
  ),
)
/** What makes the quantity of a line another one than it says. */
const unclearQuantities = ['MinimumQuantity', 'MaximumQuantity', 'SubLineItem']

const others = (element: XmlElement | null, known: ReadonlySet<string>): EdiRemark[] =>
  (element?.children ?? []).filter(({ name }) => !known.has(name)).map(notRead)

const notRead = (element: XmlElement): EdiRemark => ({
  code: 'NotRead',
  facts: { what: element.name.slice(0, 60), value: words(element).slice(0, 80) },
})

const words = (element: XmlElement): string =>
  [textOf(element), ...element.children.map(words)].filter(Boolean).join(' ')

/** The lines that an element stands for: one, or one for each of its places and days. */
function linesOf(
  line: XmlElement,
  index: number,
  unclear: { day: EdiProblem | null; place: EdiProblem | null },
): EdiOrderLine[] {
  const item = find(line, 'LineItem')
  const product = find(item, 'Item')
  const quantity = find(item, 'Quantity')
  const said = textOf(quantity)
  const number = said === null ? null : decimalOf(said)
  const problems: EdiProblem[] = []
  if (said !== null && number === null)
    problems.push({ reason: 'QuantityUnclear', facts: { value: said.slice(0, 40) } })
  for (const name of unclearQuantities) {
    const found = find(item, name)
    if (found)
      problems.push({ reason: 'QuantityUnclear', facts: { value: `${name} ${words(found)}`.slice(0, 60) } })
  }
  // UNCL 1229: a line that was taken out is none to order.
  if (['2', '7'].includes(textOf(find(item, 'LineStatusCode')) ?? ''))
    problems.push({ reason: 'QuantityUnclear', facts: { value: 'LineStatusCode' } })
  const remarks: EdiRemark[] = [
    ...[...all(line, 'Note'), ...all(item, 'Note')].flatMap((note): EdiRemark[] => {
      const text = textOf(note)
      return text === null ? [] : [{ code: 'Note', facts: { text: text.slice(0, noteLimit) } }]
    }),
    ...(textOf(find(item, 'PartialDeliveryIndicator')) === 'false'
      ? [{ code: 'WholeOnly' as const, facts: {} }]
      : []),
    ...others(line, knownOfOuterLine),
    ...others(item, knownOfLine).filter(({ facts }) => !unclearQuantities.includes(String(facts['what']))),
  ]
  const price = priceOf(item)
  const read: EdiOrderLine = {
    lineNumber: textOf(find(item, 'ID')) ?? String(index + 1),
    gtin: textOf(find(product, 'StandardItemIdentification', 'ID')),
    sellerCode: textOf(find(product, 'SellersItemIdentification', 'ID')),
    buyerCode: textOf(find(product, 'BuyersItemIdentification', 'ID')),
    description: textOf(find(product, 'Name')) ?? textOf(find(product, 'Description')),
    quantity: number ?? said?.slice(0, 40) ?? null,
    unit: quantity?.attributes['unitCode'] ?? null,
    requestedDate: null,
    ...(price && { price }),
  }
  const deliveries = all(item, 'Delivery')
  const parts = deliveries.length === 0 ? [null] : deliveries
  const shares = parts.map((one) => textOf(find(one, 'Quantity')))
  const sum = shares.reduce((total, share) => total + Number(share ?? Number.NaN), 0)
  // Several deliveries have to say how the quantity is divided.
  const isDivided = parts.length === 1 || sum === Number(number)
  return (isDivided ? parts : [null]).map((delivery, at) => {
    const { day, problem } = requestedOf(delivery)
    const place = shipToOf(delivery)
    const own = [
      ...problems,
      ...(problem ? [problem] : day === null && unclear.day ? [unclear.day] : []),
      ...(!isDivided || (place === null && unclear.place) ? [splitDelivery] : []),
    ]
    return {
      ...read,
      quantity: parts.length === 1 ? read.quantity : (shares[at] ?? read.quantity),
      requestedDate: day,
      ...(place && { place }),
      ...(own.length > 0 && { problems: own }),
      // Said once of the whole line.
      ...(at === 0 && remarks.length > 0 && { remarks: limited(remarks) }),
    }
  })
}

function priceOf(item: XmlElement | null): EdiPrice | null {
  const price = find(item, 'Price')
  const amount = decimalOf(textOf(find(price, 'PriceAmount')) ?? '')
  const per = decimalOf(textOf(find(price, 'BaseQuantity')) ?? '1')
  return amount && per && Number(per) > 0 ? { amount, per } : null
}

const noteLimit = 500

/** The notes of the document, as the order keeps them; what has no room there is left over. */
function noteOf(root: XmlElement): { note: string | null; rest: EdiRemark[] } {
  const texts = all(root, 'Note').flatMap((one) => textOf(one) ?? [])
  const kept = texts.filter((_, at) => texts.slice(0, at + 1).join('\n').length <= noteLimit)
  return {
    note: kept.join('\n') || null,
    rest: texts
      .filter((text) => !kept.includes(text))
      .map((text) => ({ code: 'Note', facts: { text: text.slice(0, noteLimit) } })),
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
  const address = find(location, 'Address') ?? find(delivery, 'DeliveryAddress')
  return (
    named(find(location, 'ID'), name) ??
    named(find(address, 'ID'), name) ??
    partyOf(find(delivery, 'DeliveryParty')) ??
    unnumbered(address, name)
  )
}

/** A place in words only goes by them, so that it is no known place and somebody says which is meant. */
function unnumbered(address: XmlElement | null, name: string | null): EdiParty | null {
  const parts = ['StreetName', 'AdditionalStreetName', 'BuildingNumber', 'PostalZone', 'CityName'].map(
    (part) => textOf(find(address, part)),
  )
  const said = [name, ...parts].filter((part) => part !== null).join(' ')
  return said === '' ? null : { code: said.slice(0, 35), isGln: false, name: said.slice(0, 100) }
}

function named(id: XmlElement | null, name: string | null): EdiParty | null {
  const code = textOf(id)
  return code === null ? null : { code, isGln: isGln(id), name }
}

const isGln = (id: XmlElement | null): boolean =>
  textOf(id) !== null && ['GLN', '0088'].includes(id?.attributes['schemeID'] ?? '')

/** The last day of the period that is asked for, else the first. */
function requestedOf(delivery: XmlElement | null): { day: string | null; problem: EdiProblem | null } {
  const period = find(delivery, 'RequestedDeliveryPeriod')
  const said = find(period, 'EndDate') ?? find(period, 'StartDate') ?? find(delivery, 'LatestDeliveryDate')
  const value = textOf(said)
  const day = dayOf(said)
  const isUnclear = value !== null && day === null
  return { day, problem: isUnclear ? { reason: 'DateUnclear', facts: { value: value.slice(0, 40) } } : null }
}

/** A date of XML Schema may name a time zone; the day is meant as it is written. Null for none. */
function dayOf(element: XmlElement | null): string | null {
  const [, year, month, day] =
    /^(\d{4})-(\d{2})-(\d{2})(?:Z|[+-]\d{2}:\d{2})?$/.exec(textOf(element) ?? '') ?? []
  return existingDay(Number(year), Number(month), Number(day))
}

function missing(field: string): never {
  throw new EdiFault('FieldMissing', { field })
}
