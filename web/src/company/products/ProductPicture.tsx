import { getProductPhoto, photoSizeOf } from '@kervan/contract/company/product-picture'
import type { ProductPicture as Picture } from '@kervan/contract/company/words'
import { useQuery } from '@tanstack/react-query'
import { callServer } from '../../kit/call/client.ts'
import { asAddress } from '../../kit/logo.ts'
import type { ReactNode } from 'react'
import css from './picture.module.css'

// Products without a photograph are drawn: an outline for each shape the company knows, filled with the product's colour.

const outlines: Record<string, string> = {
  shirt: 'M8 4 3 6.5 4.5 11 7 10v10h10V10l2.5 1L21 6.5 16 4a4 4 0 0 1-8 0z',
  trousers: 'M7 3h10l1.5 18h-4.500L12 9.500 10 21H5.500z',
  jacket:
    'M8 3 3.500 5.500 2.500 14l3 .5L6 11v10h5.500V8L9.500 3zM16 3l4.500 2.500 1 8.500-3 .5L18 11v10h-5.500V8l2-5z',
  dress: 'M9 3h1.500a1.500 1.500 0 0 0 3 0H15l1 6-1.500 2L19 21H5l4.500-10L8 9z',
  shoe: 'M3 9c2 1.500 4.500 1 6-1l4 4.500 6 1.500c1.500.4 2 1.500 2 3v1H3z',
  scarf: 'M6 4h12v5l-3 1v11h-4l-.500-3-.500 3H7V10L6 9z',
  bag: 'M8.500 8V6.500a3.500 3.500 0 0 1 7 0V8H19l1 13H4L5 8zM10 8h4V6.500a2 2 0 0 0-4 0z',
  box: 'M4 8l8-4 8 4v9l-8 4-8-4zm8 3.500L5.500 8.300 12 12.600l6.500-4.300z',
  blister:
    'M5 3h14a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zm3.500 3a1.800 1.800 0 1 0 0 3.600 1.800 1.800 0 0 0 0-3.600zm7 0a1.800 1.800 0 1 0 0 3.600 1.800 1.800 0 0 0 0-3.600zm-7 8a1.800 1.800 0 1 0 0 3.600 1.800 1.800 0 0 0 0-3.600zm7 0a1.800 1.800 0 1 0 0 3.600 1.800 1.800 0 0 0 0-3.600z',
  vial: 'M9 2.500h6V6h-1v2c1.500.8 2.500 2 2.500 4v8a1.500 1.500 0 0 1-1.500 1.500H9A1.500 1.500 0 0 1 7.500 20v-8c0-2 1-3.200 2.500-4V6H9z',
  bottle:
    'M9.500 2.500h5v3h-1v2.500l2.500 3V20a1.500 1.500 0 0 1-1.500 1.500h-5A1.500 1.500 0 0 1 8 20v-9l2.500-3V5.500h-1z',
  tube: 'M7 3h10l-1 14.500h-1V21H9v-3.500H8z',
  can: 'M7 6c0-1.600 2.200-2.800 5-2.800S17 4.400 17 6v12c0 1.600-2.200 2.800-5 2.800S7 19.600 7 18z',
  cylinder:
    'M10 2.500h4V5c2 .6 3 2 3 4v11a1.500 1.500 0 0 1-1.500 1.500h-7A1.500 1.500 0 0 1 7 20V9c0-2 1-3.400 3-4z',
  drum: 'M4.500 4h15v2.500h-1v4h1V13h-1v4.500h1V20h-15v-2.500h1V13h-1v-2.500h1v-4h-1z',
}

/**
 * The one picture of products in small, so many CSS pixels wide and high. Decoration: the name stands beside it. It has its
 * size before a photograph is there.
 */
export function ProductPicture({ picture, size = 30 }: { picture: Picture; size?: number }) {
  const { photoId } = picture
  const pixels = photoSizeOf(size)
  // A photograph never changes under its id, so it is asked for once.
  const { data: photo } = useQuery({
    queryKey: ['ProductPhoto', photoId, pixels] as const,
    queryFn: ({ signal }) =>
      callServer(getProductPhoto, { photoId: photoId ?? '', size: pixels }, { signal }).then(
        asAddress,
        () => null,
      ),
    enabled: photoId !== null,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return (
    <span className={css.picture} style={{ width: size, height: size }} aria-hidden>
      {photo ? (
        <img src={photo} alt="" width={size} height={size} className={css.photo} />
      ) : (
        <svg viewBox="0 0 24 24" width={size * 0.66} height={size * 0.66}>
          <path
            d={outlines[picture.shape] ?? outlines.box}
            fill={/^#[0-9a-f]{6}$/i.test(picture.color) ? picture.color : '#82878c'}
            fillRule="evenodd"
          />
        </svg>
      )}
    </span>
  )
}

/** The name of a product in a list with its picture before it. */
export function PicturedName({ picture, children }: { picture: Picture | null; children: ReactNode }) {
  return (
    <span className={css.named}>
      {picture && <ProductPicture picture={picture} size={22} />}
      <span className="k-cut">{children}</span>
    </span>
  )
}
