import { removeCartLines, setCartQuantities } from '@kervan/contract/order/cart'
import { useQueryClient } from '@tanstack/react-query'
import { callServer } from '../../kit/call/client.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { confirm, showRefused } from '../../kit/feedback/dialogs.ts'
import { toast, toastWithUndo } from '../../kit/feedback/toasts.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { adoptChangedCart } from './cart.ts'
import { findCartLines, type CartLine } from './findCartLines.ts'

/** More lines than this cannot all be put back in one go, so removing them is asked for first. */
const undoable = 200

/**
 * Takes lines out of the cart at once and offers to put them back; so many that undoing would take long are asked for
 * first. Answers whether they are gone.
 */
export function useRemoveLines() {
  const { t } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const { run, isPending } = useCall(removeCartLines, {
    failed: t('order.new.notRemoved'),
    onDone: (cart) => adoptChangedCart(queries, cart),
  })
  const putBack = async (lines: readonly CartLine[]) => {
    try {
      for (const [at, some] of Map.groupBy(lines, deliveryOf)) {
        const { cart } = await callServer(setCartQuantities, {
          delivery: JSON.parse(at),
          quantities: some.map(({ variantId, quantity, externalProductCode }) => ({
            variantId,
            quantity,
            ...(externalProductCode !== null && { externalProductCode }),
          })),
        })
        adoptChangedCart(queries, cart)
      }
    } catch (thrown) {
      showRefused(toRefused(thrown), t('order.new.notPutBack'))
    }
  }
  const remove = async (ids: readonly string[]): Promise<boolean> => {
    const words = { count: ids.length, amount: format.number(ids.length) }
    const isMany = ids.length > undoable
    if (
      isMany &&
      !(await confirm({
        title: t('order.new.removeLinesTitle', words),
        action: t('order.new.removeLines', words),
        danger: true,
      }))
    )
      return false
    const lines = isMany ? [] : await findCartLines(ids).catch(() => [])
    if (!(await run({ lineIds: [...ids] }))) return false
    const [only] = lines
    const said =
      lines.length === 1 && only
        ? t('order.new.lineRemoved', { name: nameOf(only) })
        : t('order.new.linesRemoved', words)
    if (lines.length === ids.length) toastWithUndo(said, () => void putBack(lines))
    else toast('success', said)
    return true
  }
  return { remove, isPending }
}

const deliveryOf = ({ locationId, shipmentMethod, deliveryDate, pointOfSaleId }: CartLine): string =>
  JSON.stringify({ locationId, shipmentMethod, deliveryDate, pointOfSaleId })

const nameOf = ({ productName, color, size }: CartLine): string =>
  [productName, color, size].filter(Boolean).join(' ')
