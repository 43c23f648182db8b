import { dataKinds } from '@kervan/contract/data/data-log'
import type { NoticeAddresses } from '../kit/page/noticeAddresses.ts'
import { addressOfChange } from './logEntry.ts'

/** Where notices of changes of master data open. */
export const noticeAddresses: NoticeAddresses = {
  change({ facts, recordCode }) {
    const kind = dataKinds.find((known) => known === facts['kind'])
    return kind && recordCode !== null ? addressOfChange(kind, recordCode) : null
  },
}
