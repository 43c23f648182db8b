import type { CallGroups } from '../kit/permission-areas.ts'

export const portaCallGroups = {
  PromotionManagement: 'porta',
  MyPromotionRequests: 'porta',
  PriceChangeManagement: 'porta',
  MyPriceChangeRequests: 'porta',
  PortaMate: 'porta',
} as const satisfies CallGroups
