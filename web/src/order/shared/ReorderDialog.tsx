import { Button } from '@mantine/core'
import { IconAlertTriangle, IconShoppingCart } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { tPlural } from '../../kit/i18n/words.ts'
import { LinkButton } from '../../kit/page/LinkButton.tsx'
import css from './order.module.css'

type Answer = {
  added: number
  rounded: readonly { productUniqueCode: string; asked: number; set: number }[]
  leftOut: readonly { productUniqueCode: string; message: string }[]
  notes: readonly string[]
}

/** What has come into the cart, what was left out and why, and what should be known of it (ORD-011, ORD-016, ORD-022). */
export function ReorderDialog({
  title,
  answer: { added, rounded, leftOut, notes },
  onClose,
}: {
  title: string
  answer: Answer
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <PlainDialog title={title} size={520} onClose={onClose}>
      <p className={css.dialogText}>
        {added > 0
          ? tPlural(t, 'order.my.linesAdded', added, format.number(added))
          : t('order.my.cartUnchanged')}
      </p>
      {rounded.length > 0 && (
        <>
          <p>
            <strong>{t('order.template.roundedOnes')}</strong>
          </p>
          <ul className={css.leftOut}>
            {rounded.map(({ productUniqueCode, asked, set }) => (
              <li key={productUniqueCode}>
                <span className="k-mono">{productUniqueCode}</span>
                <span>
                  {t('order.template.roundedFromTo', {
                    asked: format.number(asked),
                    set: format.number(set),
                  })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
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
      {notes.map((note) => (
        <p key={note} className={css.dialogNote}>
          <IconAlertTriangle size={16} aria-hidden />
          {note}
        </p>
      ))}
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
