import type { OutputOf } from '@kervan/contract/kit/call'
import type { reorder } from '@kervan/contract/order/order-my'
import { Button } from '@mantine/core'
import { IconShoppingCart } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { tPlural } from '../../kit/i18n/words.ts'
import { LinkButton } from '../shared/LinkButton.tsx'
import css from '../shared/order.module.css'

/** What has come into the cart, and what was left out and why (ORD-011). */
export function ReorderDialog({
  code,
  answer: { added, leftOut },
  onClose,
}: {
  code: string
  answer: OutputOf<typeof reorder>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <PlainDialog
      title={t(added > 0 ? 'order.my.reordered' : 'order.my.nothingReordered', { code })}
      size={520}
      onClose={onClose}
    >
      <p className={css.dialogText}>
        {added > 0
          ? tPlural(t, 'order.my.linesAdded', added, format.number(added))
          : t('order.my.cartUnchanged')}
      </p>
      {leftOut.length > 0 && (
        <>
          <p>
            <strong>
              {tPlural(t, 'order.my.linesLeftOut', leftOut.length, format.number(leftOut.length))}
            </strong>
          </p>
          <ul className={css.leftOut}>
            {leftOut.map(({ productUniqueCode, message }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same product may be left out twice, and the list never changes
              <li key={index}>
                <span className="k-mono">{productUniqueCode}</span>
                <span>{message}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={css.dialogFoot}>
        <Button variant="default" onClick={onClose}>
          {t('kit.action.close')}
        </Button>
        {added > 0 && (
          <LinkButton
            to="/order/new-order"
            leftSection={<IconShoppingCart size={16} aria-hidden />}
            data-autofocus
          >
            {t('order.my.toCart')}
          </LinkButton>
        )}
      </div>
    </PlainDialog>
  )
}
