import type { Offered } from '@kervan/contract/kit/actions'
import type { ReturnState } from '@kervan/contract/order/return-words'

/** What an action knows of a return, in the list and in its record. */
export type ActedReturn = { id: string; returnCode: string; returnState: ReturnState; actions: Offered }

/** What is asked anew when something was done with returns. */
export const returnGroups = ['ReturnsManagement'] as const
