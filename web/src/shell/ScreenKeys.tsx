import { screens, type Screen } from '@kervan/contract/shell/screens'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHotkey } from '../kit/hotkeys.ts'
import { useRights } from '../kit/call/rights.ts'
import { screenTitle } from './menuWords.ts'
import { setKeysOpener } from './keysOpener.ts'

const KeysDialog = lazy(() => import('./KeysDialog.tsx'))

/** `g n` and its like, for the screens the user may open, and `?` for the list of all keys. */
export function ScreenKeys() {
  const { t } = useTranslation()
  const rights = useRights()
  const [shown, setShown] = useState(false)
  useEffect(() => setKeysOpener(() => setShown(true)), [])
  useHotkey('?', t('kit.keys.title'), () => setShown(true))
  return (
    <>
      {screens
        .filter(({ keys, permission }) => keys !== null && rights.has(permission))
        .map((screen) => (
          <ScreenKey key={screen.key} screen={screen} />
        ))}
      {shown && (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => setShown(false)} />
        </Suspense>
      )}
    </>
  )
}

function ScreenKey({ screen }: { screen: Screen }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useHotkey(screen.keys, screenTitle(t, screen.key), () => void navigate({ to: screen.path }))
  return null
}
