import { Button } from '@mantine/core'
import { IconAlertCircle, IconPackage } from '@tabler/icons-react'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import css from './quantities.module.css'

type Base = {
  key: string
  name: string
  pack: number
  use: number[]
  onUse: (quantity: number) => void
  onForget: () => void
}
export type Hint = Base &
  (
    | { is: 'noPack'; quantity: number; set: number }
    | { is: 'rounded'; asked: number; set: number }
    | { is: 'outOfBounds'; quantity: number; minimum: number; maximum: number }
    | { is: 'noNumber'; text: string }
  )

const shownAtOnce = 4

/** Under a row: what is wrong with its quantities, with every right answer as a button. */
export function RowHints({ id, span, hints }: { id: string; span: number; hints: readonly Hint[] }) {
  const { t } = useWords()
  const format = useFormats()
  if (hints.length === 0) return null
  return (
    <tr className={css.hintRow}>
      <td colSpan={span} id={id}>
        {hints.slice(0, shownAtOnce).map((hint) => (
          <div
            key={hint.key}
            className={css.hint}
            data-bad={hint.is === 'outOfBounds' || hint.is === 'noNumber' || undefined}
            aria-live="polite"
          >
            {hint.is === 'outOfBounds' || hint.is === 'noNumber' ? (
              <IconAlertCircle size={16} aria-hidden />
            ) : (
              <IconPackage size={16} aria-hidden />
            )}
            <span className={css.hintWords}>
              <Words hint={hint} />
            </span>
            <span className={css.answers}>
              {hint.use.map((quantity) => (
                <Button
                  key={quantity}
                  variant="default"
                  size="xs"
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => hint.onUse(quantity)}
                >
                  {t('order.new.use', { amount: format.number(quantity) })}
                </Button>
              ))}
              {hint.is !== 'noPack' && (
                <Button variant="subtle" color="gray" size="xs" onClick={hint.onForget}>
                  {t(hint.is === 'rounded' ? 'order.new.keepRounded' : 'order.new.takeBack', {
                    amount: hint.is === 'rounded' ? format.number(hint.set) : '',
                  })}
                </Button>
              )}
            </span>
          </div>
        ))}
        {hints.length > shownAtOnce && (
          <p className={css.moreHints}>{t('order.new.moreHints', { count: hints.length - shownAtOnce })}</p>
        )}
      </td>
    </tr>
  )
}

function Words({ hint }: { hint: Hint }) {
  const { t } = useWords()
  const format = useFormats()
  switch (hint.is) {
    case 'noPack': {
      const words = {
        name: hint.name,
        quantity: format.number(hint.quantity),
        set: format.number(hint.set),
        packs: format.number(hint.set / hint.pack),
        pack: format.number(hint.pack),
      }
      return (
        <>
          <strong>{t('order.new.noPack', words)}</strong>{' '}
          {t('order.new.willRound', { ...words, count: hint.set / hint.pack })}
        </>
      )
    }
    case 'rounded':
      return (
        <>
          <strong>
            {t('order.new.wasRounded', {
              name: hint.name,
              asked: format.number(hint.asked),
              set: format.number(hint.set),
            })}
          </strong>{' '}
          {t('order.new.packOf', { pack: format.number(hint.pack) })}
        </>
      )
    case 'outOfBounds':
      return (
        <>
          <strong>
            {t('order.new.outOfBounds', { name: hint.name, quantity: format.number(hint.quantity) })}
          </strong>{' '}
          {t('order.new.outOfBoundsText', {
            minimum: format.number(hint.minimum),
            maximum: format.number(hint.maximum),
          })}
        </>
      )
    case 'noNumber':
      return (
        <>
          <strong>{t('order.new.noNumber', { name: hint.name, text: hint.text })}</strong>{' '}
          {t('order.new.noNumberText')}
        </>
      )
  }
}
