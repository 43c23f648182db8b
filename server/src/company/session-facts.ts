import type { SessionFacts } from '../kit/records/session-facts.ts'

/** Who works for a business partner does so as that partner, which the session names. */
export const partnerSession: SessionFacts = async (tx, { company, partnerId }) => {
  if (partnerId === null) return {}
  const partner = await tx
    .selectFrom('partner')
    .select(['int_code', 'relation_type'])
    .where('company_id', '=', company.id)
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow()
  return {
    UserCompanyIntCode: partner.int_code ?? company.id,
    UserCompanyRelationType: partner.relation_type === 'Vendor' ? 'Manufacturer' : partner.relation_type,
  }
}
