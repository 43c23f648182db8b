import { addCheck, addColumn, addKey, changeWords, run, type Migrating } from './kit.ts'

const kinds = ['InstitutionalDiscount', 'PriceChange']

/**
 * Price-change refunds (PCR-001 to PCR-006) are requests like those for the institutional discount, of a kind of their own: what
 * is refunded, by which price change, what the movements of the pack suggest and the amount. Of a pack one request of each
 * kind lives.
 */
export async function up(db: Migrating): Promise<void> {
  for (const table of ['discount_request', 'discount_image', 'discount_report']) {
    await addColumn(db, table, `kind text not null default 'InstitutionalDiscount'`)
    await changeWords(db, table, 'kind', kinds)
  }
  await addColumn(db, 'discount_request', 'scope text')
  await changeWords(db, 'discount_request', 'scope', ['PriceChange', 'DiscountDifference', 'Both'])
  await addColumn(db, 'discount_request', 'price_change_id uuid')
  await addColumn(db, 'discount_request', 'suggested jsonb')
  await addColumn(db, 'discount_request', 'refund_amount numeric(18, 2)')
  await addKey(db, 'discount_request', 'company_id, price_change_id', 'price_change')
  await run(
    db,
    'create index discount_request_price_change on discount_request (company_id, price_change_id) where price_change_id is not null',
  )
  await addCheck(
    db,
    'discount_request',
    'discount_request_kind_facts',
    `(kind = 'PriceChange') = (scope is not null) and (kind = 'PriceChange') = (price_change_id is not null)`,
  )
  await changeWords(db, 'discount_request', 'reject_reason', [
    'SerialNumberDoesNotMatch',
    'BatchNoDoesNotMatch',
    'GTINDoesNotMatch',
    'NoSaleOnITS',
    'Other',
    'POSGLNDoesNotMatch',
    'InvalidRepaymentGLN',
    'InvalidRepaymentDate',
    'PrescriptionNotFinalized',
    'DeclarationIDMismatch',
    'StateChanged',
    'OwnerChanged',
    'NA1',
    'NA2',
    'NA3',
    'NA4',
    'NA5',
    'NA7',
    'NA8',
  ])
  await addColumn(db, 'porta_policy', 'same_warehouse boolean not null default false')
  await addColumn(db, 'porta_policy', 'hand_sale_for_price boolean not null default false')
  await run(db, 'drop index discount_request_pack')
  await run(
    db,
    `create unique index discount_request_pack on discount_request (company_id, kind, gtin, serial_number)
     where state not in ('Rejected', 'Cancelled') and archived_at is null`,
  )
  await run(db, 'drop index discount_request_date')
  await run(
    db,
    'create index discount_request_date on discount_request (company_id, kind, recorded_at desc, id desc)',
  )
  await run(db, 'drop index discount_request_queue')
  await run(
    db,
    'create index discount_request_queue on discount_request (company_id, kind, state, penalty desc, recorded_at)',
  )
}
