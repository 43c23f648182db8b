import type { Box } from '@kervan/contract/porta/discount-requests'

/** The picture of a file as it is shown. Throws for what the browser cannot decode. */
export async function openPicture(file: File): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  await picture.decode()
  return picture
}

/**
 * A copy of a picture on which these areas are black.
 *
 * @param areas in pixels of the picture
 * @returns a file of the same name and kind
 */
export async function blackOut(file: File, areas: readonly Box[]): Promise<File> {
  const picture = await openPicture(file)
  const canvas = document.createElement('canvas')
  canvas.width = picture.naturalWidth
  canvas.height = picture.naturalHeight
  const pen = canvas.getContext('2d')!
  pen.drawImage(picture, 0, 0)
  URL.revokeObjectURL(picture.src)
  pen.fillStyle = '#000'
  for (const { x, y, width, height } of areas) pen.fillRect(x, y, width, height)
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
  const body = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92))
  if (!body) throw new Error('the browser could not draw the picture')
  return new File([body], file.name, { type, lastModified: Date.now() })
}
