import { getAppVersion } from '@kervan/contract/access/sign-in-page'
import { useTranslation } from 'react-i18next'
import { useRead } from '../kit/call/query.ts'
import css from './shell.module.css'

const thisYear = new Date().getFullYear()

/** Version, year, copyright (SHL-012). */
export function Footer() {
  return (
    <footer className={css.footer}>
      <Version />
      <Copyright />
    </footer>
  )
}

export function Version() {
  const { t } = useTranslation()
  const { data } = useRead(getAppVersion, {}, { staleTime: Infinity })
  return <span>{t('shell.version', { version: data?.appVersion ?? __APP_VERSION__ })}</span>
}

export function Copyright() {
  const { t } = useTranslation()
  return <span>{t('shell.copyright', { from: 2003, to: thisYear })}</span>
}
