/** What the ERP of the other side knows a customer by (ORD-022); whom goods go to and whom they are sold to. */
export const erpCodes = ['shipToErpCode', 'soldToErpCode'] as const
export type ErpCode = (typeof erpCodes)[number]

/** The ERP codes that an order cannot be exported without and that its customer does not have (ORD-021). */
export function missingErpCodes(
  customer: Readonly<Record<ErpCode, string | null>>,
  { requireErpCodes }: { requireErpCodes: boolean },
): ErpCode[] {
  return requireErpCodes ? erpCodes.filter((code) => !customer[code]?.trim()) : []
}
