import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageMenu } from '../kit/i18n/LanguageMenu.tsx'
import { Mark } from '../kit/Mark.tsx'
import { Arches } from './Arches.tsx'
import { LoginFoot } from './LoginFoot.tsx'
import css from './login.module.css'

/** What stands around every step of signing in. `wide` gives texts that are read more room than fields need. */
export function SignInFrame({
  title,
  wide = false,
  children,
}: {
  title: string
  wide?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${title} · Kervan`
  }, [title])
  return (
    <div className={css.page}>
      <div className={css.side}>
        <header className={css.head}>
          <span className={css.brand}>
            <Mark size={24} />
            {t('shell.product')}
          </span>
          <LanguageMenu />
        </header>
        <main className={css.main} data-wide={wide || undefined}>
          {children}
        </main>
        <LoginFoot />
      </div>
      <div className={css.panel} aria-hidden>
        <p className={css.promise}>
          {t('access.login.promise1')}
          <br />
          {t('access.login.promise2')}
        </p>
        <Arches />
      </div>
    </div>
  )
}
