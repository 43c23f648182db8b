import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { whenSessionEnds } from '../kit/call/client.ts'
import { warn } from '../kit/feedback/dialogs.ts'
import { listenForHotkeys } from '../kit/hotkeys.ts'
import { i18n } from '../kit/i18n/i18n.ts'
import { followOtherTabs, setSession } from '../kit/call/session.ts'
import type { PortalRouter } from './router.tsx'

/** From when the dialog stands. What draws it may not come at all. */
const readingMs = 1_000
const comingMs = 10_000
const reloadPage = () => window.location.reload()

/** Everything that lives as long as the page does: keys, the end of a session, what other tabs do. */
export function Portal({ router, reload = reloadPage }: { router: PortalRouter; reload?: () => void }) {
  useEffect(listenForHotkeys, [])
  useEffect(() => followOtherTabs(() => window.location.assign('/login')), [])
  useEffect(() => {
    let ending = false
    whenSessionEnds((message) => {
      if (ending) return
      ending = true
      const begin = () => {
        setSession(null)
        reload()
      }
      let timer = setTimeout(begin, comingMs)
      void warn({
        title: message || i18n.t('kit.error.sessionExpired'),
        text: i18n.t('shell.session.again'),
        onShown: () => {
          clearTimeout(timer)
          timer = setTimeout(begin, readingMs)
        },
      })
    })
    return () => whenSessionEnds(() => {})
  }, [reload])
  return <RouterProvider router={router} />
}
