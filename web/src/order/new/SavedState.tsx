import { Button } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { useWords } from '../../kit/i18n/words.ts'
import { useCart, useSaver, useSaverState } from './cart.ts'
import css from './frame.module.css'

/** Whether what was typed is on the server; a failure stays until it is mended. */
export function SavedState() {
  const { t } = useWords()
  const saver = useSaver()
  const { drafts, busy, refused, savedAt } = useSaverState()
  const cart = useCart().data
  const waiting = drafts.size
  const at = cart && cart.lineCount > 0 ? (savedAt ?? cart.savedAt) : null
  if (refused && !busy) {
    return (
      <span className={css.saved} data-bad role="alert">
        <IconCloudOff size={16} aria-hidden />
        <span className={css.savedWords} title={refused.message}>
          {t('order.new.notSaved', { count: waiting, said: refused.message })}
        </span>
        <Button variant="default" size="xs" onClick={() => void saver.flush()}>
          {t('kit.action.tryAgain')}
        </Button>
      </span>
    )
  }
  const unfit = [...drafts.values()].some(({ quantity }) => quantity === null)
  return (
    <span className={css.saved} aria-live="polite">
      {busy || (waiting > 0 && !unfit) ? (
        <>
          <IconCloudUp size={16} aria-hidden />
          <span className={css.savedText}>{t('order.new.saving')}</span>
        </>
      ) : waiting > 0 ? (
        <>
          <IconCloudOff size={16} aria-hidden />
          <span className={css.savedWords}>{t('order.new.unsaved', { count: waiting })}</span>
        </>
      ) : at ? (
        <>
          <IconCloudCheck size={16} aria-hidden />
          <span className={css.savedText}>{t('order.new.saved', { time: clock(at) })}</span>
        </>
      ) : null}
    </span>
  )
}

function clock(iso: string): string {
  const at = new Date(iso)
  return `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`
}
