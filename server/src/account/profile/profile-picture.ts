import {
  deleteProfilePicture,
  getProfilePicture,
  uploadProfilePicture,
} from '@kervan/contract/account/profile-picture'
import type { SessionContext } from '../../kit/context.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import { record } from '../../kit/records/audit.ts'
import { removeFiles } from '../../kit/records/files.ts'
import { drawAnew } from '../../kit/records/pictures.ts'

const pictureSize = 256

export const uploadProfilePictureHandler = handle(uploadProfilePicture, async (context) => {
  const { uploads, services, tx, actor } = context
  const [upload] = uploads as [Upload]
  const file = await drawAnew(upload, {
    format: 'png',
    size: pictureSize,
    fit: 'cover',
    allowed: 'JPG, PNG',
  })
  const fileId = await services.files.keepBytes(tx, actor, file, 'profile-picture')
  await setPicture(context, fileId)
  return { done: true } as const
})

export const deleteProfilePictureHandler = handle(deleteProfilePicture, async (context) => {
  await setPicture(context, null)
  return { done: true } as const
})

async function setPicture(
  { tx, actor, now, services }: SessionContext,
  fileId: string | null,
): Promise<void> {
  const { picture_file_id: before } = await tx
    .selectFrom('membership')
    .select('picture_file_id')
    .where('company_id', '=', actor.company.id)
    .where('id', '=', actor.membershipId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('membership')
    .set({ picture_file_id: fileId })
    .where('company_id', '=', actor.company.id)
    .where('id', '=', actor.membershipId)
    .execute()
  if (before) await removeFiles(tx, services.jobs, actor.company.id, { ids: [before] })
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
