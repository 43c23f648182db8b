import { Outlet } from '@tanstack/react-router'
import { getDateFormats } from '@kervan/contract/access/authentication'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adoptDateFormats } from '../kit/values/format.ts'
import { wantHost } from '../kit/feedback/hostReady.ts'
import { useRead } from '../kit/call/query.ts'
import { useSession } from '../kit/call/session.ts'
import { CommandPalette } from './CommandPalette.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './header/Header.tsx'
import { Refusals } from './Refusals.tsx'
import { ScreenKeys } from './ScreenKeys.tsx'
import { useOwnLanguage, useSessionKeeper } from './sessionKeeper.ts'
import css from './shell.module.css'

// Nobody waits for it to see the page.
const FilterNotice = lazy(() => import('./FilterNotice.tsx'))

/** Header, main, footer (SHL-001). */
export default function Shell() {
  const { t } = useTranslation()
  const session = useSession()
  useSessionKeeper()
  useOwnLanguage()
  useEffect(() => void wantHost(), [])
  const { data: dateFormats } = useRead(
    getDateFormats,
    {},
    { staleTime: Infinity, enabled: session !== null },
  )
  useEffect(() => {
    if (dateFormats) adoptDateFormats(dateFormats)
  }, [dateFormats])
  if (!session) return null
  return (
    <div className={css.shell}>
      <a href="#main" className={css.skip}>
        {t('shell.skip')}
      </a>
      <Header session={session} />
      <div>
        <Refusals />
        <Suspense fallback={null}>
          <FilterNotice />
        </Suspense>
      </div>
      <main id="main" className={css.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <CommandPalette />
      <ScreenKeys />
    </div>
  )
}
