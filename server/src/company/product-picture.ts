import { sql } from 'kysely'
import {
  deleteProductPicture,
  getProductPhoto,
  getProductPicture,
  photoSizes,
  uploadProductPicture,
} from '@kervan/contract/company/product-picture'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../kit/context.ts'
import { handle, handleDownload } from '../kit/http/handle.ts'
import type { Upload } from '../kit/http/uploads.ts'
import { assertWholeCompany } from '../kit/master/records.ts'
import { record } from '../kit/records/audit.ts'
import { scopeOfProducts } from '../kit/records/scope.ts'
import { removeFiles } from '../kit/records/files.ts'
import { drawAnew } from '../kit/records/pictures.ts'

// The picture of a product (PRD-001). It stands beside the fields: it has no versions, and needs no second person.

/** A photograph as it is kept: the largest size that is asked for. */
const keptSize = Math.max(...photoSizes)
const shape = { format: 'jpeg', fit: 'inside', allowed: 'JPG' } as const

export const uploadProductPictureHandler = handle(uploadProductPicture, async (context) => {
  assertWholeCompany(context)
  const { uploads, services, tx, actor, input } = context
  const [upload] = uploads as [Upload]
  const file = await drawAnew(upload, { ...shape, size: keptSize })
  const product = await lock(context, input.productId)
  const fileId = await services.files.keepBytes(tx, actor, file, 'product-picture')
  await setPicture(context, product, fileId)
  return { done: true } as const
})

/** Of a product without a picture nothing is deleted, and nothing is written. */
export const deleteProductPictureHandler = handle(deleteProductPicture, async (context) => {
  assertWholeCompany(context)
  const product = await lock(context, context.input.productId)
  if (product.pictureId) await setPicture(context, product, null)
  return { done: true } as const
})

type Product = { id: string; code: string; pictureId: string | null }

/** The product, held until the end of the transaction. Throws `NotFound`. */
async function lock({ tx, actor }: SessionContext, id: string): Promise<Product> {
  const { rows } = await sql<Product>`
    select p.id, p.code, p.picture_file_id as "pictureId" from product p
    where ${sql.join([sql`p.company_id = ${actor.company.id}`, sql`p.id = ${id}`, ...scopeOfProducts(actor, sql`p.id`)], sql` and `)} for update`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw refusal('NotFound')
  return found
}

async function setPicture(
  { tx, actor, now, services }: SessionContext,
  { id, code, pictureId: before }: Product,
  fileId: string | null,
): Promise<void> {
  const company = actor.company.id
  await sql`update product set picture_file_id = ${fileId} where company_id = ${company} and id = ${id}`.execute(
    tx,
  )
  if (before) await removeFiles(tx, services.jobs, company, { ids: [before] })
  await record(tx, actor, now, {
    audit: [
      {
        operation: fileId ? 'product.pictureSet' : 'product.pictureRemoved',
        recordType: 'product',
        recordId: id,
        recordCode: code,
      },
    ],
  })
}

export const getProductPhotoHandler = handleDownload(
  getProductPhoto,
  async ({ services, tx, actor, input }) => {
    const { rows } = await sql<{ key: string; type: string }>`
      select f.storage_key as key, f.type from product p
      join file f on f.company_id = p.company_id and f.id = p.picture_file_id
      where ${sql.join([sql`p.company_id = ${actor.company.id}`, sql`p.picture_file_id = ${input.photoId}`, ...scopeOfProducts(actor, sql`p.id`)], sql` and `)}`.execute(
      tx,
    )
    const [found] = rows
    if (!found) return null
    const name = 'picture.jpg'
    const kept = await services.files.bytes(found.key)
    const body =
      input.size < keptSize
        ? (await drawAnew({ name, body: kept }, { ...shape, size: input.size })).body
        : kept
    return { name, type: found.type, body, inline: true }
  },
)

export const getProductPictureHandler = handleDownload(
  getProductPicture,
  async ({ services, tx, actor, input }) => {
    const { rows } = await sql<{ key: string | null; type: string }>`
      select f.storage_key as key, f.type from product p
      left join file f on f.company_id = p.company_id and f.id = p.picture_file_id
      where ${sql.join([sql`p.company_id = ${actor.company.id}`, sql`p.id = ${input.productId}`, ...scopeOfProducts(actor, sql`p.id`)], sql` and `)}`.execute(
      tx,
    )
    const [found] = rows
    if (!found) throw refusal('NotFound')
    if (!found.key) return null
    const body = await services.files.bytes(found.key)
    return { name: 'picture.jpg', type: found.type, body, inline: true }
  },
)
