import { useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHotkey } from '../kit/hotkeys.ts'
import { setPaletteOpener } from './paletteOpener.ts'

const PaletteContent = lazy(() => import('./PaletteContent.tsx'))
const ExplainDialog = lazy(() => import('../administration/explain/ExplainDialog.tsx'))

/** Ctrl K: every page and record one may open, and what can be done from here. */
export function CommandPalette() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const [explaining, setExplaining] = useState(false)
  const screen = useMatches().at(-1)?.staticData.screen?.path
  const open = () => {
    setWanted(true)
    setOpened(true)
  }
  useEffect(
    () =>
      setPaletteOpener(() => {
        setWanted(true)
        setOpened(true)
      }),
    [],
  )
  useHotkey('Mod+K', t('shell.palette.title'), () => (opened ? setOpened(false) : open()))
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <PaletteContent
        opened={opened}
        onClose={() => setOpened(false)}
        onExplain={() => setExplaining(true)}
      />
      {explaining && <ExplainDialog screen={screen} onClose={() => setExplaining(false)} />}
    </Suspense>
  )
}
