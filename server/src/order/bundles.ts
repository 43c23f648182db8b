import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../kit/context.ts'

/**
 * The pieces that `product p` is ordered in full multiples of: its pack, as often as the company bundles packs (ORD-021).
 * A line keeps what it was when it was placed.
 */
export const orderedPack = ({ company }: Pick<Actor, 'company'>): RawBuilder<number> =>
  sql`(p.pack_unit * (select coalesce(max(op.pack_bundle_amount), 1) from order_policy op where op.company_id = ${company.id}))`
