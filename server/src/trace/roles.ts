import type { AreaRoles } from '../access/access.api.ts'

/** What is known of a pack, for whoever sees packs, requests about them or returns of them: each part within its own rights. */
const passport = ['pfsiService-getPackPassport'] as const

export const roles: AreaRoles = {
  reads: {
    PFSIInsight: ['pfsiService-read*'],
    PromotionManagement: passport,
    MyPromotionRequests: passport,
    PriceChangeManagement: passport,
    MyPriceChangeRequests: passport,
    ReturnsManagement: passport,
    OrderManagement: passport,
  },
}
