// The port to the national health-insurance service (ORD-015). What stands behind it knows nothing of orders beyond this.

/** One order detail as the service is told of it. No more than this leaves, and nothing of a patient. */
export type HealthNotice = {
  /** The number of the transaction there, which the order carries. */
  transactionNo: string
  /** GLN of the pharmacy, 13 digits. */
  pharmacyGln: string
  /** As it is printed on the pack, 8 to 14 digits. */
  barcode: string
  /** Pieces. */
  quantity: number
  /** `SO-26-00042-1`: whatever is sent under it again is the same notification. */
  orderDetailCode: string
  /** Day of the order, `2026-11-23`. */
  orderDate: string
}

/** What the service said. `notificationId` is there where `ok`. */
export type HealthAnswer = { ok: boolean; responseText: string; notificationId: string | null }

export type HealthInsuranceNotifier = {
  /**
   * Tells the service of one order detail; telling it again does no harm. Throws `OutsideUnavailable` or `UnknownAnswer`
   * when it is not known what came of it.
   */
  notify(notice: HealthNotice): Promise<HealthAnswer>
}
