import type { Twin } from '@kervan/contract/kit/call'
import {
  discountRequests,
  downloadInspectedImage,
  downloadMyRequestImage,
  downloadRequestImage,
  getDiscountRequest,
  getInspectedRequest,
  getMyDiscountRequest,
  inspectedRequests,
  myDiscountRequests,
} from '@kervan/contract/porta/discount-requests'
import type { RequestSide } from '@kervan/contract/porta/states'

/** How each side reads a request and its pictures. */
export const requestCalls: Record<
  RequestSide,
  { get: Twin<typeof getDiscountRequest>; image: Twin<typeof downloadRequestImage> }
> = {
  reviewer: { get: getDiscountRequest, image: downloadRequestImage },
  applicant: { get: getMyDiscountRequest, image: downloadMyRequestImage },
  auditor: { get: getInspectedRequest, image: downloadInspectedImage },
}

/** The list of each side; their rows are alike. */
export const requestLists = {
  reviewer: discountRequests,
  applicant: myDiscountRequests as unknown as typeof discountRequests,
  auditor: inspectedRequests as unknown as typeof discountRequests,
} satisfies Record<RequestSide, typeof discountRequests>
