import { missingErpCodes, type ErpCode } from '@kervan/contract/order/erp-codes'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { translate } from '../../kit/messages.ts'

/**
 * Why orders of this customer cannot be exported to another system (EDI), or null when they can: the company requires ERP
 * codes and the business relation lacks some (ORD-021). The refusal names the customer and the codes that are missing.
 */
export async function refusedExport(
  tx: Tx,
  { company }: Pick<Actor, 'company'>,
  language: Language,
  customerCode: string,
): Promise<Refusal | null> {
  if (!company.requireErpCodes) return null
  const found = await tx
    .selectFrom('partner')
    .select(['name', 'ship_to_erp_code as shipToErpCode', 'sold_to_erp_code as soldToErpCode'])
    .where('company_id', '=', company.id)
    .where('code', '=', customerCode)
    .executeTakeFirst()
  const codes = missingErpCodes(found ?? { shipToErpCode: null, soldToErpCode: null }, company)
  if (codes.length === 0) return null
  const named = (code: ErpCode) => translate(language, `column.${code}`)
  return refusal('ErpCodesMissing', {
    customer: found?.name ?? customerCode,
    codes: codes.map(named).join(', '),
  })
}
