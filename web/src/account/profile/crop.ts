// The geometry of a square that is cut from a picture: everything in pixels of the picture.

export type Size = { width: number; height: number }
/** The middle of the square, and how far it is zoomed in; 1 is the largest square there is. */
export type Crop = { x: number; y: number; zoom: number }

export const zoomLimit = 4

export function sideOf({ width, height }: Size, zoom: number): number {
  return Math.min(width, height) / zoom
}

/** The largest square, in the middle. */
export function startCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 }
}

/** The nearest crop that lies inside the picture. */
export function fitCrop(size: Size, { x, y, zoom }: Crop): Crop {
  const fitting = Math.min(zoomLimit, Math.max(1, zoom))
  const half = sideOf(size, fitting) / 2
  const within = (value: number, whole: number) => Math.min(whole - half, Math.max(half, value))
  return { x: within(x, size.width), y: within(y, size.height), zoom: fitting }
}

/** What the keys do: arrows move by a twentieth of the square, plus and minus change its size. Null for every other key. */
export function cropByKey(size: Size, crop: Crop, key: string): Crop | null {
  const step = sideOf(size, crop.zoom) / 20
  const moved: Record<string, Crop> = {
    ArrowLeft: { ...crop, x: crop.x - step },
    ArrowRight: { ...crop, x: crop.x + step },
    ArrowUp: { ...crop, y: crop.y - step },
    ArrowDown: { ...crop, y: crop.y + step },
    '+': { ...crop, zoom: crop.zoom * 1.1 },
    '-': { ...crop, zoom: crop.zoom / 1.1 },
  }
  const next = moved[key]
  return next ? fitCrop(size, next) : null
}
