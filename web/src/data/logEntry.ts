import type { dataLog } from '@kervan/contract/data/data-log'
import type { RowOf } from '@kervan/contract/kit/page'

type Kind = RowOf<typeof dataLog>['dataKind']

const locations = '/company/company-locations'
const products = '/company/company-products'
const mci = '/company/mass-customization-interface'

/** Where the changes of a kind are looked at, if that is not data management. */
const screenOf: Partial<Record<Kind, string>> = {
  location: locations,
  supplyRelation: locations,
  shippingBlock: locations,
  product: products,
  productVariant: products,
  productGroup: products,
  productLevel: products,
  color: products,
  stockLevel: products,
  mciEntity: mci,
  mciField: mci,
  quotaRule: '/services/service-settings',
  dailySale: '/services/service-settings',
  foreignProposal: '/services/service-settings',
  notificationContact: '/account/account-settings',
  user: '/account/account-settings',
  userLocation: '/account/account-settings',
}

/** The part of the screen, where it is not named after the kind. */
const partOf: Partial<Record<Kind, string>> = {
  notificationContact: 'contacts',
  user: 'users',
  userLocation: 'locations',
}

type Address = { to: string; search: Record<string, string> }

/** Where the records of a kind are: their screen and their part. */
export function addressOfRecords(kind: Kind): Address {
  return { to: screenOf[kind] ?? '/data/data-management', search: { part: partOf[kind] ?? kind } }
}

/** The address of an entry of the data log. */
export function addressOfChange(kind: Kind, changeId: string): Address {
  const { to, search } = addressOfRecords(kind)
  return { to, search: { ...search, change: changeId } }
}

/** The address of an entry of the IO log of MCI. */
export function addressOfMciFile(mciFileId: string): Address {
  return { to: mci, search: { part: 'mciFile', file: mciFileId } }
}
