import { sql } from 'kysely'
import { saveOrderTemplate } from '@kervan/contract/order/order-templates'
import type { SessionContext } from '../../kit/context.ts'
import { findTyped } from '../new/import-lookups.sql.ts'
import { sole } from '../new/meant-variants.ts'
import type { WantedLine } from './template.sql.ts'

/**
 * The variants that lines name by code or GTIN, each once. What stands in the template already may stay although it is
 * no longer sold. Throws `TemplateProductUnknown`, `TemplateProductUnclear` and `TemplateProductTwice` with what was typed.
 */
export async function findNamed(
  { tx, actor }: SessionContext,
  lines: readonly { productCode: string; quantity: number }[],
  templateId: string | null,
): Promise<WantedLine[]> {
  const codes = lines.map(({ productCode }) => productCode.trim())
  const [sold, kept] = await Promise.all([
    findTyped(tx, actor, codes),
    sql<{ id: string; code: string }>`
      select v.id, v.code from order_template_line x
        join order_template t on t.company_id = ${actor.company.id} and t.id = x.template_id and t.membership_id = ${actor.membershipId}
        join product_variant v on v.company_id = ${actor.company.id} and v.id = x.variant_id
      where x.company_id = ${actor.company.id} and x.template_id = ${templateId}::uuid`.execute(tx),
  ])
  const keptIds = new Map(kept.rows.map(({ id, code }) => [code, id]))
  const seen = new Set<string>()
  return lines.map(({ quantity }, index) => {
    const code = codes[index] ?? ''
    const meant = sold.get(code) ?? []
    const variantId = sole(meant)?.id ?? keptIds.get(code)
    if (variantId === undefined && meant.length > 1)
      throw saveOrderTemplate.refuse('TemplateProductUnclear', {
        product: code,
        codes: meant.map((variant) => variant.code).join(', '),
      })
    if (variantId === undefined) throw saveOrderTemplate.refuse('TemplateProductUnknown', { product: code })
    if (seen.has(variantId)) throw saveOrderTemplate.refuse('TemplateProductTwice', { product: code })
    seen.add(variantId)
    return { variantId, quantity }
  })
}
