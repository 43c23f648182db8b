import { dataKinds } from '@kervan/contract/data/data-log'
import type { KindAddress } from '../kit/master/kindAddresses.ts'
import { addressOfRecords } from './logEntry.ts'

/** The screen of every kind that stands in the data log. */
export function addressOfKind(kind: string): KindAddress | null {
  const known = dataKinds.find((one) => one === kind)
  return known ? addressOfRecords(known) : null
}
