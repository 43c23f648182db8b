import { PicturedName } from '../../company/company.api.ts'
import { cartLines, setCartQuantities } from '@kervan/contract/order/cart'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { callServer } from '../../kit/call/client.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useFormats } from '../../kit/values/format.ts'
import { adoptChangedCart } from './cart.ts'
import type { CartLine as Line } from './findCartLines.ts'
import { newOrderSearch } from './search.ts'
import { useRemoveLines } from './useRemoveLines.ts'
import css from './review.module.css'

/**
 * Every line of the cart; quantity and own code are changed where they stand. `isOneDelivery`: where they go is said
 * above them.
 */
export function ReviewLines({ isOneDelivery }: { isOneDelivery: boolean }) {
  const { t } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const [, change] = useScreenSearch(newOrderSearch)
  const { remove } = useRemoveLines()
  /** The cell shows what it is refused with. */
  const save = async (row: Line, set: { quantity?: number; externalProductCode?: string }) => {
    const { variantId, locationId, shipmentMethod, deliveryDate, pointOfSaleId } = row
    const { cart, rounded } = await callServer(setCartQuantities, {
      delivery: { locationId, shipmentMethod, deliveryDate, pointOfSaleId },
      quantities: [{ variantId, quantity: row.quantity, ...set }],
    })
    adoptChangedCart(queries, cart)
    for (const { asked, set: full, pack } of rounded)
      toast(
        'info',
        `${t('order.new.wasRounded', { name: row.productName, asked: format.number(asked), set: format.number(full) })} ${t('order.new.packOf', { pack: format.number(pack) })}`,
      )
  }
  return (
    <div className={css.grid}>
      <DataGrid
        list={cartLines}
        state="own"
        label={t('order.new.lines')}
        nouns="order.new.lineCount"
        renderers={{
          productName: (row) => <PicturedName picture={row.picture}>{row.productName}</PicturedName>,
        }}
        columns={{
          productName: { width: 310, grow: true },
          variantCode: { width: 150 },
          color: { width: 104, whenFilled: true },
          size: { width: 116, whenFilled: true },
          quantity: { width: 80 },
          pendingQuantity: { width: 84 },
          unitPrice: { width: 92, whenFilled: true },
          lineTotal: { width: 112, whenFilled: true },
          externalProductCode: { width: 130 },
          locationName: { away: isOneDelivery },
          pointOfSaleName: { away: isOneDelivery },
          deliveryDate: { away: isOneDelivery },
          shipmentMethod: { away: isOneDelivery },
          productCode: { hidden: true },
          locationGroup: { hidden: true },
        }}
        edit={{
          quantity: {
            schema: z.int().min(1).max(999_999_999),
            save: (row, quantity: number) => save(row, { quantity }),
          },
          externalProductCode: {
            schema: z.string().max(60).optional(),
            save: (row, code: string | undefined) => save(row, { externalProductCode: code ?? '' }),
          },
        }}
        card={lineCard}
        onOpen={(row) => change({ step: 'products', product: row.productId })}
        rowActions={(row) => [
          {
            key: 'remove',
            label: t('order.new.remove'),
            icon: IconTrash,
            hotkey: 'Delete',
            tone: 'danger',
            run: () => void remove([row.id]),
          },
        ]}
        bulkActions={({ selection, clear, count }) => [
          {
            key: 'remove',
            label: t('order.new.removeLines', { count, amount: format.number(count) }),
            icon: IconTrash,
            hotkey: 'Delete',
            tone: 'danger',
            blocked: selection.mode === 'ids' ? null : t('order.new.removeFew'),
            run: () => selection.mode === 'ids' && void remove(selection.ids).then((done) => done && clear()),
          },
        ]}
      />
    </div>
  )
}

const lineCard = (row: Line) => <LineCard row={row} />

/** Quantity and total first: what a hand on a telephone checks before it orders. */
function LineCard({ row }: { row: Line }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <RowCard
      name={<PicturedName picture={row.picture}>{row.productName}</PicturedName>}
      mark={
        <strong className="k-number">
          {t('order.new.pieces', { count: row.quantity, amount: format.number(row.quantity) })}
        </strong>
      }
    >
      <CardLine>
        <span>{[row.color, row.size].filter(Boolean).join(' ') || row.variantCode}</span>
        {row.lineTotal !== null && (
          <span className="k-number">{format.money(row.lineTotal, row.currency)}</span>
        )}
      </CardLine>
      {row.pendingQuantity > 0 && (
        <CardLine>
          <span className={css.cardShort}>
            {t('order.new.shortBy', {
              count: row.pendingQuantity,
              amount: format.number(row.pendingQuantity),
            })}
          </span>
        </CardLine>
      )}
      <CardLine quiet>
        <span>{[row.locationName, row.pointOfSaleName].filter(Boolean).join(' · ')}</span>
        <span>{format.date(row.deliveryDate)}</span>
      </CardLine>
    </RowCard>
  )
}
