import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPlugX } from '@tabler/icons-react'
import { useWords } from '../../kit/i18n/words.ts'
import type { CallRefused } from '../../kit/call/refused.ts'
import css from './review.module.css'

/** The order was sent and nobody answered: the only safe way on is to ask again under the same key. */
export function UnansweredOrder({
  busy,
  refused,
  onAsk,
}: {
  busy: boolean
  refused: CallRefused | null
  onAsk: () => void
}) {
  const { t } = useWords()
  return (
    <div className={css.unanswered} role="alert">
      <IconPlugX size={18} aria-hidden />
      <div className={css.noteWords}>
        <strong>{t('order.new.unanswered')}</strong>
        <p>
          {refused && refused.status > 0 ? refused.message : null} {t('order.new.unansweredText')}
        </p>
      </div>
      <Button loading={busy} onClick={onAsk}>
        {t('order.new.askAgain')}
      </Button>
    </div>
  )
}

/** Nothing was ordered: it stays until the next attempt, because a message that goes would be taken for an order. */
export function NotOrdered({ title, text }: { title: string; text: string }) {
  return (
    <div className={css.unanswered} role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      <div className={css.noteWords}>
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
    </div>
  )
}
