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
    MyPromotionRequests: ['myPromotionRequests-read*'],
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
    ],
    pharmacyApplicant: ['myPromotionRequests-*', 'portaMate-*'],
    // Declines what others have approved, and approves nothing (DSC-012).
    externalInspector: ['promotionManagement-declineRequest'],
  },
}
