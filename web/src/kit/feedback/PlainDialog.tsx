import { Modal } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './dialogs.module.css'

/** A dialog with content of its own. */
export function PlainDialog({ title, size = 440, onClose, children }: { title: string; size?: number; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  // The dialog stands only while it is open, so it gives the focus back itself.
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    return () => opener?.focus({ preventScroll: true })
  }, [])
  return (
    <Modal opened onClose={onClose} title={title} size={size} classNames={{ header: css.header!, title: css.title!, body: css.body! }} closeButtonProps={{ 'aria-label': t('kit.action.close') }}>
      {children}
    </Modal>
  )
}
