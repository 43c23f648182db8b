import { z } from 'zod'
import { BinaryOrNone, call, Done, Uuid } from '../kit/call.ts'

// The picture of a product (PRD-001).

/** The photograph of a product that the reader may see, by its id: another photograph has another one. Else nothing (204). */
export const getProductPhoto = call('Product/GetProductPhoto', {
  access: 'session',
  reads: true,
  kind: 'download',
  input: z.strictObject({ photoId: Uuid }),
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
