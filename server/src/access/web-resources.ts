import { sql, type Selectable } from 'kysely'
import {
  findCompanyDomain,
  getAppVersion,
  getCompanyDomains,
  getCompanyLogo,
} from '@kervan/contract/access/sign-in-page'
import {
  getAllProjectList,
  getDashboardLastDataDT,
  getServerTimeZone,
  getServiceMediaContents,
  mediaSwitches,
  serviceMediaContentTypes,
} from '@kervan/contract/access/web-resources'
import type { subscriptionStates } from '@kervan/contract/access/words'
import { keysOf } from '@kervan/contract/kit/typed'
import { utcOffsetMinutes } from '../kit/clock.ts'
import { mailsKept } from '../kit/config.ts'
import type { DB } from '../kit/database/db.gen.ts'
import { fold } from '../kit/lists/fold.ts'
import { handle, handlePublic, handlePublicDownload } from '../kit/http/handle.ts'
import { appVersion } from '../kit/version.ts'
import { serviceName } from '../kit/service-names.ts'

export const getAppVersionHandler = handlePublic(getAppVersion, async ({ services }) => {
  const { analytics } = services.config
  const kept = mailsKept(services.config)
  return { data: { appVersion, ...(analytics && { analytics }), ...(kept && { mailsKept: kept }) } }
})

export const getCompanyDomainsHandler = handlePublic(getCompanyDomains, async ({ services }) => {
  const rows = await services.db.shared
    .selectFrom('company')
    .select(['id', 'name', 'domain'])
    .where('is_public', '=', true)
    .orderBy('name')
    .execute()
  return {
    domains: rows.map((row) => ({ companyIntCode: row.id, companyName: row.name, domain: row.domain })),
  }
})

export const findCompanyDomainHandler = handlePublic(findCompanyDomain, async ({ input, services }) => {
  const row = await services.db.shared
    .selectFrom('company')
    .select(['id', 'name', 'domain'])
    .where('domain_folded', '=', fold(input.domain))
    .executeTakeFirst()
  if (!row) throw findCompanyDomain.refuse('CompanyUnknown')
  return { companyIntCode: row.id, companyName: row.name, domain: row.domain }
})

export const getCompanyLogoHandler = handlePublicDownload(getCompanyLogo, async ({ input, services }) => {
  const { rows } = await services.db.withCompany(input.CompanyIntCode, (tx) =>
    sql<{ logo: Buffer | null; logo_type: string | null }>`
      select coalesce(p.logo, c.logo) as logo, coalesce(p.logo_type, c.logo_type) as logo_type
      from company c left join company_profile p on p.company_id = ${input.CompanyIntCode} where c.id = ${input.CompanyIntCode}`.execute(
      tx,
    ),
  )
  const [row] = rows
  if (!row) throw getCompanyLogo.refuse('NotFound')
  if (!row.logo || !row.logo_type) return null
  return { name: 'logo', type: row.logo_type, body: row.logo, inline: true }
})

export const getServiceMediaContentsHandler = handle(
  getServiceMediaContents,
  async ({ input, tx, actor, language }) => {
    // Contents are fixed for a company; whoever names another one is told nothing of it (API-004).
    if ((input.CompanyIntCode ?? actor.company.id) !== actor.company.id) return { contents: [] }
    const policy = await tx
      .selectFrom('company_policy')
      .select(['disable_validate_from_image', 'disable_its_validation', 'disable_porta_mate_validation'])
      .where('company_id', '=', actor.company.id)
      .executeTakeFirstOrThrow()
    const takenAway = keysOf(mediaSwitches).flatMap((one) => (policy[one] ? mediaSwitches[one] : []))
    const types = serviceMediaContentTypes.filter(
      (type) => !takenAway.some((one) => one === type) && (input.ServiceMediaContentType ?? type) === type,
    )
    if (types.length === 0) return { contents: [] }
    const rows = await tx
      .selectFrom('service_media_content')
      .selectAll()
      .where('company_id', '=', actor.company.id)
      .where('type', 'in', types)
      .where('language_key', 'in', [language, 'en'])
      .orderBy('reference_dt_key', 'desc')
      .execute()
    const keyOf = (row: (typeof rows)[number]) => `${row.type} ${row.reference_key}`
    const inLanguage = new Set(rows.filter((row) => row.language_key === language).map(keyOf))
    const chosen = rows.filter((row) => row.language_key === language || !inLanguage.has(keyOf(row)))
    const contents = types.flatMap((type) =>
      chosen
        .filter((row) => row.type === type)
        .map((row) => ({
          IntCode: row.int_code,
          ServiceMediaContentType: type,
          ReferenceKey: row.reference_key,
          ReferenceDTKey: row.reference_dt_key,
          LanguageKey: row.language_key,
          Url: row.url,
          Title: row.title,
          ThumbnailUrl: row.thumbnail_url,
        })),
    )
    return { contents }
  },
)

export const getServerTimeZoneHandler = handle(getServerTimeZone, async ({ actor, now }) => ({
  timeZone: actor.company.timeZone,
  utcOffsetMinutes: utcOffsetMinutes(actor.company.timeZone, now),
  now: now.toISOString(),
}))

type Project = Pick<Selectable<DB['project']>, 'code' | 'service' | 'name' | 'active'> & {
  subscriptionState: (typeof subscriptionStates)[number] | null
}

export const getAllProjectListHandler = handle(getAllProjectList, async ({ tx, actor, language }) => {
  // A subscription's id is its project's code, as it is or with the product before it.
  const { rows } = await sql<Project>`
    select p.code, p.service, p.name, p.active, s.state as "subscriptionState" from project p
    left join lateral (
      select state from subscription where company_id = ${actor.company.id} and service_id in (p.code, p.service || '-' || p.code)
      order by service_id = p.code desc limit 1
    ) s on true
    where p.company_id = ${actor.company.id} order by p.code`.execute(tx)
  return {
    projects: rows.map((row) => ({
      projectCode: row.code,
      service: row.service,
      name: serviceName(language, row.service, row.name),
      active: row.active,
      subscriptionState: row.subscriptionState,
    })),
  }
})

export const getDashboardLastDataDTHandler = handle(getDashboardLastDataDT, async ({ services, actor }) => {
  const row = await services.db.shared
    .selectFrom('company')
    .select('last_data_at')
    .where('id', '=', actor.company.id)
    .executeTakeFirstOrThrow()
  return { lastDataDT: row.last_data_at?.toISOString() ?? null }
})
