import { Loader } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CallRefused } from '../kit/call/refused.ts'
import { setSession } from '../kit/call/session.ts'
import { adoptLanguage } from '../kit/i18n/i18n.ts'
import { afterLogin } from '../kit/page/landing.ts'
import { Canceled, returnFromMicrosoft } from './entra.ts'
import { leaveNotice, type Notice } from './notice.ts'
import { SignInFrame } from './SignInFrame.tsx'
import css from './login.module.css'

/** Where Microsoft sends the browser back to: in, or to the sign-in page with the reason (ACC-004). */
export default function EntraReturn() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const begun = useRef(false)
  useEffect(() => {
    // The code is good once, also when the page is drawn twice.
    if (begun.current) return
    begun.current = true
    const finish = async () => {
      try {
        const { session, next } = await returnFromMicrosoft()
        await adoptLanguage(session.Language)
        setSession(session)
        await navigate({ href: afterLogin(next, session.PermissionsUI), replace: true })
      } catch (thrown) {
        leaveNotice(noticeOf(thrown))
        await navigate({ to: '/login', search: {}, replace: true })
      }
    }
    void finish()
  }, [navigate])
  return (
    <SignInFrame title={t('access.login.title')}>
      <output className={css.waiting}>
        <Loader size={18} />
        {t('security.entra.waiting')}
      </output>
    </SignInFrame>
  )
}

function noticeOf(thrown: unknown): Notice {
  if (thrown instanceof Canceled) return { key: 'security.entra.canceled', tone: 'info' }
  if (thrown instanceof CallRefused) return { said: thrown.message, tone: 'error' }
  console.error(thrown)
  return { key: 'security.entra.failed', tone: 'error' }
}
