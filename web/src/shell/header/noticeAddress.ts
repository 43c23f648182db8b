import type { Notice } from '@kervan/contract/account/own-notices'
import { dataKinds } from '@kervan/contract/data/data-log'
import { noticeEvents } from '@kervan/contract/kit/notices'
import { addressOfChange } from '../../data/logEntry.ts'

type Address = { to: string; search: Record<string, unknown> }

/** Where what a notice is about opens: its record, or the list of them; null for what has no place of its own. */
export function noticeAddress({ event, facts, recordCode }: Notice): Address | null {
  switch (noticeEvents[event].opens) {
    case 'order':
      return { to: '/order/my-orders', search: recordCode === null ? {} : { order: recordCode } }
    case 'managedOrder':
      return { to: '/order/order-management', search: recordCode === null ? {} : { order: recordCode } }
    case 'externalOrder':
      return {
        to: '/order/order-management',
        search: { tab: 'external', ...(recordCode !== null && { order: recordCode }) },
      }
    case 'preOrder':
      // Its address holds an id, which a notice does not know: it is found by its code.
      return {
        to: '/order/my-orders',
        search: { tab: 'preApproval', ...(recordCode !== null && { q: recordCode }) },
      }
    case 'managedPreOrder':
      return {
        to: '/order/pre-order-management',
        search: recordCode === null ? {} : { q: recordCode },
      }
    case 'ediMessage':
      return { to: '/order/edi-inbox', search: recordCode === null ? {} : { q: recordCode } }
    case 'change': {
      const kind = dataKinds.find((known) => known === facts['kind'])
      return kind && recordCode !== null ? addressOfChange(kind, recordCode) : null
    }
    case 'job':
      return null
  }
}
