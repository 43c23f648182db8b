import { IconMailOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMailsKept } from '../call/mailsKept.ts'
import css from './page.module.css'

/** That no email leaves this installation, and where it is instead; nothing where emails leave. */
export function MailNote() {
  const { t } = useTranslation()
  const kept = useMailsKept()
  if (kept === null) return null
  return (
    <p className={css.note}>
      <IconMailOff size={16} aria-hidden />
      <span>
        {t(`kit.mail.${kept}`)}{' '}
        {kept === 'Shown' && (
          <a href="/dev/mails" target="_blank" rel="noreferrer">
            {t('kit.mail.show')}
          </a>
        )}
      </span>
    </p>
  )
}
