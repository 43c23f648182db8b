import type { RowOf } from '@kervan/contract/kit/page'
import { cartLines } from '@kervan/contract/order/cart'
import { callServer } from '../../kit/call/client.ts'

export type CartLine = RowOf<typeof cartLines>
const mostPages = 10

/** The list cannot be asked for lines by id, so its pages are gone through; of very long carts the first ones. */
export async function findCartLines(ids: readonly string[], signal?: AbortSignal): Promise<CartLine[]> {
  const wanted = new Set(ids)
  const found: CartLine[] = []
  for (let page = 1; page <= mostPages && found.length < wanted.size; page += 1) {
    const { rows } = await callServer(
      cartLines.page,
      { page, pageSize: 200, sort: cartLines.defaultSort, filters: {}, search: '' },
      signal ? { signal } : {},
    )
    found.push(...rows.filter(({ id }) => wanted.has(id)))
    if (rows.length < 200) break
  }
  return found
}
