import type { UiPermission } from '@kervan/contract/access/words'
import type { FoundRecord } from '@kervan/contract/kit/found-record'
import { useRights } from '../call/rights.ts'
import type { FoundKinds } from './foundKinds.ts'

const areas = import.meta.glob<FoundKinds>('../../*/found.ts', { eager: true, import: 'found' })
export const foundKinds: FoundKinds = Object.assign({}, ...Object.values(areas))

/** Where records that were found open for this reader. */
export function useFoundAddresses() {
  const rights = useRights()
  const may = (permission: UiPermission) => rights.has(permission)
  return { may, addressOf: (record: FoundRecord) => foundKinds[record.kind]?.opens(record, may) ?? null }
}
