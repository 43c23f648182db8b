import { logout } from '@kervan/contract/access/authentication'
import { useTranslation } from 'react-i18next'
import { callServer } from '../kit/call/client.ts'
import { setSession } from '../kit/call/session.ts'
import css from './login.module.css'

/** Out of a step of signing in, as somebody else or later. */
export function BackToSignIn() {
  const { t } = useTranslation()
  const leave = async () => {
    await callServer(logout, {}).catch(() => undefined)
    setSession(null)
  }
  return (
    <div className={css.below}>
      <button type="button" className={css.link} onClick={() => void leave()}>
        {t('security.back')}
      </button>
    </div>
  )
}
