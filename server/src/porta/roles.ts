import type { AreaRoles } from '../access/access.api.ts'

export const roles: AreaRoles = {
  reads: {
    PromotionManagement: [
      'promotionManagement-getRequests',
      'promotionManagement-exportRequests',
      'promotionManagement-getReports',
      'promotionManagement-exportReports',
      'promotionManagement-getKigoReport',
      'promotionManagement-exportKigoReport',
    ],
    PriceChangeManagement: [
      'priceChangeManagement-getRequests',
      'priceChangeManagement-exportRequests',
      'priceChangeManagement-getReports',
      'priceChangeManagement-exportReports',
    ],
    MyPromotionRequests: ['myPromotionRequests-read*'],
    MyPriceChangeRequests: ['myPriceChangeRequests-read*'],
  },
  calls: {
    providerReviewer: [
      'promotionManagement-lookAtRequest',
      'promotionManagement-inquireRequest',
      'promotionManagement-readImageAgain',
      'promotionManagement-approveRequest',
      'promotionManagement-rejectRequest',
      'promotionManagement-reportRequests',
      'promotionManagement-sendReportAgain',
      'priceChangeManagement-lookAtRequest',
      'priceChangeManagement-inquireRequest',
      'priceChangeManagement-readImageAgain',
      'priceChangeManagement-approveRequest',
      'priceChangeManagement-rejectRequest',
      'priceChangeManagement-reportRequests',
      'priceChangeManagement-sendReportAgain',
    ],
    pharmacyApplicant: ['myPromotionRequests-*', 'myPriceChangeRequests-*', 'portaMate-*'],
    // Declines what others have approved, and approves nothing (DSC-012).
    externalInspector: ['promotionManagement-declineRequest'],
  },
}
