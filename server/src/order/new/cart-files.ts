import { describeCartFile, removeCartFile } from '@kervan/contract/order/cart'
import { uploadCartFiles } from '@kervan/contract/order/cart'
import { handle } from '../../kit/http/handle.ts'
import { removeFiles } from '../../kit/records/files.ts'
import { keepFiles } from '../documents/files.ts'
import { cartTouch, lockCart, readCart } from './cart.sql.ts'

// The documents of a cart.

export const uploadCartFilesHandler = handle(uploadCartFiles, async (context) => {
  const { tx, actor, language, now, uploads } = context
  await lockCart(tx, actor)
  const kept = await tx
    .selectFrom('cart_file')
    .select('file_id')
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .execute()
  const ids = await keepFiles(context, uploads, kept.length)
  await tx
    .insertInto('cart_file')
    .values(
      ids.map((fileId) => ({
        company_id: actor.company.id,
        membership_id: actor.membershipId,
        file_id: fileId,
      })),
    )
    .execute()
  return readCart({ tx, actor, language }, cartTouch(tx, actor, now))
})

export const removeCartFileHandler = handle(
  removeCartFile,
  async ({ input, tx, actor, language, now, services }) => {
    await lockCart(tx, actor)
    const removed = await tx
      .deleteFrom('cart_file')
      .where('company_id', '=', actor.company.id)
      .where('membership_id', '=', actor.membershipId)
      .where('file_id', '=', input.fileId)
      .executeTakeFirst()
    if (removed.numDeletedRows === 0n) throw removeCartFile.refuse('NotFound')
    await removeFiles(tx, services.jobs, actor.company.id, { ids: [input.fileId] })
    return readCart({ tx, actor, language }, cartTouch(tx, actor, now))
  },
)

export const describeCartFileHandler = handle(
  describeCartFile,
  async ({ input, tx, actor, language, now }) => {
    await lockCart(tx, actor)
    const described = await tx
      .updateTable('cart_file')
      .set({
        document_type: input.documentType,
        reference_no: input.referenceNo,
        document_date: input.documentDate,
        memo: input.memo,
      })
      .where('company_id', '=', actor.company.id)
      .where('membership_id', '=', actor.membershipId)
      .where('file_id', '=', input.fileId)
      .executeTakeFirst()
    if (described.numUpdatedRows === 0n) throw describeCartFile.refuse('NotFound')
    return readCart({ tx, actor, language }, cartTouch(tx, actor, now))
  },
)
