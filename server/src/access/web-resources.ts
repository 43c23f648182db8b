import { createHash } from 'node:crypto'
import sharp from 'sharp'
import {
  deleteProfilePicture,
  findCompanyDomain,
  getAllProjectList,
  getAppVersion,
  getCompanyDomains,
  getCompanyLogo,
  getDashboardLastDataDT,
  getProfilePicture,
  getServerTimeZone,
  getServiceMediaContents,
  mediaSwitches,
  serviceMediaContentTypes,
  uploadProfilePicture,
} from '@kervan/contract/access/web-resources'
import { profilePictureBytes } from '@kervan/contract/access/words'
import { utcOffsetMinutes } from '../kit/clock.ts'
import type { SessionContext } from '../kit/context.ts'
import { fold } from '../kit/fold.ts'
import { handle, handleDownload, handlePublic, handlePublicDownload } from '../kit/handle.ts'
import { record } from '../kit/audit.ts'
import { appVersion } from '../kit/version.ts'
import { serviceName } from '../kit/service-names.ts'

export const getAppVersionHandler = handlePublic(getAppVersion, async () => ({ data: { appVersion } }))

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
  const row = await services.db.shared
    .selectFrom('company')
    .select(['logo', 'logo_type'])
    .where('id', '=', input.CompanyIntCode)
    .executeTakeFirst()
  if (!row) throw getCompanyLogo.refuse('NotFound')
  if (!row.logo || !row.logo_type) return null
  return { name: 'logo', type: row.logo_type, body: row.logo, inline: true }
})

const pictureSize = 256
const pixelLimit = 24_000_000 // D27

/** The picture is decoded and drawn anew: what was hidden in the file, place and camera included, stays behind (USR-008). */
export const uploadProfilePictureHandler = handle(uploadProfilePicture, async (context) => {
  const { uploads, services, tx, actor } = context
  const upload = uploads[0]
  if (!upload) throw uploadProfilePicture.refuse('FileMissing')
  const allowed = uploadProfilePicture.upload?.types ?? []
  if (upload.bytes > profilePictureBytes)
    throw uploadProfilePicture.refuse('FileTooLarge', { name: upload.name, limit: '1 MB' })
  if (!allowed.includes(upload.type))
    throw uploadProfilePicture.refuse('FileTypeNotAllowed', { name: upload.name, allowed: 'JPG, PNG' })
  const body = await sharp(upload.path, { limitInputPixels: pixelLimit })
    .rotate()
    .resize(pictureSize, pictureSize, { fit: 'cover' })
    .png()
    .toBuffer()
    .catch(() => {
      throw uploadProfilePicture.refuse('FileTypeNotAllowed', { name: upload.name, allowed: 'JPG, PNG' })
    })
  const file = {
    name: 'picture.png',
    type: 'image/png',
    body,
    sha256: createHash('sha256').update(body).digest(),
  }
  const fileId = await services.files.keepBytes(tx, actor, file, 'profile-picture')
  await setPicture(context, fileId)
  return { done: true } as const
})

export const deleteProfilePictureHandler = handle(deleteProfilePicture, async (context) => {
  await setPicture(context, null)
  return { done: true } as const
})

async function setPicture({ tx, actor, now }: SessionContext, fileId: string | null): Promise<void> {
  await tx
    .updateTable('membership')
    .set({ picture_file_id: fileId })
    .where('company_id', '=', actor.company.id)
    .where('id', '=', actor.membershipId)
    .execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: fileId ? 'profile.pictureSet' : 'profile.pictureRemoved',
        recordType: 'membership',
        recordId: actor.membershipId,
        recordCode: actor.userName,
      },
    ],
  })
}

export const getProfilePictureHandler = handleDownload(getProfilePicture, async ({ services, tx, actor }) => {
  const row = await tx
    .selectFrom('membership as m')
    .innerJoin('file as f', (join) =>
      join.onRef('f.company_id', '=', 'm.company_id').onRef('f.id', '=', 'm.picture_file_id'),
    )
    .select(['f.storage_key', 'f.type'])
    .where('m.company_id', '=', actor.company.id)
    .where('m.id', '=', actor.membershipId)
    .executeTakeFirst()
  if (!row) return null
  return {
    name: 'picture.png',
    type: row.type,
    body: await services.files.bytes(row.storage_key),
    inline: true,
  }
})

export const getServiceMediaContentsHandler = handle(
  getServiceMediaContents,
  async ({ input, tx, actor, language }) => {
    const policy = await tx
      .selectFrom('company_policy')
      .select(['disable_validate_from_image', 'disable_its_validation', 'disable_porta_mate_validation'])
      .where('company_id', '=', actor.company.id)
      .executeTakeFirstOrThrow()
    const takenAway = (Object.keys(mediaSwitches) as (keyof typeof mediaSwitches)[]).flatMap((one) =>
      policy[one] ? mediaSwitches[one] : [],
    )
    const types = serviceMediaContentTypes.filter(
      (type) =>
        !(takenAway as readonly string[]).includes(type) && (input.ServiceMediaContentType ?? type) === type,
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

export const getAllProjectListHandler = handle(getAllProjectList, async ({ tx, actor, language }) => {
  const rows = await tx
    .selectFrom('project')
    .select(['code', 'service', 'name', 'active'])
    .where('company_id', '=', actor.company.id)
    .orderBy('code')
    .execute()
  return {
    projects: rows.map((row) => ({
      projectCode: row.code,
      service: row.service,
      name: serviceName(language, row.service, row.name),
      active: row.active,
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
