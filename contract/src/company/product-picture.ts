import { z } from 'zod'
import { BinaryOrNone, call, Done, Uuid } from '../kit/call.ts'

// The picture of a product (PRD-001).

/** Longest sides of a photograph in pixels: in a list, in the head of a record, and as it is kept. */
export const photoSizes = [64, 192, 512] as const

/** The size to ask for where a picture is shown at so many CSS pixels: twice as many, for dense screens. */
export const photoSizeOf = (shown: number): (typeof photoSizes)[number] =>
  photoSizes.find((size) => size >= shown * 2) ?? 512

/**
 * The photograph of a product that the reader may see, by its id: another photograph has another one. It is at most `size`
 * pixels wide and high. Else nothing (204).
 */
export const getProductPhoto = call('Product/GetProductPhoto', {
  access: 'session',
  reads: true,
  kind: 'download',
  input: z.strictObject({ photoId: Uuid, size: z.literal(photoSizes) }),
  output: BinaryOrNone,
  refusals: [],
})

const ofProduct = z.strictObject({ productId: Uuid })

/** JPG of at most 1 MB by its content; it is drawn anew before it is kept. */
export const uploadProductPicture = call('Product/UploadProductPicture', {
  kind: 'upload',
  upload: { maxFiles: 1, maxBytes: 1024 * 1024, types: ['image/jpeg'] },
  input: ofProduct,
  output: Done,
  refusals: ['NotFound', 'WholeCompanyNeeded', 'PictureTooManyPixels'],
})

export const deleteProductPicture = call('Product/DeleteProductPicture', {
  input: ofProduct,
  output: Done,
  refusals: ['NotFound', 'WholeCompanyNeeded'],
})

/** Nothing (204) where the product has no picture. */
export const getProductPicture = call('Product/GetProductPicture', {
  sharesPermission: 'GetProducts',
  reads: true,
  kind: 'download',
  input: ofProduct,
  output: BinaryOrNone,
  refusals: ['NotFound'],
})
