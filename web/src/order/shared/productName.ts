type Named = { productName: string; color: string | null; size: string | null }

/** A variant in words: its product, then colour and size as far as it has them. */
export function productName({ productName, color, size }: Named): string {
  return [productName, [color, size].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
