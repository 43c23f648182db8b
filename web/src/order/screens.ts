import type { ScreenParts } from '../kit/screen.ts'

/** The screens of ordering, by the contract's key. */
export const orderScreens: Partial<Record<'newOrder' | 'myOrders' | 'orderManagement', ScreenParts>> = {}
