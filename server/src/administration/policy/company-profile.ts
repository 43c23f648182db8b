import { sql } from 'kysely'
import {
  CompanyProfileFields,
  deleteCompanyLogo,
  getCompanyProfile,
  saveCompanyProfile,
  uploadCompanyLogo,
  type CompanyProfileView,
} from '@kervan/contract/administration/company-profile'
import type { CompanyRelationType } from '@kervan/contract/access/words'
import { existing, keysOf } from '@kervan/contract/kit/typed'
import type { Actor, SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { drawAnew } from '../../kit/records/pictures.ts'
import { assertSeesWhole } from '../rights.ts'
import { policyId } from './policy.ts'

// What a company says of itself (its own row of `company_profile`), and what the operator has settled.

const logoSize = 512

type Row = {
  version: number | null
  legal_name: string | null
  address: string | null
  postal_code: string | null
  city: string | null
  tax_office: string | null
  tax_number: string | null
  phone: string | null
  email: string | null
  website: string | null
  has_logo: boolean
  name: string
  domain: string
  relation_type: CompanyRelationType
  currency: string
  time_zone: string
  order_prefix: string
  maximum_users: number
  file_quota_mb: number
  file_used_mb: number
}

async function present(tx: Tx, { company }: Actor): Promise<CompanyProfileView> {
  const { rows } = await sql<Row>`
    select p.version, p.legal_name, p.address, p.postal_code, p.city, p.tax_office, p.tax_number, p.phone, p.email, p.website,
      coalesce(p.logo, c.logo) is not null as has_logo, c.name, c.domain, c.relation_type, c.currency, c.time_zone, c.order_prefix, y.maximum_users, c.file_quota_mb,
      (select ceil(coalesce(sum(f.bytes), 0) / 1048576.0)::int from file f where f.company_id = ${company.id}) as file_used_mb
    from company c join company_policy y on y.company_id = ${company.id} left join company_profile p on p.company_id = ${company.id}
    where c.id = ${company.id}`.execute(tx)
  const row = existing(rows[0])
  return {
    version: row.version ?? 1,
    legalName: row.legal_name ?? '',
    address: row.address ?? '',
    postalCode: row.postal_code ?? '',
    city: row.city ?? '',
    taxOffice: row.tax_office ?? '',
    taxNumber: row.tax_number ?? '',
    phone: row.phone ?? '',
    email: row.email ?? '',
    website: row.website ?? '',
    hasLogo: row.has_logo,
    name: row.name,
    domain: row.domain,
    relation: row.relation_type,
    currency: row.currency,
    timeZone: row.time_zone,
    orderPrefix: row.order_prefix,
    maximumUsers: row.maximum_users,
    fileQuotaMb: row.file_quota_mb,
    fileUsedMb: row.file_used_mb,
  }
}

export const getCompanyProfileHandler = handle(getCompanyProfile, ({ tx, actor }) => present(tx, actor))

/** The own row, made where there is none, locked until the transaction ends. */
async function lockProfile(tx: Tx, companyId: number): Promise<void> {
  await sql`insert into company_profile (company_id) values (${companyId}) on conflict do nothing`.execute(tx)
  await sql`select from company_profile where company_id = ${companyId} for update`.execute(tx)
}

export const saveCompanyProfileHandler = handle(saveCompanyProfile, async (context) => {
  const { tx, actor, input } = context
  assertSeesWhole(actor)
  await lockProfile(tx, actor.company.id)
  const before = await present(tx, actor)
  if (before.version !== input.version) throw await changedMeanwhile(context, 'company', policyId(actor))
  const after = CompanyProfileFields.parse(input)
  const changed = keysOf(after).filter((key) => after[key] !== before[key])
  if (changed.length === 0) return before
  await tx
    .updateTable('company_profile')
    .set({
      legal_name: after.legalName,
      address: after.address,
      postal_code: after.postalCode,
      city: after.city,
      tax_office: after.taxOffice,
      tax_number: after.taxNumber,
      phone: after.phone,
      email: after.email,
      website: after.website,
      version: before.version + 1,
    })
    .where('company_id', '=', actor.company.id)
    .execute()
  const only = (values: typeof after) => Object.fromEntries(changed.map((key) => [key, values[key]]))
  await note(context, { before: only(before), after: only(after) })
  return present(tx, actor)
})

export const uploadCompanyLogoHandler = handle(uploadCompanyLogo, async (context) => {
  const { uploads, actor } = context
  assertSeesWhole(actor)
  const { body, type } = await drawAnew((uploads as [Upload])[0], {
    format: 'png',
    size: logoSize,
    allowed: 'JPG, PNG',
  })
  await setLogo(context, body, type)
  return { done: true } as const
})

export const deleteCompanyLogoHandler = handle(deleteCompanyLogo, async (context) => {
  assertSeesWhole(context.actor)
  await setLogo(context, null, null)
  return { done: true } as const
})

async function setLogo(context: SessionContext, logo: Buffer | null, type: string | null): Promise<void> {
  const { tx, actor } = context
  await lockProfile(tx, actor.company.id)
  await tx
    .updateTable('company_profile')
    .set({ logo, logo_type: type })
    .where('company_id', '=', actor.company.id)
    .execute()
  await note(context, { after: { logo: logo === null ? 'removed' : 'set' } })
}

const note = (
  { tx, actor, now }: SessionContext,
  change: { before?: Record<string, unknown>; after: Record<string, unknown> },
) =>
  record(tx, actor, now, {
    audit: [
      {
        operation: 'company.profileChanged',
        recordType: 'company',
        recordId: policyId(actor),
        recordCode: actor.company.name,
        ...change,
      },
    ],
  })
