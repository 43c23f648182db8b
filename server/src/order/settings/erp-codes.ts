import { missingErpCodes, type ErpCode } from '@kervan/contract/order/erp-codes'
import { sql, type RawBuilder } from 'kysely'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { translate } from '../../kit/messages.ts'
import { orderSettings, type OrderSettings } from '../order-settings.ts'

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
  const settings = await orderSettings(tx, company)
  if (!settings.requireErpCodes) return null
  const found = await tx
    .selectFrom('partner')
    .select(['name', 'ship_to_erp_code as shipToErpCode', 'sold_to_erp_code as soldToErpCode'])
    .where('company_id', '=', company.id)
    .where('code', '=', customerCode)
    .executeTakeFirst()
  return refusedWith(
    found ?? { name: customerCode, shipToErpCode: null, soldToErpCode: null },
    settings,
    language,
  )
}

/** The same of a customer that is known already. */
export function refusedWith(
  customer: { name: string } & Record<ErpCode, string | null>,
  settings: Pick<OrderSettings, 'requireErpCodes'>,
  language: Language,
): Refusal | null {
  const codes = missingErpCodes(customer, settings)
  if (codes.length === 0) return null
  const named = (code: ErpCode) => translate(language, `column.${code}`)
  return refusal('ErpCodesMissing', { customer: customer.name, codes: codes.map(named).join(', ') })
}

/** Whether orders of this customer can be exported, as a condition; true for none. `partnerId` and its company are expressions. */
export const mayExportTo = (companyId: number, partnerId: RawBuilder<string | null>): RawBuilder<boolean> =>
  sql`not exists (
    select from order_policy op join partner c on c.company_id = ${companyId} and c.id = ${partnerId}
    where op.company_id = ${companyId} and op.require_erp_codes
      and (coalesce(btrim(c.ship_to_erp_code), '') = '' or coalesce(btrim(c.sold_to_erp_code), '') = ''))`
