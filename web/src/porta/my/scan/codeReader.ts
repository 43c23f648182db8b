import type { Answered, Asked } from './codes.worker.ts'

/** Reads the data matrix and QR codes of pictures; its program is loaded when it is opened. */
export type CodeReader = { read(picture: ImageData): Promise<string[]>; close(): void }

export function openCodeReader(): CodeReader {
  const worker = new Worker(new URL('./codes.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (texts: string[]) => void>()
  let last = 0
  worker.addEventListener('message', ({ data: { id, texts } }: MessageEvent<Answered>) => {
    waiting.get(id)?.(texts)
    waiting.delete(id)
  })
  return {
    read: (picture) =>
      new Promise((done) => {
        const id = (last += 1)
        waiting.set(id, done)
        worker.postMessage({ id, picture } satisfies Asked)
      }),
    close: () => worker.terminate(),
  }
}

/** Pixels beyond which a picture is made smaller before it is looked at. */
const mostPixels = 12_000_000

/** A picture as the reader takes it: a part of it around the middle, one `zoom`th as wide and high. */
export function pixelsOf(
  source: CanvasImageSource,
  { width, height }: { width: number; height: number },
  { zoom = 1, scale = 1 } = {},
): ImageData | null {
  const [partWidth, partHeight] = [width / zoom, height / zoom]
  const fit = Math.min(scale, Math.sqrt(mostPixels / (partWidth * partHeight)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(partWidth * fit)
  canvas.height = Math.round(partHeight * fit)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || canvas.width === 0 || canvas.height === 0) return null
  const [left, top] = [(width - partWidth) / 2, (height - partHeight) / 2]
  context.drawImage(source, left, top, partWidth, partHeight, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** What was read as it stands in a field: the separator is a character that is seen. */
export const shownText = (text: string): string => text.replaceAll('\u001d', '␝')

/** The codes of a photo; a second look, enlarged, only after a miss. */
export async function codesInPhoto(file: File): Promise<string[]> {
  const reader = openCodeReader()
  const bitmap = await createImageBitmap(file).catch(() => null)
  try {
    if (!bitmap) return []
    for (const scale of [1, 2]) {
      const pixels = pixelsOf(bitmap, bitmap, { scale })
      const texts = pixels ? await reader.read(pixels) : []
      if (texts.length > 0) return texts
    }
    return []
  } finally {
    bitmap?.close()
    reader.close()
  }
}
