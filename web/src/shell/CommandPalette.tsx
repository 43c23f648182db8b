import { explainAccess, getExplainTargets } from '@kervan/contract/administration/explain'
import { screens } from '@kervan/contract/shell/screens'
import { useMantineColorScheme } from '@mantine/core'
import {
  IconAppWindow,
  IconHelpCircle,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconTool,
} from '@tabler/icons-react'
import { languages } from '@kervan/contract/kit/values'
import { useMatches, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHotkey } from '../kit/hotkeys.ts'
import { chooseLanguage } from '../kit/i18n/i18n.ts'
import type { PaletteEntry } from '../kit/Palette.tsx'
import { useRights } from '../kit/call/rights.ts'
import { menuTitle, screenHint, screenTitle } from './menuWords.ts'
import { setPaletteOpener } from './paletteOpener.ts'
import { useSignOut } from './sessionKeeper.ts'

const Palette = lazy(() => import('../kit/Palette.tsx'))
const ExplainDialog = lazy(() => import('../administration/explain/ExplainDialog.tsx'))

/** Ctrl K: every screen the user may open, and what can be done from anywhere. */
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
  useEffect(() => {
    setPaletteOpener(() => {
      setWanted(true)
      setOpened(true)
    })
  }, [])
  useHotkey('Mod+K', t('shell.palette.title'), () => (opened ? setOpened(false) : open()))
  const entries = useEntries(() => setExplaining(true))
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Palette
        opened={opened}
        onClose={() => setOpened(false)}
        entries={entries}
        placeholder={t('shell.palette.placeholder')}
        nothing={t('shell.palette.nothing')}
        hints={{ move: t('shell.palette.move'), open: t('shell.palette.openHint') }}
      />
      {explaining && <ExplainDialog screen={screen} onClose={() => setExplaining(false)} />}
    </Suspense>
  )
}

function useEntries(explain: () => void): PaletteEntry[] {
  const { t, i18n } = useTranslation()
  const rights = useRights()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const open = screens
    .filter(({ permission, path }) => rights.has(permission) && !path.includes('$'))
    .map(({ key, path, menu, keys, ready }): PaletteEntry => ({
      id: key,
      group: t('shell.palette.screens'),
      label: screenTitle(t, key),
      description: menu ? `${menuTitle(t, menu)} · ${screenHint(t, key)}` : screenHint(t, key),
      icon: ready ? IconAppWindow : IconTool,
      keys,
      run: () => void navigate({ to: path }),
    }))
  const act = (id: string, label: string, icon: PaletteEntry['icon'], run: () => void): PaletteEntry => ({
    id,
    group: t('shell.palette.actions'),
    label,
    description: '',
    icon,
    keys: null,
    run,
  })
  return [
    ...open,
    act(
      'dark',
      t(colorScheme === 'dark' ? 'shell.settings.toLight' : 'shell.settings.toDark'),
      IconMoon,
      () => setColorScheme(colorScheme === 'dark' ? 'light' : 'dark'),
    ),
    ...languages
      .filter((language) => language !== i18n.language)
      .map((language) =>
        act(
          `language-${language}`,
          t(`shell.language.${language}`),
          IconLanguage,
          () => void chooseLanguage(language),
        ),
      ),
    ...(rights.all(explainAccess.permission ?? '', getExplainTargets.permission ?? '')
      ? [act('explain', t('administration.explain.somebody'), IconHelpCircle, explain)]
      : []),
    act('sign-out', t('shell.signOut'), IconLogout, () => void signOut()),
  ]
}
