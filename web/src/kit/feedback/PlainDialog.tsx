import { Modal } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsking } from '../stepUp/stepUp.ts'
import css from './dialogs.module.css'

type Props = {
  title: string
  size?: number
  /** Shows what is not shown again, so only its buttons close it: no key, no click beside it. */ stays?: boolean
  /** Asks who somebody is before another dialog is done: Escape is for this one alone. */ over?: boolean
  onClose: () => void
  children: ReactNode
}

const fields = 'input:not([type="hidden"], :disabled), textarea:not(:disabled), select:not(:disabled)'

/** The focus begins in the first field, not on what closes the dialog: Enter must never lose what one came for. */
function markFirstField(content: HTMLElement | null): void {
  if (!content || content.querySelector('[data-autofocus]')) return
  const first = content.querySelector(fields)
  // A list of choices opens with the focus; it waits to be asked.
  const target = first && !first.hasAttribute('aria-haspopup') ? first : content
  target.setAttribute('data-autofocus', '')
}

/** A dialog with content of its own. */
export function PlainDialog({ title, size = 440, stays = false, over = false, onClose, children }: Props) {
  const { t } = useTranslation()
  const isCovered = useAsking() !== null && !over
  // The dialog stands only while it is open, so it gives the focus back itself.
  useEffect(() => {
    const opener = document.activeElement
    return () => void (opener instanceof HTMLElement && opener.focus({ preventScroll: true }))
  }, [])
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!stays && !isCovered}
      closeOnClickOutside={!stays && !isCovered}
      title={title}
      size={size}
      classNames={{ header: css.header!, title: css.title!, body: css.body! }}
      closeButtonProps={{ 'aria-label': t('kit.action.close') }}
    >
      <div ref={markFirstField} className={css.content} tabIndex={-1}>
        {children}
      </div>
    </Modal>
  )
}
