import { ProductPicture } from '../../company/company.api.ts'
import { removeCartLines, type CartSummary } from '@kervan/contract/order/cart'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCall } from '../../kit/call/useCall.ts'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { adoptChangedCart, useSaver } from './cart.ts'
import css from './cart.module.css'

/** A product in the cart, with the ways to change its quantities and to take it out. */
export function CartProduct({
  product,
  cart,
}: {
  product: CartSummary['products'][number]
  cart: CartSummary
}) {
  const { t } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const saver = useSaver()
  const remove = useCall(removeCartLines, {
    failed: t('order.new.notRemoved'),
    onDone: (cart) => adoptChangedCart(queries, cart),
  })
  const { productId, productName: name } = product
  const askToRemove = async () => {
    const sure = await confirm({
      title: t('order.new.removeTitle', { name }),
      text: t('order.new.removeText', {
        count: product.variantCount,
        variants: format.number(product.variantCount),
        amount: format.number(product.quantity),
      }),
      action: t('order.new.removeAction'),
      danger: true,
    })
    if (!sure) return
    saver.forgetProduct(productId)
    await remove.run({ productId })
  }
  return (
    <li className={css.product}>
      <div className={css.line}>
        <ProductPicture picture={product.picture} size={30} />
        <span className={css.name}>{name}</span>
        {product.total !== null && (
          <span className={css.money}>{format.money(product.total, cart.currency)}</span>
        )}
      </div>
      {product.externalProductCodes.length > 0 && (
        <div className={css.quiet}>
          {t('order.new.ownCode')} <span className="k-mono">{product.externalProductCodes.join(', ')}</span>
        </div>
      )}
      <div className={css.line}>
        <span className={css.quiet}>
          {t('order.new.variantCount', {
            count: product.variantCount,
            amount: format.number(product.variantCount),
          })}{' '}
          · {t('order.new.pieces', { count: product.quantity, amount: format.number(product.quantity) })}
          {product.pendingQuantity > 0 && (
            <span className={css.short}>
              {' · '}
              {t('order.new.shortBy', {
                count: product.pendingQuantity,
                amount: format.number(product.pendingQuantity),
              })}
            </span>
          )}
        </span>
        <span className={css.tools}>
          <Tooltip label={t('order.new.edit')}>
            <Link
              to="."
              search={(before: object) => ({
                ...before,
                step: 'products',
                product: productId,
                cart: undefined,
              })}
              className={css.tool}
              aria-label={t('order.new.editOf', { name })}
            >
              <IconPencil size={16} aria-hidden />
            </Link>
          </Tooltip>
          <Tooltip label={t('order.new.remove')}>
            <ActionIcon
              size="xs"
              loading={remove.isPending}
              aria-label={t('order.new.removeOf', { name })}
              onClick={() => void askToRemove()}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        </span>
      </div>
    </li>
  )
}
