import { screens, type Screen, type ScreenKey } from '@kervan/contract/shell/screens'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHotkey } from '../kit/hotkeys.ts'
import { useRights } from '../kit/call/rights.ts'
import { screenTitle } from './menuWords.ts'
import { setKeysOpener } from './keysOpener.ts'

const KeysDialog = lazy(() => import('./KeysDialog.tsx'))
const HelpDialog = lazy(() => import('./HelpDialog.tsx'))

/**
 * `g n` and its like, for the screens the user may open, and `?` for the article of the screen that is open, with the way
 * to the list of all keys; who may not read the knowledge base gets that list at once.
 */
export function ScreenKeys() {
  const { t } = useTranslation()
  const rights = useRights()
  const router = useRouter()
  const [shown, setShown] = useState<'keys' | ScreenKey | null>(null)
  const close = () => setShown(null)
  useEffect(() => setKeysOpener(() => setShown('keys')), [])
  const readsHelp = rights.has('KnowledgeBase') && rights.has('knowledgeBase-getArticle')
  useHotkey('?', t(readsHelp ? 'knowledge.help.title' : 'kit.keys.title'), () =>
    setShown((readsHelp && screenAt(router.state.location.pathname)) || 'keys'),
  )
  return (
    <>
      {screens
        .filter(({ keys, permission }) => keys !== null && rights.has(permission))
        .map((screen) => (
          <ScreenKey key={screen.key} screen={screen} />
        ))}
      {shown && (
        <Suspense fallback={null}>
          {shown === 'keys' ? (
            <KeysDialog onClose={close} />
          ) : (
            <HelpDialog screen={shown} onKeys={() => setShown('keys')} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}

/** The screen at an address; null where there is none. A part of its path that begins with `$` is any. */
function screenAt(pathname: string): ScreenKey | null {
  const given = pathname.split('/')
  const fits = (path: string) => {
    const parts = path.split('/')
    return (
      parts.length === given.length && parts.every((part, at) => part.startsWith('$') || part === given[at])
    )
  }
  return screens.find(({ path }) => fits(path))?.key ?? null
}

function ScreenKey({ screen }: { screen: Screen }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useHotkey(screen.keys, screenTitle(t, screen.key), () => void navigate({ to: screen.path }))
  return null
}
