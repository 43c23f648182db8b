import { createHash } from 'node:crypto'
import sharp from 'sharp'
import {
  deleteProfilePicture,
  getProfilePicture,
  uploadProfilePicture,
} from '@kervan/contract/account/profile-picture'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../../kit/context.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import { record } from '../../kit/records/audit.ts'
import { removeFiles } from '../../kit/records/files.ts'

const pictureSize = 256
const pixelLimit = 24_000_000 // D27

/** The picture is decoded and drawn anew: what was hidden in the file, location and camera included, stays behind (USR-008). */
export const uploadProfilePictureHandler = handle(uploadProfilePicture, async (context) => {
  const { uploads, services, tx, actor } = context
  const [upload] = uploads as [Upload]
  const body = await sharp(upload.path, { limitInputPixels: pixelLimit })
    .rotate()
    .resize(pictureSize, pictureSize, { fit: 'cover' })
    .png()
    .toBuffer()
    .catch(() => {
      throw refusal('FileTypeNotAllowed', { name: upload.name, allowed: 'JPG, PNG' })
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
