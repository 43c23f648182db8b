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
      {children}
    </Modal>
  )
}
